import type { LedgerEvent, ListStatus } from '#contract/ledger.ts';
import type { Timing } from '../timing.ts';
import type { MappingList } from './MappingList.ts';

/**
 * Time-outs, in milliseconds; then the page gets the event that the server does not answer. The version of the list, the
 * first answer, is short: without it nothing is to be expected, and the access before may have taken 1.5 s, so that
 * together the page says so within 5 s. Over a slow connection a long list takes its time.
 */
const FIRST_ANSWER_TIMEOUT_MS = 3_500;
const LOAD_TIMEOUT_MS = 15_000;

type ListNow = Pick<MappingList, 'classifier' | 'entries' | 'isConfirmed' | 'cachedAt' | 'mismatch'>;

/** Sends the page the {@link ListStatus}. */
export class ListStatusPublisher {
  readonly #timing: Pick<Timing, 'after'>;
  readonly #emit: (event: LedgerEvent) => void;
  readonly #listNow: () => ListNow;
  #isConnected = false;
  /** Whether the version of the list has come since reading began. */
  #isAnswered = false;
  /** `late`: the time for the first answer is over; `over`: the page has got the event that the server does not answer. */
  #waiting: 'not' | 'early' | 'late' | 'over' = 'not';
  #cancelTimeout = () => {};

  constructor(timing: Pick<Timing, 'after'>, emit: (event: LedgerEvent) => void, listNow: () => ListNow) {
    this.#timing = timing;
    this.#emit = emit;
    this.#listNow = listNow;
  }

  /** Call it when the list begins to be read. */
  loading(): void {
    this.#publish({ kind: 'loading' });
    this.#startWaiting();
  }

  /** Call it when the connection to the server was made or lost. */
  connection(isConnected: boolean): void {
    this.#isConnected = isConnected;
    if (!isConnected && this.#waiting === 'late') this.#onTimeout();
    // The list is on its way: reading it is tried again at each connection.
    if (isConnected && this.#waiting === 'over') this.#resumeWaiting();
  }

  /** Call it when the version of the list has come: the list is on its way. */
  answered(): void {
    if (this.#isConnected && this.#waiting === 'over') this.#resumeWaiting();
    this.#isAnswered = true;
  }

  /** Call it when a list is here, the stored or the cached one, or has changed. */
  available(isUnreachable = false): void {
    const { isConfirmed, cachedAt, mismatch, entries } = this.#listNow();
    const { size } = entries;
    if (isConfirmed) this.#stopWaiting('not');
    if (mismatch !== null) {
      this.#publish({ kind: 'mismatch', size, mismatch });
      return;
    }
    this.#publish(
      isConfirmed || cachedAt === null
        ? { kind: 'ready', size }
        : { kind: 'cached', size, cachedAt, isUnreachable },
    );
  }

  failed(reason: Extract<ListStatus, { kind: 'failed' }>['reason']): void {
    this.#stopWaiting('not');
    this.#publish({ kind: 'failed', reason });
  }

  #resumeWaiting(): void {
    if (this.#listNow().classifier === null) this.loading();
    else {
      this.available();
      this.#startWaiting();
    }
  }

  #startWaiting(): void {
    this.#stopWaiting('early');
    this.#isAnswered = false;
    const cancelLate = this.#timing.after(FIRST_ANSWER_TIMEOUT_MS, () => {
      this.#waiting = 'late';
      if (!this.#isConnected || !this.#isAnswered) this.#onTimeout();
    });
    const cancelOver = this.#timing.after(LOAD_TIMEOUT_MS, () => this.#onTimeout());
    this.#cancelTimeout = () => {
      cancelLate();
      cancelOver();
    };
  }

  #stopWaiting(next: 'not' | 'early' | 'over'): void {
    this.#cancelTimeout();
    this.#cancelTimeout = () => {};
    this.#waiting = next;
  }

  /** A cached list serves until the server answers. */
  #onTimeout(): void {
    this.#stopWaiting('over');
    if (this.#listNow().classifier === null) this.#publish({ kind: 'failed', reason: 'unreachable' });
    else this.available(true);
  }

  #publish(status: ListStatus): void {
    this.#emit({ kind: 'list', status });
  }
}
