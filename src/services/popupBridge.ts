import { POPUP_CHANNEL, type PopupEvent } from '#model/popupSignIn.ts';

/**
 * Replaces Google's script through which the SDK gets the answer of its sign-in popup: a hidden frame of the
 * auth domain, opened by `gapi.iframes`. On the embedded backend the popup shows pages of our own origin, which
 * speak on a BroadcastChannel; with this in place the SDK loads nothing from elsewhere and listens to that.
 * Call it before `signInWithPopup`; further calls do nothing.
 */
export function installPopupBridge(): void {
  const scope = globalThis as { gapi?: unknown };
  scope.gapi ??= {
    iframes: {
      Iframe: true,
      CROSS_ORIGIN_IFRAMES_FILTER: null,
      getContext: () => ({
        open: (_options: object, ready: (frame: Frame) => unknown) => ready(openFrame()),
      }),
    },
  };
}

type Answer = (answer: unknown) => void;
type Handler = (message: { readonly authEvent: PopupEvent }) => unknown;

/** The part of a gapi frame that the SDK uses (`platform_browser/iframe/iframe.ts` in its source). */
type Frame = {
  restyle(): Promise<void>;
  ping(answer: Answer): Promise<void>;
  register(name: string, handler: Handler): void;
  send(type: string, message: unknown, answer: Answer): void;
};

function openFrame(): Frame {
  return {
    restyle: () => Promise.resolve(),
    ping: (answer) => {
      answer(undefined);
      return Promise.resolve();
    },
    register: (_name, handler) => {
      // Open as long as the page is: the SDK registers once and then waits for all its popups.
      new BroadcastChannel(POPUP_CHANNEL).onmessage = ({ data }: MessageEvent<PopupEvent>) =>
        handler({ authEvent: data });
    },
    send: (_type, _message, answer) => {
      try {
        answer([{ webStorageSupport: true }]);
      } catch {
        // The SDK throws in this callback in any case, after it has taken the answer.
      }
    },
  };
}
