import type { Edit } from '#contract/ledger.ts';
import { NO_SUGGESTION, PENDING, type RowState, type RunEvent } from '#contract/ledger.ts';
import { BLANK, type MappingId, UNMATCHED } from '#model/classification.ts';
import { NO_MATCH } from '#model/mapping.ts';
import type { MappingLabelCache } from './MappingLabelCache.ts';
import { type RowCounts, ShownCounter } from './RowCounts.ts';

/** One row as it is drawn. `account` is undefined until it is known. */
export type RowView = {
  readonly description: string;
  readonly account: string | undefined;
  /** The keyword that decided, where one did. */
  readonly keyword: string | undefined;
  readonly suggestion: string | undefined;
};

/** Row i of `text` is `text.slice(starts[i], ends[i])`, unless `edits` has another. */
export type SheetRows = {
  readonly text: string;
  readonly starts: Uint32Array;
  readonly ends: Uint32Array;
  readonly edits: readonly Edit[];
};

export const NO_SHEET_ROWS: SheetRows = {
  text: '',
  starts: new Uint32Array(0),
  ends: new Uint32Array(0),
  edits: [],
};

/**
 * What is known of the rows of one text: the text, two offsets and a mapping id per row, and the few things that
 * only some rows have. What a row shows is put together when it is drawn.
 */
export class RowSheet {
  readonly #labels: MappingLabelCache;
  #rows = NO_SHEET_ROWS;
  #shown = new Int32Array(0);
  #edits = new Map<number, string>();
  readonly #suggested = new Map<number, MappingId>();
  readonly #counter = new ShownCounter();

  constructor(labels: MappingLabelCache) {
    this.#labels = labels;
  }

  get count(): number {
    return this.#shown.length;
  }

  get edits(): ReadonlyMap<number, string> {
    return this.#edits;
  }

  get counts(): RowCounts {
    return {
      all: this.#shown.length,
      ...this.#counter.shown,
      toVerify: this.#suggested.size,
      edited: this.#edits.size,
    };
  }

  row(index: number): RowView {
    const { text, starts, ends } = this.#rows;
    const id = this.#shown[index] ?? PENDING;
    const suggested = this.#suggested.get(index);
    return {
      description: this.#edits.get(index) ?? text.slice(starts[index], ends[index]),
      account: this.#accountOf(id),
      keyword: id < 0 ? undefined : this.#labels.get(id)?.keyword,
      suggestion: suggested === undefined ? undefined : this.#accountOf(suggested),
    };
  }

  /** The first row after `index` that is to be verified, beginning again at the top; undefined for none. */
  nextToVerify(index: number): number | undefined {
    const rows = [...this.#suggested.keys()].toSorted((a, b) => a - b);
    return rows.find((row) => row > index) ?? rows[0];
  }

  /** The next row after `index` that has no match, from the top again after the last. */
  nextNoMatch(index: number): number | undefined {
    const next = this.#shown.indexOf(UNMATCHED, index + 1);
    const found = next < 0 ? this.#shown.indexOf(UNMATCHED) : next;
    return found < 0 ? undefined : found;
  }

  /** Puts the rows of another text in place of these; none is classified yet. */
  replace(rows: SheetRows): void {
    this.#rows = rows;
    this.#shown = new Int32Array(rows.starts.length).fill(PENDING);
    this.#edits = new Map(rows.edits);
    this.#suggested.clear();
    this.#counter.reset();
    this.#labels.forget();
  }

  takeBatch({ from, ids, labels }: Extract<RunEvent, { kind: 'batch' }>): void {
    for (const id of ids) this.#counter.change(PENDING, id);
    this.#shown.set(ids, from);
    this.#labels.add(labels);
  }

  /** Shows the user's own text; the account follows from the worker. */
  edit(index: number, text: string): void {
    this.#edits.set(index, text);
  }

  apply(states: readonly RowState[]): void {
    for (const { row, shown, suggested } of states) {
      this.#counter.change(this.#shown[row] ?? PENDING, shown);
      this.#shown[row] = shown;
      if (suggested === NO_SUGGESTION) this.#suggested.delete(row);
      else this.#suggested.set(row, suggested);
    }
  }

  #accountOf(id: MappingId): string | undefined {
    if (id === UNMATCHED) return NO_MATCH;
    if (id === BLANK) return '';
    return id === PENDING ? undefined : this.#labels.get(id)?.glAccount;
  }
}

/** The changed rows one by one. */
export function changedStates({
  rows,
  shown,
  suggested,
}: Extract<RunEvent, { kind: 'changed' }>): RowState[] {
  return Array.from(rows, (row, i) => ({
    row,
    shown: shown[i] ?? PENDING,
    suggested: suggested[i] ?? NO_SUGGESTION,
  }));
}
