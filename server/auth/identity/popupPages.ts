import type { ServerResponse } from 'node:http';
import { POPUP_CHANNEL, type PopupEvent } from '#model/popupSignIn.ts';
import { sendText } from '../../http/answers.ts';

/** The only provider the product offers, by the name the protocol has for it. */
export const GOOGLE = 'google.com';

/** Where the SDK opens its popup; the path is fixed in the SDK for any server but Google's. */
export const HANDLER_PATH = '/emulator/auth/handler';
/** Where the provider sends people back to; registered there. */
export const CALLBACK_PATH = '/emulator/auth/callback';
export const POPUP_PATHS = '/emulator/auth/';

/** What the SDK asked for when it opened the popup. */
export type PopupRequest = { readonly type: 'signInViaPopup'; readonly eventId: string };

/** The parameters that the SDK puts into the handler's address, and the values that this server accepts. */
const PARAMETERS: Readonly<Record<string, RegExp>> = {
  authType: /^signInViaPopup$/,
  eventId: /^[\w-]{1,64}$/,
  providerId: /^google\.com$/,
  // Name and picture; the address is always asked for.
  scopes: /^profile$/,
  apiKey: /^/,
  appName: /^/,
  redirectUrl: /^/,
  v: /^/,
};
const REQUIRED = ['authType', 'eventId', 'providerId'];

/**
 * Reads the query of the handler's address strictly. Null when it has a parameter or a value that is not implemented,
 * such as a tenant, or lacks one.
 */
export function readPopupRequest({ searchParams }: URL): PopupRequest | null {
  const isKnown = [...searchParams].every(
    ([name, value]) => Object.hasOwn(PARAMETERS, name) && PARAMETERS[name]?.test(value),
  );
  const isComplete = REQUIRED.every((name) => searchParams.getAll(name).length === 1);
  const eventId = searchParams.get('eventId') ?? '';
  return isKnown && isComplete ? { type: 'signInViaPopup', eventId } : null;
}

/** @param proof the parameters that `identify` gets later, e.g. `{ code }` */
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

/** The SDK demands a session id, and sends it back unread. */
export const SESSION_ID = 'unused';
const UNUSED = { sessionId: SESSION_ID, postBody: null, tenantId: null } as const;

/** Address of {@link HANDLER_SCRIPT}; in a file of its own, since the policy allows no script in a page. */
export const HANDLER_SCRIPT_PATH = `${HANDLER_PATH}.js`;

/** Sends the outcome of the sign-in to the app, and closes the window. */
export const HANDLER_SCRIPT = `
const event = JSON.parse(document.querySelector('main').dataset.event);
const channel = new BroadcastChannel(${JSON.stringify(POPUP_CHANNEL)});
channel.postMessage(event);
channel.close();
setTimeout(() => window.close(), 500);
`;

/** The page that sends the outcome to the app and closes itself. */
export function sendEventPage(response: ServerResponse, event: PopupEvent): void {
  const text = event.error?.message ?? 'You are signed in.';
  sendPage(response, 200, {
    title: 'Sign in',
    body: `<main data-event="${escapeHtml(JSON.stringify(event))}"><p>${escapeHtml(text)} You can close this window.</p></main>
<script src="${HANDLER_SCRIPT_PATH}"></script>`,
  });
}

export function sendMessagePage(
  response: ServerResponse,
  status: number,
  title: string,
  paragraphs: string[],
): void {
  const text = paragraphs.map((paragraph) => `<p>${escapeHtml(paragraph)}</p>`).join('\n');
  sendPage(response, status, { title, body: `<main><h1>${escapeHtml(title)}</h1>\n${text}</main>` });
}

/** @param page its `body` is HTML */
export function sendPage(
  response: ServerResponse,
  status: number,
  { title, body }: { readonly title: string; readonly body: string },
): void {
  // The popup goes on to the provider's pages. If ours were isolated from the app, the app would see its popup as closed.
  response.setHeader('Cross-Origin-Opener-Policy', 'unsafe-none');
  sendText(
    response,
    status,
    'text/html',
    `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)}</title>
<style>
body { font: 16px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 28rem; padding: 0 1rem; }
h1 { font-size: 1.25rem; }
</style>
${body}
</html>
`,
  );
}

export function escapeHtml(text: string): string {
  const entities: Record<string, string> = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
    "'": '&#39;',
  };
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}
