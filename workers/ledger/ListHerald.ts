import type { LedgerEvent, ListStatus } from './events.ts';
import type { Timing } from './timing.ts';

/** How long the page waits for a first answer before it is told that there is none. Milliseconds. */
const LOAD_PATIENCE_MS = 15_000;

/** Tells the page how it stands with the mapping list, and loses patience when nothing is heard of it. */
export class ListHerald {
  readonly #timing: Pick<Timing, 'after'>;
  readonly #emit: (event: LedgerEvent) => void;
  #endPatience = () => {};

  constructor(timing: Pick<Timing, 'after'>, emit: (event: LedgerEvent) => void) {
    this.#timing = timing;
    this.#emit = emit;
  }

  /** The list is being read. */
  loading(): void {
    this.#tell({ kind: 'loading' });
    this.#endPatience();
    this.#endPatience = this.#timing.after(LOAD_PATIENCE_MS, () => this.failed('unreachable'));
  }

  /** The list is there, or has changed. */
  ready(size: number): void {
    this.#endPatience();
    this.#tell({ kind: 'ready', size });
  }

  failed(reason: Extract<ListStatus, { kind: 'failed' }>['reason']): void {
    this.#endPatience();
    this.#tell({ kind: 'failed', reason });
  }

  /** Says nothing more by itself. */
  close(): void {
    this.#endPatience();
  }

  #tell(status: ListStatus): void {
    this.#emit({ kind: 'list', status });
  }
}
