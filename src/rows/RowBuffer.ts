import {
  type Edit,
  FIRST_CHOSEN_ID,
  type MappingLabel,
  NO_SUGGESTION,
  PENDING,
  type RowState,
  type RunEvent,
} from '#contract/ledger.ts';
import { isBlankId, type MappingId, type NoPayment, noPaymentOf, UNMATCHED } from '#model/classification.ts';
import { NO_MATCH } from '#model/mapping.ts';
import { AnswerCache } from '../services/AnswerCache.ts';

/** One row as it is drawn. `account` is undefined until it is known. */
export type RowView = {
  readonly description: string;
  readonly account: string | undefined;
  /** Null for a payment, and for a blank line. */
  readonly noPayment: NoPayment | null;
  /** The keyword that decided, where one did. */
  readonly keyword: string | undefined;
  readonly suggestion: string | undefined;
  /** Whether somebody gave the row its account, which no mapping has. */
  readonly isChosen: boolean;
  /** Whether the description is no longer the pasted one. */
  readonly isEdited: boolean;
};

/** Numbers of rows of each kind. `all` is `matched + toVerify + noMatch + blank +` the pending ones. */
export type RowCounts = {
  readonly all: number;
  readonly matched: number;
  readonly noMatch: number;
  readonly blank: number;
  readonly toVerify: number;
  /** Rows with a text or an account of their own. */
  readonly edited: number;
};

export const NO_COUNTS: RowCounts = { all: 0, matched: 0, noMatch: 0, blank: 0, toVerify: 0, edited: 0 };

/** Row i of `text` is `text.slice(starts[i], ends[i])`, unless `edits` has another. */
export type SheetRows = {
  readonly text: string;
  readonly starts: Uint32Array;
  readonly ends: Uint32Array;
  readonly edits: readonly Edit[];
};

export const EMPTY_ROW_BUFFER: SheetRows = {
  text: '',
  starts: new Uint32Array(0),
  ends: new Uint32Array(0),
  edits: [],
};

/** Requests the labels of mappings, in the given order. */
type LabelRequest = (ids: readonly MappingId[]) => Promise<readonly (MappingLabel | undefined)[]>;

/**
 * What is known of the rows of one text: the text, two offsets and a mapping id per row, and the few things that only
 * some rows have. A row's view is put together when it is drawn.
 */
export class RowBuffer {
  /** The labels of the mappings that rows show. */
  readonly #labels: AnswerCache<MappingId, MappingLabel>;
  #rows = EMPTY_ROW_BUFFER;
  #shown = new Int32Array(0);
  #edits = new Map<number, string>();
  readonly #suggested = new Map<number, MappingId>();
  readonly #chosen = new Set<number>();
  #counter = new ShownCounter();

  /** `onLabels` is called when labels that were requested have come. */
  constructor(requestLabels: LabelRequest, onLabels: () => void) {
    this.#labels = new AnswerCache(requestLabels, onLabels);
  }

  get count(): number {
    return this.#shown.length;
  }

  get edits(): ReadonlyMap<number, string> {
    return this.#edits;
  }

  get counts(): RowCounts {
    const toVerify = new ShownCounter();
    for (const row of this.#suggested.keys()) toVerify.change(PENDING, this.#shown[row] ?? PENDING);
    const { matched, noMatch, blank } = this.#counter.shown;
    return {
      all: this.#shown.length,
      matched: matched - toVerify.shown.matched,
      noMatch: noMatch - toVerify.shown.noMatch,
      blank: blank - toVerify.shown.blank,
      toVerify: this.#suggested.size,
      edited: this.#edits.size + [...this.#chosen].filter((row) => !this.#edits.has(row)).length,
    };
  }

  row(index: number): RowView {
    const id = this.#shown[index] ?? PENDING;
    const suggested = this.#suggested.get(index);
    return {
      description: this.#edits.get(index) ?? this.#pastedText(index),
      account: this.#accountOf(id),
      noPayment: noPaymentOf(id),
      keyword: id < 0 ? undefined : this.#labels.get(id)?.keyword,
      suggestion: suggested === undefined ? undefined : this.#accountOf(suggested),
      isChosen: id >= FIRST_CHOSEN_ID,
      isEdited: this.#edits.has(index),
    };
  }

  /** The next row after `index` that has to be verified, from the top again after the last; undefined for none. */
  nextToVerify(index: number): number | undefined {
    const rows = [...this.#suggested.keys()].toSorted((a, b) => a - b);
    return rows.find((row) => row > index) ?? rows[0];
  }

  /** The next row after `index` without a match, from the top again after the last; undefined for none. */
  nextNoMatch(index: number): number | undefined {
    const next = this.#shown.indexOf(UNMATCHED, index + 1);
    const found = next < 0 ? this.#shown.indexOf(UNMATCHED) : next;
    return found < 0 ? undefined : found;
  }

  /** Replaces the rows by those of another text, all of them pending. */
  replace(rows: SheetRows): void {
    this.#rows = rows;
    this.#shown = new Int32Array(rows.starts.length).fill(PENDING);
    this.#edits = new Map(rows.edits);
    this.#suggested.clear();
    this.#chosen.clear();
    this.#counter = new ShownCounter();
    this.#labels.clear();
  }

  /** Sets the answers of a batch of pending rows. */
  takeBatch({ from, ids, labels }: Extract<RunEvent, { kind: 'batch' }>): void {
    ids.forEach((id, i) => {
      this.#counter.change(PENDING, id);
      this.#noteChosen(from + i, id);
    });
    this.#shown.set(ids, from);
    for (const [id, label] of labels) this.#labels.set(id, label);
  }

  /** Sets the user's own text; the worker sends the account. The pasted text makes it an unedited row again. */
  edit(index: number, text: string): void {
    if (text === this.#pastedText(index)) this.#edits.delete(index);
    else this.#edits.set(index, text);
  }

  /** Sets what classified rows show now. */
  apply(states: readonly RowState[]): void {
    for (const { row, shown, suggested } of states) {
      this.#counter.change(this.#shown[row] ?? PENDING, shown);
      this.#shown[row] = shown;
      this.#noteChosen(row, shown);
      if (suggested === NO_SUGGESTION) this.#suggested.delete(row);
      else this.#suggested.set(row, suggested);
    }
  }

  #noteChosen(row: number, shown: MappingId): void {
    if (shown >= FIRST_CHOSEN_ID) this.#chosen.add(row);
    else if (this.#chosen.size > 0) this.#chosen.delete(row);
  }

  /** Empty beyond the last row: until the next frame, rows of the former text may be drawn that this one does not have. */
  #pastedText(index: number): string {
    const { text, starts, ends } = this.#rows;
    return text.slice(starts[index] ?? text.length, ends[index]);
  }

  #accountOf(id: MappingId): string | undefined {
    if (id === UNMATCHED) return NO_MATCH;
    if (isBlankId(id)) return '';
    return id === PENDING ? undefined : this.#labels.get(id)?.glAccount;
  }
}

/** The rows of a `changed` event one by one. */
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

/** Counts rows by what they show, one change at a time. */
class ShownCounter {
  readonly shown = { matched: 0, noMatch: 0, blank: 0 };

  /** A row that showed `before` shows `after` now. */
  change(before: number, after: number): void {
    this.#add(before, -1);
    this.#add(after, 1);
  }

  #add(id: number, by: number): void {
    if (id >= 0) this.shown.matched += by;
    else if (id === UNMATCHED) this.shown.noMatch += by;
    else if (isBlankId(id)) this.shown.blank += by;
  }
}
