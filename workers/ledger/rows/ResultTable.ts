import {
  FIRST_CHOSEN_ID,
  type MappingLabel,
  NO_SUGGESTION,
  PENDING,
  type PinnedRows,
  type RowNotes,
  type RowState,
} from '#contract/ledger.ts';
import { type AmountChoice, AS_FOUND } from '#contract/summary.ts';
import type { Classifier, ClassifierChange } from '#engine/classifier.ts';
import type { Rows } from '#engine/rows.ts';
import { rowText } from '#engine/rows.ts';
import { isBlankId, type MappingId, UNMATCHED } from '#model/classification.ts';
import { type Mapping, type MappingKey, makeMapping, NO_MATCH } from '#model/mapping.ts';
import type { RowRange } from './ClassificationRun.ts';
import type { Pasted } from './pastedText.ts';

/** Ids from here to {@link FIRST_CHOSEN_ID} are of mappings kept over a reload; the ids of a classifier are far below. */
const FIRST_KEPT_ID = 2 ** 30;

export const NO_NOTES: RowNotes = { edits: [], kept: [] };

/** Where the answers come from. */
type ResultSource = {
  /** Null until the mapping list is there; from then on always the same classifier. */
  classifierNow(): Classifier | null;
  /** False while the list is not what its history says: rows get no new answers then. */
  isAnswering(): boolean;
};

/**
 * The rows of one text with, for each, the account it shows, the classifier's present answer, and whether the user has
 * declined that answer. A row has to be verified when a change of the mapping list has given the answer another account
 * than the real one that the row shows (design §9).
 */
export class ResultTable {
  readonly pasted: Pasted;
  readonly rows: Rows;
  /** How the page had the amounts read last: previews and rows show them so, too. */
  amountChoice: AmountChoice = AS_FOUND;
  readonly #shown: Int32Array;
  readonly #answers: Int32Array;
  readonly #edits: Map<number, string>;
  /** By row, the suggested account that the user declined. */
  readonly #declined = new Map<number, string>();
  /** By row, what the last {@link acceptAll} changed. */
  readonly #accepted = new Map<number, { readonly former: MappingId; readonly account: string }>();
  /** Mappings that have left the list while rows show them, or did so before a reload. */
  readonly #former = new Map<MappingId, Mapping>();
  /** The ids of accounts that were given to rows alone. */
  readonly #chosenIds = new Map<string, MappingId>();
  /** By row that is still to be classified, the id of the mapping that it keeps. */
  readonly #kept = new Map<number, MappingId>();
  readonly #classifierNow: () => Classifier | null;
  readonly #isAnswering: () => boolean;
  #blankRows = 0;
  #classifiedRows = 0;

  constructor(pasted: Pasted, { edits, kept }: RowNotes, { classifierNow, isAnswering }: ResultSource) {
    this.pasted = pasted;
    this.rows = pasted.rows;
    this.#edits = new Map(edits.filter(([row]) => row < pasted.rows.count));
    for (const [i, group] of kept.entries()) this.#keep(FIRST_KEPT_ID + i, group);
    this.#classifierNow = classifierNow;
    this.#isAnswering = isAnswering;
    this.#shown = new Int32Array(pasted.rows.count).fill(PENDING);
    this.#answers = new Int32Array(pasted.rows.count).fill(PENDING);
  }

  /** Rows classified so far that were blank. */
  get blankRows(): number {
    return this.#blankRows;
  }

