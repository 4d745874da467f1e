import type { LedgerDatabase } from './database.ts';
import type { Timing } from './timing.ts';

/**
 * Interval of pings while a request waits for its answer, and until the first answer of a connection. All times here are in
 * milliseconds.
 */
const PING_INTERVAL_MS = 2_000;
/** Interval while nobody waits: pings would be most of what a hosted database charges. Proxies end what is silent for 30 s. */
const IDLE_INTERVAL_MS = 25_000;
/** Time-out of an answer. It doubles each time, up to the maximum, so that a long list gets through a slow line at last. */
const TIMEOUT_MS = 2_500;
const MAX_TIMEOUT_MS = 40_000;
/** Time-out of an attempt to connect; another attempt follows. */
const ATTEMPT_MS = 3_500;
/** Every so many attempts, one may take longer: a line with a delay of a second would never connect otherwise. */
const ATTEMPTS_TO_LONG_ONE = 20;
const LONG_ATTEMPT_MS = 10_000;
/** After every so many attempts, it is found out whether only WebSockets fail; before the first connection, at once, too. */
const ATTEMPTS_TO_SEARCH = 8;
/** A shorter gap is not reported. */
const GRACE_MS = 1_000;
/** The first connection may take longer. */
const FIRST_GRACE_MS = 4_000;

type Options = {
  readonly database: Pick<LedgerDatabase, 'watchConnection' | 'ping' | 'reconnect' | 'findBlockedSockets'>;
  readonly timing: Pick<Timing, 'after'>;
  /** @param blocked see {@link LedgerDatabase.findBlockedSockets}; null while the server is connected */
  onChange(isConnected: boolean, blocked: string | null): void;
};

/**
 * Detects that the connection is lost, and restores it within five seconds once the server can be reached again, as long as
 * the page is visible. A closed line is detected at once; one that has gone silent within five seconds while somebody waits for
 * an answer, else within half a minute. Left alone, the SDK does not notice a silent line, pauses for up to five minutes
 * between its attempts, and gets no `online` events in a worker.
 */
export class ConnectionMonitor {
  readonly #options: Options;
  #isUp = false;
  #reported: boolean | null = null;
  #hasBeenUp = false;
  #isSearching = false;
  #blocked: string | null = null;
  #isVisible = true;
  #isPinging = false;
  /** Those that wait for their answer. */
  readonly #requests = new Set<object>();
  #timeout = TIMEOUT_MS;
  #attempts = 0;
  /** Cancels the next step: a ping, the time-out of one, or an attempt to connect. */
  #cancelNext = () => {};
  /** Cancels the ping for a request that is not answered soon. */
  #cancelSoon = () => {};
  #cancelGrace = () => {};

  constructor(options: Options) {
    this.#options = options;
    this.#cancelGrace = options.timing.after(FIRST_GRACE_MS, () => this.#report(false));
    options.database.watchConnection((isUp) => this.#onConnection(isUp));
  }

  /**
   * Whether the page is visible; while it is not, nothing is sent. Call it again when the network has changed: the
   * connection is then checked at once.
   */
  setVisible(isVisible: boolean): void {
    // A check is under way: its time goes on.
    if (isVisible && this.#isVisible && this.#isUp && this.#isPinging) return;
    this.#isVisible = isVisible;
    this.#cancelNext();
    if (!isVisible) return;
    if (this.#isUp) this.#ping();
    else this.#attempt();
  }

  /** Notes a request that waits for its answer; returns its end. An answer that comes soon costs no ping. */
  beginRequest(): () => void {
    const request = {};
    this.#requests.add(request);
    if (this.#requests.size === 1) {
      this.#cancelSoon = this.#options.timing.after(PING_INTERVAL_MS, () => {
        if (this.#isUp && this.#isVisible && !this.#isPinging) this.#ping();
      });
    }
    return () => {
      this.#requests.delete(request);
      if (this.#requests.size === 0) this.#cancelSoon();
    };
  }

  #onConnection(isUp: boolean): void {
    const wasUp = this.#isUp;
    this.#isUp = isUp;
    if (isUp) {
      this.#hasBeenUp = true;
      this.#blocked = null;
      this.#attempts = 0;
      this.#cancelGrace();
      this.#report(true);
      // The SDK sends a ping again that waited for the connection.
      if (this.#isPinging) this.#awaitAnswer();
      else this.#next(PING_INTERVAL_MS, () => this.#ping());
      return;
    }
    if (wasUp && this.#reported) {
      this.#cancelGrace = this.#options.timing.after(GRACE_MS, () => this.#report(false));
    }
    this.#awaitAttempt();
  }

  #ping(): void {
    if (!this.#isPinging) {
      this.#isPinging = true;
      void this.#options.database.ping().finally(() => this.#onAnswer());
    }
    this.#awaitAnswer();
  }

  #awaitAnswer(): void {
    this.#next(this.#timeout, () => {
      this.#timeout = Math.min(2 * this.#timeout, MAX_TIMEOUT_MS);
      this.#cancelGrace();
      this.#report(false);
      this.#attempt();
    });
  }

  #onAnswer(): void {
    this.#isPinging = false;
    this.#timeout = TIMEOUT_MS;
    const interval = this.#requests.size > 0 ? PING_INTERVAL_MS : IDLE_INTERVAL_MS;
    if (this.#isUp) this.#next(interval, () => this.#ping());
  }

  #attempt(): void {
    this.#attempts++;
    this.#options.database.reconnect();
    if (this.#isUp) return;
    if (this.#attempts % ATTEMPTS_TO_SEARCH === 0) void this.#searchBlockade();
    this.#awaitAttempt();
  }

  #awaitAttempt(): void {
    const isLong = this.#attempts % ATTEMPTS_TO_LONG_ONE === ATTEMPTS_TO_LONG_ONE - 1;
    this.#next(isLong ? LONG_ATTEMPT_MS : ATTEMPT_MS, () => this.#attempt());
  }

  #next(milliseconds: number, act: () => void): void {
    this.#cancelNext();
    if (this.#isVisible) this.#cancelNext = this.#options.timing.after(milliseconds, act);
  }

  #report(isConnected: boolean): void {
    if (isConnected === this.#reported) return;
    this.#reported = isConnected;
    this.#options.onChange(isConnected, this.#blocked);
    if (!isConnected && !this.#hasBeenUp) void this.#searchBlockade();
  }

  async #searchBlockade(): Promise<void> {
    if (this.#isSearching) return;
    this.#isSearching = true;
    const blocked = await this.#options.database.findBlockedSockets();
    this.#isSearching = false;
    if (this.#reported !== false || blocked === this.#blocked) return;
    this.#blocked = blocked;
    this.#options.onChange(false, blocked);
  }
}
