import type { PopupEvent } from '#model/popupSignIn.ts';
import { GOOGLE, HANDLER_PATH } from './identityProvider.ts';

/** What the SDK asked for when it opened the popup. */
export type PopupRequest = { readonly type: string; readonly eventId: string };

const TYPES = new Set(['signInViaPopup', 'reauthViaPopup']);

/** Reads the query of the handler's address; null when the SDK does not ask so. */
export function readPopupRequest({ searchParams }: URL): PopupRequest | null {
  const type = searchParams.get('authType') ?? '';
  const eventId = searchParams.get('eventId') ?? '';
  const known = TYPES.has(type) && /^[\w-]{1,64}$/.test(eventId) && searchParams.get('providerId') === GOOGLE;
  return known ? { type, eventId } : null;
}

/** @param proof what `identify` gets to see later, e.g. `{ code }` */
export function successEvent(
  request: PopupRequest,
  origin: string,
  proof: Record<string, string>,
): PopupEvent {
  const url = new URL(HANDLER_PATH, origin);
  url.search = new URLSearchParams({ providerId: GOOGLE, ...proof }).toString();
  return { ...request, urlResponse: url.href, ...UNUSED };
}

/** @param code e.g. `auth/user-cancelled` */
export function failureEvent(request: PopupRequest, code: string, message: string): PopupEvent {
  return { ...request, urlResponse: null, ...UNUSED, error: { code, message } };
}

/** The SDK insists on a session id and has no use for the others here. */
const UNUSED = { sessionId: 'unused', postBody: null, tenantId: null } as const;
