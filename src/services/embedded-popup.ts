import { POPUP_CHANNEL, type PopupEvent } from '../model/popupSignIn.ts';

/** What the SDK registers for the events of its popups. */
type EventHandler = (message: { readonly authEvent: PopupEvent }) => unknown;

let isPrepared = false;

/**
 * Lets the SDK's popup sign-in work with our own server. The SDK hears of its popup through an iframe of Google's
 * `gapi`, which it would fetch from the internet. It takes a `gapi` that is there already; this one has the few
 * functions the SDK calls, and hands on what the page in the popup tells over a BroadcastChannel of our origin.
 */
export function prepareEmbeddedPopup(): void {
  if (isPrepared) return;
  isPrepared = true;
  const handlers = new Map<string, EventHandler>();
  new BroadcastChannel(POPUP_CHANNEL).onmessage = ({ data }: MessageEvent<PopupEvent>) => {
    handlers.get('authEvent')?.({ authEvent: data });
  };
  const frame = {
    restyle: async () => {},
    ping: async (answered: () => void) => answered(),
    register: (name: string, handler: EventHandler) => handlers.set(name, handler),
    send: (_type: string, _message: unknown, answer: (result: readonly object[]) => void) => {
      try {
        answer([{ webStorageSupport: true }]);
      } catch {
        // The SDK throws inside this callback even when it is content with the answer.
      }
    },
  };
  const context = { open: (_options: unknown, onOpen: (opened: typeof frame) => unknown) => onOpen(frame) };
  const gapi = {
    iframes: { Iframe: true, CROSS_ORIGIN_IFRAMES_FILTER: true, getContext: () => context },
  };
  Object.assign(window, { gapi });
}
