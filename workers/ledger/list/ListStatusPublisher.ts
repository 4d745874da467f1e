import type { LedgerEvent, ListStatus } from '#contract/ledger.ts';
import type { Timing } from '../timing.ts';
import type { MappingList } from './MappingList.ts';

/** Time-out of the first answer, in milliseconds; then the page gets the event that the server does not answer. */
const LOAD_TIMEOUT_MS = 15_000;

type ListNow = Pick<MappingList, 'classifier' | 'entries' | 'isConfirmed' | 'cachedAt' | 'difference'>;

/** Sends the page the {@link ListStatus}. */
export class ListStatusPublisher {
  readonly #timing: Pick<Timing, 'after'>;
  readonly #emit: (event: LedgerEvent) => void;
  readonly #listNow: () => ListNow;
  #cancelTimeout = () => {};

  constructor(timing: Pick<Timing, 'after'>, emit: (event: LedgerEvent) => void, listNow: () => ListNow) {
    this.#timing = timing;
    this.#emit = emit;
    this.#listNow = listNow;
  }

  /** Call it when the list begins to be read. */
  loading(): void {
    this.#publish({ kind: 'loading' });
    this.#cancelTimeout();
    this.#cancelTimeout = this.#timing.after(LOAD_TIMEOUT_MS, () => this.#onTimeout());
  }

  /** Call it when a list is here, the stored or the cached one, or has changed. */
  available(isUnreachable = false): void {
    const { isConfirmed, cachedAt, difference, entries } = this.#listNow();
    const { size } = entries;
    if (isConfirmed) this.#cancelTimeout();
    if (difference !== null) {
      this.#publish({ kind: 'differs', size, difference });
      return;
    }
    this.#publish(
      isConfirmed || cachedAt === null
        ? { kind: 'ready', size }
        : { kind: 'cached', size, cachedAt, isUnreachable },
    );
  }

  failed(reason: Extract<ListStatus, { kind: 'failed' }>['reason']): void {
    this.#cancelTimeout();
    this.#publish({ kind: 'failed', reason });
  }

  /** Ends the time-out. */
  close(): void {
    this.#cancelTimeout();
  }

  /** A cached list serves until the server answers. */
  #onTimeout(): void {
    if (this.#listNow().classifier === null) this.failed('unreachable');
    else this.available(true);
  }

  #publish(status: ListStatus): void {
    this.#emit({ kind: 'list', status });
  }
}