  /** Rows that no mapping of the list matches, also where somebody gave the row an account. */
  countUnmatched(): number {
    let count = 0;
    for (const answer of this.#answers) if (answer === UNMATCHED) count++;
    return count;
  }

  /** The user's own texts, by row. */
  get edits(): ReadonlyMap<number, string> {
    return this.#edits;
  }

  /** What was done to the rows, to be given to the table of the same text after a reload. */
  get notes(): RowNotes {
    return { edits: [...this.#edits], kept: this.#keptRows() };
  }

  /** The mapping id that a row shows, or one of the numbers in place of an id. */
  shown(row: number): MappingId {
    return this.#shown[row] ?? PENDING;
  }

  /** The description of a row, edits included. */
  description(row: number): string {
    return this.#edits.get(row) ?? rowText(this.rows, row);
  }

  /** Shown account: empty for a blank row. */
  account(row: number): string {
    return this.#accountOf(this.shown(row));
  }

  /** The label of a mapping that rows show, even when it has left the list; undefined when no row shows it any more. */
  label(id: MappingId): MappingLabel | undefined {
    const mapping = this.mapping(id);
    return mapping && { glAccount: mapping.glAccount, keyword: mapping.description };
  }

  /** The labels of the mappings that rows `from` to `to` (excluded) show. */
  labelsOf({ from, to }: RowRange): (readonly [MappingId, MappingLabel])[] {
    const labels = new Map<MappingId, MappingLabel>();
    for (let row = from; row < to; row++) {
      const label = this.label(this.shown(row));
      if (label !== undefined) labels.set(this.shown(row), label);
    }
    return [...labels];
  }

  state(row: number): RowState {
    return { row, shown: this.shown(row), suggested: this.#suggestion(row) };
  }

  /** The suggested account of a row; undefined when nothing is suggested. */
  suggestedAccount(row: number): string | undefined {
    const suggested = this.#suggestion(row);
    return suggested === NO_SUGGESTION ? undefined : this.#accountOf(suggested);
  }

  /** Every row is going to be classified, some of them perhaps again. */
  beginRun(): void {
    this.#blankRows = 0;
    this.#classifiedRows = 0;
  }

  /** Classifies rows for the first time; returns their ids in an array that belongs to the caller. */
  classifyBatch({ from, to }: RowRange): Int32Array<ArrayBuffer> {
    const ids = new Int32Array(to - from);
    this.#classifierNow()?.classifyRows(this.rows, from, to, ids);
    for (const row of this.#edits.keys()) {
      if (row >= from && row < to) ids[row - from] = this.#classify(row);
    }
    for (const [row, id] of this.pasted.noPayments) if (row >= from && row < to) ids[row - from] = id;
    for (const id of ids) if (isBlankId(id)) this.#blankRows++;
    this.#classifiedRows += to - from;
    this.#shown.set(ids, from);
    this.#answers.set(ids, from);
    for (let row = from; this.#kept.size > 0 && row < to; row++) ids[row - from] = this.#keepAccount(row);
    return ids;
  }

  /** The rows `from` to `to` (excluded) that have to be verified. */
  statesToVerify({ from, to }: RowRange): RowState[] {
    const states: RowState[] = [];
    for (let row = from; row < to; row++) if (this.isToVerify(row)) states.push(this.state(row));
    return states;
  }

  /** Call it before the classifier goes away: the rows go on showing what they show. */
  rememberMappings(): void {
    for (const id of new Set([...this.#shown, ...this.#answers])) {
      const mapping = this.mapping(id);
      if (mapping !== undefined) this.#former.set(id, mapping);
    }
  }

  /** Sets the user's own text for a row; its account applies at once. The pasted text makes it an unedited row again. */
  edit(row: number, text: string): RowState {
    if (text === rowText(this.rows, row)) this.#edits.delete(row);
    else this.#edits.set(row, text);
    if (this.#kept.delete(row)) this.#declined.delete(row);
    // A pending row is classified with its batch.
    if (this.#shown[row] !== PENDING) this.#show(row, this.#classify(row));
    return this.state(row);
  }

  /** Whether somebody gave a row its account. */
  isChosen(row: number): boolean {
    return this.shown(row) >= FIRST_CHOSEN_ID;
  }

  /** Gives a classified row an account of its own; null shows the classifier's present answer again. */
  choose(row: number, glAccount: string | null): RowState {
    const answer = this.answerId(row);
    if (answer === PENDING) return this.state(row);
    this.#show(row, answer);
    if (glAccount !== null && glAccount !== this.account(row)) this.#shown[row] = this.#chosenId(glAccount);
    return this.state(row);
  }

  /** Whether every row has been classified, but for those that were edited while there were no answers. */
  get isAnswered(): boolean {
    return this.#classifiedRows === this.rows.count;
  }

  /** Classifies the rows that were edited while there were no answers; returns what they show. */
  answerPending(): RowState[] {
    const pending = [...this.#shown.keys()].filter((row) => this.#shown[row] === PENDING);
    return pending.map((row) => {
      this.#show(row, this.#classify(row));
      return this.state(row);
    });
  }

  /** Classifies the rows that `change` can affect again; returns those that look different now. */
  reclassify(change: ClassifierChange): RowState[] {
    const affected = new Set(change.affectedRows(this.rows, this.#answers));
    for (const [row, text] of this.#edits) if (change.affects(text)) affected.add(row);
    const changed: RowState[] = [];
    for (const row of affected) {
      if (this.#answers[row] === PENDING) continue;
      this.#rememberShown(row, change);
      const before = this.state(row);
      this.#setAnswer(row, this.#classify(row));
      const after = this.state(row);
      if (after.shown !== before.shown || after.suggested !== before.suggested) changed.push(after);
    }
    if (this.#former.size > this.rows.count) this.#forgetUnshown();
    return changed;
  }

  /** Shows the suggestion of a row; {@link undoAccept} takes that back. */
  accept(row: number): RowState {
    const former = this.shown(row);
    this.#show(row, this.answerId(row));
    this.#accepted.set(row, { former, account: this.account(row) });
    return this.state(row);
  }

  /**
   * Puts back what these rows showed before the last {@link accept}, but for rows that show another account by now. The
   * same one may come from another mapping.
   */
  undoAccept(rows: readonly number[]): RowState[] {
    return rows.flatMap((row) => {
      const accepted = this.#accepted.get(row);
      this.#accepted.delete(row);
      if (accepted === undefined || this.account(row) !== accepted.account) return [];
      this.#shown[row] = accepted.former;
      return [this.state(row)];
    });
  }

  /** Keeps the account that a row shows: the same suggestion is not made again; or, where it is not declined, it is. */
  decline(row: number, isDeclined: boolean): RowState {
    if (isDeclined) this.#declined.set(row, this.#accountOf(this.answerId(row)));
    else this.#declined.delete(row);
    return this.state(row);
  }

  /** Whether a row shows the account of the classifier's present answer. */
  isAnswerShown(row: number): boolean {
    return this.account(row) === this.#accountOf(this.answerId(row));
  }

  /** The id of the mapping that wins in a row by the present list, or one of the numbers in place of an id. */
  answerId(row: number): MappingId {
    return this.#answers[row] as MappingId;
  }

  /** Whether another account for a row, which has one, would be a suggestion to verify; a blank one: any other. */
  wouldSuggest(row: number, glAccount: string): boolean {
    if (glAccount === NO_MATCH && this.isChosen(row)) return false;
    return this.account(row) !== glAccount && this.#declined.get(row) !== glAccount;
  }

  /** Whether a row has a suggestion that the user has not declined. */
  isToVerify(row: number): boolean {
    return this.#suggestion(row) !== NO_SUGGESTION;
  }

  rowsToVerify(): number[] {
    return [...this.#shown.keys()].filter((row) => this.isToVerify(row));
  }

  /** The rows with the same description and the same suggestion as `row`, which is one of them. */
  rowsWithSameSuggestion(row: number): number[] {
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

  #keep(id: MappingId, { label: { glAccount, keyword }, declined, rows }: PinnedRows): void {
    const keptId = keyword === '' ? this.#chosenId(glAccount) : id;
    this.#former.set(keptId, makeMapping({ description: keyword, glAccount }));
    for (const row of rows) {
      if (row >= this.rows.count) continue;
      this.#kept.set(row, keptId);
      if (declined !== null) this.#declined.set(row, declined);
    }
  }

  /** The id of an account that is given to rows alone: a mapping without a keyword stands for it. */
  #chosenId(glAccount: string): MappingId {
    const id = this.#chosenIds.get(glAccount) ?? FIRST_CHOSEN_ID + this.#chosenIds.size;
    this.#chosenIds.set(glAccount, id);
    this.#former.set(id, makeMapping({ description: '', glAccount }));
    return id;
  }

  /** Has a row that was just classified show what it showed before the reload; returns what it shows now. */
  #keepAccount(row: number): MappingId {
    const answer = this.shown(row);
    const kept = this.#kept.get(row);
    if (kept === undefined) return answer;
    this.#kept.delete(row);
    this.#shown[row] = kept;
    this.#setAnswer(row, answer);
    return this.shown(row);
  }

  /** The rows that keep an account, and those that will once they are classified. */
  #keptRows(): PinnedRows[] {
    const groups = new Map<string, PinnedRows & { readonly rows: number[] }>();
    for (let row = 0; row < this.rows.count; row++) {
      const id = this.#kept.get(row) ?? this.shown(row);
      if (id === this.#answers[row]) continue;
      const declined = this.#declined.get(row) ?? null;
      const name = `${id} ${declined}`;
      const label = this.label(id);
      if (label === undefined) continue;
      const group = groups.get(name) ?? { label, declined, rows: [] };
      group.rows.push(row);
      groups.set(name, group);
    }
    return [...groups.values()];
  }

  #classify(row: number): MappingId {
    const noPayment = this.pasted.noPayments.get(row);
    if (noPayment !== undefined) return noPayment;
    if (!this.#isAnswering()) return PENDING;
    return this.#classifierNow()?.classify(this.description(row)) ?? PENDING;
  }

  #setAnswer(row: number, id: MappingId): void {
    const shown = this.shown(row);
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
    const answer = this.answerId(row);
    if (answer === this.#shown[row]) return NO_SUGGESTION;
    // A row has an account of its own because the list has none.
    if (answer === UNMATCHED && this.isChosen(row)) return NO_SUGGESTION;
    return this.#declined.get(row) === this.#accountOf(answer) ? NO_SUGGESTION : answer;
  }

  /**
   * The row may go on showing a mapping that is not in the list any more, or that leaves it by a later change, which need not
   * be about the row's answer then.
   */
  #rememberShown(row: number, { stale }: ClassifierChange): void {
    const shown = this.shown(row);
    const mapping = stale.get(shown) ?? this.mapping(shown);
    if (mapping) this.#former.set(shown, mapping);
  }

  /** Forgets the former mappings that no row shows any more. */
  #forgetUnshown(): void {
    const shown = new Set(this.#shown);
    for (const { former } of this.#accepted.values()) shown.add(former);
    for (const id of this.#kept.values()) shown.add(id);
    for (const id of this.#former.keys()) if (!shown.has(id)) this.#former.delete(id);
  }

  /** The mapping that an id stands for, even when it has left the list while rows show it. */
  mapping(id: MappingId): Mapping | undefined {
    return this.#former.get(id) ?? this.#classifierNow()?.findMapping(id);
  }

  /** The ids under which rows can have the mappings with these keys. */
  idsOf(keys: ReadonlySet<MappingKey>): ReadonlySet<MappingId> {
    const ids = new Set<MappingId>();
    for (const key of keys) {
      const id = this.#classifierNow()?.idOf(key);
      if (id !== undefined) ids.add(id);
    }
    for (const [id, { key }] of this.#former) if (keys.has(key)) ids.add(id);
    return ids;
  }

  #accountOf(id: MappingId): string {
    if (id === UNMATCHED) return NO_MATCH;
    return id < 0 ? '' : (this.mapping(id)?.glAccount ?? '');
  }
}
