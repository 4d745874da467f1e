/**
 * Name of the BroadcastChannel on which the page in the sign-in popup of the embedded backend
 * (`/emulator/auth/handler`) tells the app how the sign-in went.
 */
export const POPUP_CHANNEL = 'gl-classifier-popup';

/** The one message on the channel: an event in the form the Firebase SDK takes from its popup. */
export type PopupEvent = {
  /** As the SDK asked, e.g. `signInViaPopup`. */
  readonly type: string;
  /** Echo of the id under which the SDK waits; events of other popups must be ignored. */
  readonly eventId: string;
  /** Address whose query proves who signed in; null when the sign-in failed. Becomes `requestUri`. */
  readonly urlResponse: string | null;
  readonly sessionId: string;
  readonly postBody: null;
  readonly tenantId: null;
  readonly error?: { readonly code: string; readonly message: string };
};
