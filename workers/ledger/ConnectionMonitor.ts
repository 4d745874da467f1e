import type { LedgerDatabase } from './database.ts';
import type { Timing } from './timing.ts';

/** So often the server is asked for a sign of life while somebody looks at the page. Milliseconds. */
const BEAT_MS = 2_000;
/** So long its answer may take. A slow line is given more each time, so that a long list gets through at last. */
const TIMEOUT_MS = 2_500;
const MAX_PATIENCE_MS = 40_000;
/** An attempt to connect that has not succeeded by then is given up for another. */
const ATTEMPT_MS = 3_500;
/** One of so many attempts may take longer: a line with a second's delay would never connect otherwise. */
const ATTEMPTS_TO_LONG_ONE = 20;
const LONG_ATTEMPT_MS = 10_000;
/** A gap shorter than this is not told. */
const GRACE_MS = 1_000;
/** The first connection may take longer. */
const FIRST_GRACE_MS = 4_000;

type Parts = {
  readonly database: Pick<LedgerDatabase, 'watchConnection' | 'ping' | 'reconnect'>;
  readonly timing: Pick<Timing, 'after'>;
  onChange(isConnected: boolean): void;
};

/**
 * Finds out within five seconds that the connection is gone, and brings it back within five seconds when it can be
 * had again, as long as somebody looks at the page. Left alone, the SDK does not notice a line that has gone silent,
 * pauses for up to five minutes between its attempts, and in a worker hears nothing of the network's return.
 */
export class ConnectionMonitor {
  readonly #parts: Parts;
  readonly #endWatch: () => void;
  #isUp = false;
  #isTold: boolean | null = null;
  #isVisible = true;
  #isBeating = false;
  #patience = TIMEOUT_MS;
  #attempts = 0;
  /** What comes next for the connection: a beat, the end of patience with one, or the next attempt. */
  #callOffNext = () => {};
  #callOffGrace = () => {};

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#callOffGrace = parts.timing.after(FIRST_GRACE_MS, () => this.#tell(false));
    this.#endWatch = parts.database.watchConnection((isUp) => this.#hear(isUp));
  }

  /**
   * Whether somebody looks at the page. While nobody does, nothing is sent. Call it again when the
   * network has changed: the connection is then checked at once.
   */
  setVisible(isVisible: boolean): void {
    this.#isVisible = isVisible;
    this.#callOffNext();
    if (!isVisible) return;
    if (this.#isUp) this.#beat();
    else this.#attempt();
  }

  stop(): void {
    this.#endWatch();
    this.#callOffNext();
    this.#callOffGrace();
  }

  #hear(isUp: boolean): void {
    const wasUp = this.#isUp;
    this.#isUp = isUp;
    if (isUp) {
      this.#attempts = 0;
      this.#callOffGrace();
      this.#tell(true);
      // A beat that waited for the connection is sent again by the SDK.
      if (this.#isBeating) this.#awaitAnswer();
      else this.#next(BEAT_MS, () => this.#beat());
      return;
    }
    if (wasUp && this.#isTold) {
      this.#callOffGrace = this.#parts.timing.after(GRACE_MS, () => this.#tell(false));
    }
    this.#awaitAttempt();
  }

  #beat(): void {
    if (!this.#isBeating) {
      this.#isBeating = true;
      // A refusal is a sign of life as well.
      void this.#parts.database.ping().finally(() => this.#hearAnswer());
    }
    this.#awaitAnswer();
  }

  #awaitAnswer(): void {
    this.#next(this.#patience, () => {
      this.#patience = Math.min(2 * this.#patience, MAX_PATIENCE_MS);
      this.#callOffGrace();
      this.#tell(false);
      this.#attempt();
    });
  }

  #hearAnswer(): void {
    this.#isBeating = false;
    this.#patience = TIMEOUT_MS;
    if (this.#isUp) this.#next(BEAT_MS, () => this.#beat());
  }

  #attempt(): void {
    this.#attempts++;
    this.#parts.database.reconnect();
    if (!this.#isUp) this.#awaitAttempt();
  }

  #awaitAttempt(): void {
    const isLong = this.#attempts % ATTEMPTS_TO_LONG_ONE === ATTEMPTS_TO_LONG_ONE - 1;
    this.#next(isLong ? LONG_ATTEMPT_MS : ATTEMPT_MS, () => this.#attempt());
  }

  #next(milliseconds: number, act: () => void): void {
    this.#callOffNext();
    if (this.#isVisible) this.#callOffNext = this.#parts.timing.after(milliseconds, act);
  }

  #tell(isConnected: boolean): void {
    if (isConnected === this.#isTold) return;
    this.#isTold = isConnected;
    this.#parts.onChange(isConnected);
  }
}
