import type { LedgerEvent, ListStatus } from '#contract/ledger.ts';
import type { Timing } from '../timing.ts';
import type { MappingList } from './MappingList.ts';

/** How long the page waits for a first answer before it is told that there is none. Milliseconds. */
const LOAD_PATIENCE_MS = 15_000;

type ListNow = Pick<MappingList, 'classifier' | 'entries' | 'isConfirmed' | 'cachedAt'>;

/** Tells the page how it stands with the mapping list, and loses patience when nothing is heard of it. */
export class ListStatusPublisher {
  readonly #timing: Pick<Timing, 'after'>;
  readonly #emit: (event: LedgerEvent) => void;
  readonly #listNow: () => ListNow;
  #endPatience = () => {};

  constructor(timing: Pick<Timing, 'after'>, emit: (event: LedgerEvent) => void, listNow: () => ListNow) {
    this.#timing = timing;
    this.#emit = emit;
    this.#listNow = listNow;
  }

  /** The list is being read. */
  loading(): void {
    this.#tell({ kind: 'loading' });
    this.#endPatience();
    this.#endPatience = this.#timing.after(LOAD_PATIENCE_MS, () => this.#onTimeout());
  }

  /** A list is here, the stored one or what was kept of an earlier visit, or it has changed. */
  here(isUnreachable = false): void {
    const { isConfirmed, cachedAt, entries } = this.#listNow();
    const { size } = entries;
    if (isConfirmed) this.#endPatience();
    this.#tell(
      isConfirmed || cachedAt === null
        ? { kind: 'ready', size }
        : { kind: 'cached', size, cachedAt, isUnreachable },
    );
  }

  failed(reason: Extract<ListStatus, { kind: 'failed' }>['reason']): void {
    this.#endPatience();
    this.#tell({ kind: 'failed', reason });
  }

  /** Says nothing more by itself. */
  close(): void {
    this.#endPatience();
  }

  /** A list that is kept of an earlier visit serves until the server answers. */
  #onTimeout(): void {
    if (this.#listNow().classifier === null) this.failed('unreachable');
    else this.here(true);
  }

  #tell(status: ListStatus): void {
    this.#emit({ kind: 'list', status });
  }
}
