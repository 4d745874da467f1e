import type { Edit } from '#contract/ledger.ts';
import { type MappingLabel, NO_SUGGESTION, PENDING, type RowState } from '#contract/ledger.ts';
import type { Classifier, ClassifierChange, Rows } from '#engine/classifier.ts';
import { rowText } from '#engine/rows.ts';
import { BLANK, type MappingId, UNMATCHED } from '#model/classification.ts';
import { type Mapping, NO_MATCH } from '#model/mapping.ts';
import type { RowRange } from './ClassificationRun.ts';
import type { Pasted } from './pasted.ts';

/**
 * The rows of one text and what is known of each: the account it shows, the classifier's present answer, and
 * whether the user has declined that answer. A row is to be verified when a change of the mapping list has made
 * the answer's account another than the real one it shows (design §9).
 */
export class ResultTable {
  readonly pasted: Pasted;
  readonly rows: Rows;
  readonly #shown: Int32Array;
  readonly #answers: Int32Array;
  readonly #edits: Map<number, string>;
  /** By row, the suggested account that the user turned down. */
  readonly #declined = new Map<number, string>();
  /** Mappings that have left the list while rows show them. */
  readonly #former = new Map<MappingId, Mapping>();
  readonly #classifierNow: () => Classifier | null;
  #blankRows = 0;

  /** `classifierNow` is null while the mapping list is not there; after that it stays the same one. */
  constructor(pasted: Pasted, edits: Iterable<Edit>, classifierNow: () => Classifier | null) {
    this.pasted = pasted;
    this.rows = pasted.rows;
    this.#edits = new Map([...edits].filter(([row]) => row < pasted.rows.count));
    this.#classifierNow = classifierNow;
    this.#shown = new Int32Array(pasted.rows.count).fill(PENDING);
    this.#answers = new Int32Array(pasted.rows.count).fill(PENDING);
  }

  /** Rows classified so far that were blank. */
  get blankRows(): number {
    return this.#blankRows;
  }

  /** The user's own texts, by row. */
  get edits(): ReadonlyMap<number, string> {
    return this.#edits;
  }

  /** The mapping id that a row shows, or what stands in its place. */
  shown(row: number): MappingId {
    return this.#shown[row] ?? PENDING;
  }

  /** The description of a row as it stands, edits included. */
  description(row: number): string {
    return this.#edits.get(row) ?? rowText(this.rows, row);
  }

  /** Shown account: empty for a blank row. */
  account(row: number): string {
    return this.#accountOf(this.#shown[row] ?? PENDING);
  }

  /** How a mapping that rows show is drawn, even when it has left the list; undefined when none shows it any more. */
  label(id: MappingId): MappingLabel | undefined {
    const mapping = this.#mapping(id);
    return mapping && { glAccount: mapping.glAccount, keyword: mapping.description };
  }

