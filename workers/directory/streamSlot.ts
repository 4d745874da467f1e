/** So many streams a browser holds at any moment, over all its tabs. */
const SLOTS = 2;

/** A stream that is open while this worker holds a slot. */
type Stream = {
  open(): Promise<void>;
  close(): Promise<void>;
};

type StreamSlot = {
  /** The person uses this tab: it gets a slot, for which the tab that was used least recently gives up its own. */
  use(): void;
  /** Nobody sees this tab: its slot is free for others. */
  release(): void;
};

/** A tab was used, or is hidden. */
type Announcement = { readonly id: string; readonly isUsed: boolean };

type Browser = {
  /** Undefined outside of a secure context; then nothing is limited. */
  readonly locks: Pick<LockManager, 'request'> | undefined;
  /** Reaches the other tabs of this browser, not this one. */
  readonly channel: Pick<BroadcastChannel, 'postMessage' | 'onmessage'>;
  /** Unlike that of any other tab. */
  readonly id: string;
};

/** The browser that this worker runs in. */
export function thisBrowser(): Browser {
  return {
    locks: navigator.locks,
    channel: new BroadcastChannel('directory-stream'),
    id: crypto.randomUUID?.() ?? String(Math.random()),
  };
}

/**
 * Opens `stream` while this worker holds one of the browser's two slots. A browser allows six HTTP/1.1 connections per
 * host, each stream occupies one, and visibility alone does not limit their number: several windows can be visible.
 *
 * A slot is a Web Lock, so that the limit holds whatever becomes of a tab. The two tabs that were used last have the
 * slots: each use is announced, and a tab gives up its slot when two others have been used since its own last use and are not hidden.
 */
export function createStreamSlot(stream: Stream, { locks, channel, id }: Browser): StreamSlot {
  const usedSince = new Set<string>();
  /** Ends the request for a slot, or the hold of one; null while there is neither. */
  let giveUp: (() => void) | null = null;

  channel.onmessage = ({ data }: MessageEvent<Announcement>) => {
    if (data.isUsed) usedSince.add(data.id);
    else usedSince.delete(data.id);
    if (usedSince.size >= SLOTS) end();
  };

  function announce(isUsed: boolean): void {
    channel.postMessage({ id, isUsed } satisfies Announcement);
  }

  function end(): void {
    giveUp?.();
    giveUp = null;
  }

  function ask(): void {
    const request = new AbortController();
    const givenUp = new Promise<void>((resolve) => {
      giveUp = () => {
        request.abort();
        resolve();
      };
    });
    let isHeld = false;
    const hold = async () => {
      // Given up meanwhile, or the other slot was had first.
      if (isHeld || request.signal.aborted) return;
      isHeld = true;
      // Ends the request for the other slot; what is held is not affected.
      request.abort();
      await stream.open();
      await givenUp;
      await stream.close();
    };
    if (locks === undefined) void hold();
    for (let slot = 0; locks !== undefined && slot < SLOTS; slot++)
      locks.request(`directory-stream-${slot}`, { signal: request.signal }, hold).catch((error: unknown) => {
        // That is the end of a request that is not needed any more.
        if (!(error instanceof DOMException && error.name === 'AbortError')) console.error(error);
      });
  }

  return {
    use() {
      usedSince.clear();
      announce(true);
      if (giveUp === null) ask();
    },
    release() {
      announce(false);
      end();
    },
  };
}
