import type { Preview, PreviewedRow } from '#contract/preview.ts';
import { UNMATCHED } from '#model/classification.ts';
import { type Mapping, NO_MATCH } from '#model/mapping.ts';
import type { ResultTable } from '../rows/ResultTable.ts';

/** Of rows that get an account, of those that would get another one, and of those that would lose theirs: each so many. */
const MAX_EXAMPLES = 10;

/** Counts the rows that a change of the list would change, and has the first ones of each kind. */
export class ChangedRows {
  /** By row, the account that it would get; null for none. */
  readonly moved = new Map<number, string | null>();
  /** Rows that are still to be classified: what becomes of them is not known. */
  pending = 0;
  readonly #table: ResultTable;
  readonly #gained: PreviewedRow[] = [];
  readonly #changed: PreviewedRow[] = [];
  readonly #lost: PreviewedRow[] = [];
  #unmatched = 0;
  #lostCount = 0;

  constructor(table: ResultTable) {
    this.#table = table;
  }

  /** @param winner after the change; undefined for none */
  add(row: number, winner: Mapping | undefined): void {
    const table = this.#table;
    const answer = table.mapping(table.answerId(row));
    if (winner?.key === answer?.key && winner?.glAccount === answer?.glAccount) return;
    const from = table.shown(row) === UNMATCHED ? null : table.account(row);
    const to = winner?.glAccount ?? null;
    if (from !== null && !table.wouldSuggest(row, to ?? NO_MATCH)) return;
    this.moved.set(row, to);
    if (from === null) this.#unmatched++;
    else if (to === null) this.#lostCount++;
    const kind = from === null ? this.#gained : to === null ? this.#lost : this.#changed;
    if (kind.length < MAX_EXAMPLES) kind.push({ text: table.description(row), from, to });
  }

  /** Of these rows, how many get an account. */
  gainedOf(rows: ReadonlySet<number>): number {
    return [...rows].filter((row) => this.moved.has(row) && this.#table.shown(row) === UNMATCHED).length;
  }

  get counts(): Pick<Preview, 'unmatched' | 'others' | 'lost' | 'pending' | 'examples'> {
    return {
      unmatched: this.#unmatched,
      others: this.moved.size - this.#unmatched,
      lost: this.#lostCount,
      pending: this.pending,
      examples: [...this.#gained, ...this.#changed, ...this.#lost],
    };
  }
}