  state(row: number): RowState {
    return { row, shown: this.#shown[row] ?? PENDING, suggested: this.#suggestion(row) };
  }

  /** The suggested account of a row that is to be verified. */
  suggestedAccount(row: number): string | undefined {
    const suggested = this.#suggestion(row);
    return suggested === NO_SUGGESTION ? undefined : this.#accountOf(suggested);
  }

  /** Classifies rows for the first time; returns their ids, to be kept by the caller. */
  classifyBatch({ from, to }: RowRange): Int32Array<ArrayBuffer> {
    const ids = new Int32Array(to - from);
    this.#classifierNow()?.classifyRows(this.rows, from, to, ids);
    for (const row of this.#edits.keys()) {
      if (row >= from && row < to) ids[row - from] = this.#ask(row);
    }
    for (const id of ids) if (id === BLANK) this.#blankRows++;
    this.#shown.set(ids, from);
    this.#answers.set(ids, from);
    return ids;
  }

  /** Takes the user's own text for a row; its account applies at once. */
  edit(row: number, text: string): RowState {
    this.#edits.set(row, text);
    // A row that is still to be classified is classified with its batch.
    if (this.#shown[row] !== PENDING) this.#show(row, this.#ask(row));
    return this.state(row);
  }

  /** Brings the rows that `change` can have touched up to date; returns those that look different now. */
  reclassify(change: ClassifierChange): RowState[] {
    const affected = new Set(change.affectedRows(this.rows, this.#answers));
    for (const [row, text] of this.#edits) if (change.affects(text)) affected.add(row);
    const touched: RowState[] = [];
    for (const row of affected) {
      if (this.#answers[row] === PENDING) continue;
      this.#keepShown(row, change);
      const before = this.state(row);
      this.#answer(row, this.#ask(row));
      const after = this.state(row);
      if (after.shown !== before.shown || after.suggested !== before.suggested) touched.push(after);
    }
    if (this.#former.size > this.rows.count) this.#dropFormer();
    return touched;
  }

  /** Shows the suggestion of a row. */
  accept(row: number): RowState {
    this.#show(row, this.#answers[row] ?? PENDING);
    return this.state(row);
  }

  /** Keeps what a row shows; the same suggestion is not made again. */
  decline(row: number): RowState {
    this.#declined.set(row, this.#accountOf(this.#answers[row] ?? PENDING));
    return this.state(row);
  }

  /** Whether a row shows the account of the classifier's present answer. */
  isAnswerShown(row: number): boolean {
    return this.account(row) === this.#accountOf(this.#answers[row] ?? PENDING);
  }

  /** Whether a row has a suggestion that the user has not turned down. */
  isToVerify(row: number): boolean {
    return this.#suggestion(row) !== NO_SUGGESTION;
  }

  rowsToVerify(): number[] {
    const rows: number[] = [];
    for (let row = 0; row < this.rows.count; row++) if (this.isToVerify(row)) rows.push(row);
    return rows;
  }

  /** Rows with the description of `row` to which the same account is suggested, itself included. */
  alikeToVerify(row: number): number[] {
    const description = this.description(row);
    const account = this.suggestedAccount(row);
    const alike: number[] = [];
    for (let other = 0; other < this.rows.count; other++) {
      if (this.#shown[other] === this.#answers[other]) continue;
      if (this.suggestedAccount(other) === account && this.description(other) === description)
        alike.push(other);
    }
    return alike;
  }

  #ask(row: number): MappingId {
    return this.#classifierNow()?.classify(this.description(row)) ?? PENDING;
  }

  #answer(row: number, id: MappingId): void {
    const shown = this.#shown[row] ?? PENDING;
    const isVisibleChange = this.#accountOf(id) !== this.#accountOf(shown);
    if (shown === UNMATCHED || !isVisibleChange) {
      this.#show(row, id);
      return;
    }
    this.#answers[row] = id;
    if (this.#declined.get(row) !== this.#accountOf(id)) this.#declined.delete(row);
  }

  #show(row: number, id: MappingId): void {
    this.#shown[row] = id;
    this.#answers[row] = id;
    this.#declined.delete(row);
  }

  #suggestion(row: number): MappingId {
    const answer = this.#answers[row] ?? PENDING;
    if (answer === this.#shown[row]) return NO_SUGGESTION;
    return this.#declined.get(row) === this.#accountOf(answer) ? NO_SUGGESTION : answer;
  }

  /** The row may go on showing what is an answer no more. */
  #keepShown(row: number, { stale }: ClassifierChange): void {
    const shown = this.#shown[row] ?? PENDING;
    const mapping = stale.get(shown);
    if (mapping) this.#former.set(shown, mapping);
  }

  /** Forgets what no row shows any more. */
  #dropFormer(): void {
    const shown = new Set(this.#shown);
    for (const id of this.#former.keys()) if (!shown.has(id)) this.#former.delete(id);
  }

  #mapping(id: MappingId): Mapping | undefined {
    return this.#former.get(id) ?? this.#classifierNow()?.findMapping(id);
  }

  #accountOf(id: MappingId): string {
    if (id === UNMATCHED) return NO_MATCH;
    return id < 0 ? '' : (this.#mapping(id)?.glAccount ?? '');
  }
}
