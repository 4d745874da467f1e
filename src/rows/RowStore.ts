import type { FileReadingSummary } from '#contract/analysis.ts';
import type {
  ChoiceResult,
  ColumnChoice,
  CopyColumns,
  CopyResult,
  DraftText,
  HeaderLine,
  RowState,
  RunEvent,
  TextOptions,
} from '#contract/ledger.ts';
import type { AmountChoice } from '#contract/summary.ts';
import type { BatchId, TextTarget, UndoResult } from '#contract/table.ts';
import { isOtherText } from '#model/commonText.ts';
import type { ReadChoices } from '#model/fileReading.ts';
import { oncePer } from '#model/oncePer.ts';
import type { LedgerRun, LedgerService } from '../services/ledger.ts';
import { createObservable } from '../services/observable.ts';
import { ignoreAfterExit } from '../services/workerLink.ts';
import { UndoStack } from '../undo/UndoStack.ts';
import { AmountsOfRows } from './AmountsOfRows.ts';
import {
  changedStates,
  EMPTY_ROW_BUFFER,
  NO_COUNTS,
  RowBuffer,
  type RowCounts,
  type SheetRows,
} from './RowBuffer.ts';
import { RowGuesses } from './RowGuesses.ts';
import { ShownRows } from './ShownRows.ts';

/** The file whose lines were put into the box last. */
export type LastStatement = {
  readonly file: File;
  /** The lines, by which is known whether the box still has them. */
  readonly text: string;
  readonly reading: FileReadingSummary;
  readonly choices: ReadChoices;
  /** Reads the file in another way; null when that is no longer offered. */
  readonly readAgain: ((choices: ReadChoices) => void) | null;
};

/**
 * How far the classification of the text in the box is. `percent` is whole, 0 to 100. `run` tells runs apart that end within one
 * frame of the screen.
 */
type Progress =
  | { readonly kind: 'empty' }
  | { readonly kind: 'running'; readonly percent: number }
  | { readonly kind: 'complete'; readonly run: number };

/** What the user has chosen for a text. */
type Choices = Omit<DraftText, 'text'>;

/**
 * A row, and the text or the account of its own that it had before; or the change set that saved a mapping from a row; or
 * what takes back that suggestions were taken or turned down, of one row or of all; or how the text, or its amounts, were
 * read before.
 */
type UndoableStep =
  | { readonly row: number; readonly text: string }
  | { readonly row: number; readonly account: string | null }
  | { readonly changeSet: BatchId; readonly taken: readonly number[] }
  | { readonly unsettle: () => Promise<void>; readonly row?: number }
  | { readonly choices: Choices }
  | { readonly amounts: AmountChoice };

/** What {@link RowStore.undo} takes back; the outcome of some steps is known later. */
type UndoneStep =
  | { readonly kind: 'row'; readonly row: number }
  | { readonly kind: 'saved'; readonly result: Promise<UndoResult> }
  | { readonly kind: 'all-settled'; readonly result: Promise<void> }
  | { readonly kind: 'choices' };

/** How many rows are verified now, and what takes that back. */
type Settled = { readonly rows: number; readonly takeBack: () => Promise<void> };

/** The names of accounts, by code. */
export type ShownNames = ReadonlyMap<string, string>;

/** The rows of this session: they outlive a visit to another page. */
export const rowStoreOf = oncePer((ledger: LedgerService) => new RowStore(ledger));

/**
 * The text in the box and its rows, outside React: starts and follows their classification, and sends the worker what
 * the user does to rows. Its observables change once per frame: React draws at once for each change of a store, and
 * batches come faster.
 */
export class RowStore {
  readonly progress = createObservable<Progress>({ kind: 'empty' });
  readonly counts = createObservable<RowCounts>(NO_COUNTS);
  /** The columns of a pasted table; null for plain lines. */
  readonly columns = createObservable<ColumnChoice | null>(null);
  /** A first line that names the columns; null for none. */
  readonly header = createObservable<HeaderLine | null>(null);
  /** The last file of the rows; it stays when the page is left. */
  readonly lastStatement = createObservable<LastStatement | null>(null);
  /** Changes whenever a row on screen has to be drawn again. */
  readonly drawing = createObservable(0);
  /** Names that stand beside the accounts; null for codes alone. */
  readonly names = createObservable<ShownNames | null>(null);
  readonly amounts = new AmountsOfRows(() => this.#redraw());
  readonly guesses = new RowGuesses();
  readonly shownRows = new ShownRows(async (query) => this.#run?.filter(query));
  #run: LedgerRun | null = null;
  /** The text in the box; the rows may still be those of the one before. */
  #text = '';
  /** Whether it is another text than that of the rows, and not the same one edited. */
  #isOtherText = false;
  #isCounted = false;
  #choices: Choices = { column: undefined, layout: null, headerIsRow: false, names: null };
  readonly #buffer = new RowBuffer(
    async (ids) => (await this.#run?.describe(ids)) ?? [],
    () => this.#redraw(),
  );
  /** The rows to draw. */
  readonly buffer: Pick<RowBuffer, 'row' | 'nextToVerify' | 'nextNoMatch'> = this.#buffer;
  #columnsNow: ColumnChoice | null = null;
  #headerNow: HeaderLine | null = null;
  #progressNow: Progress = { kind: 'empty' };
  /** What was done to the rows, and to the columns they come from, since the text was pasted. */
  #undoable = new UndoStack<UndoableStep>();
  /** The same for the rows that are about to come. */
  #undoableThen = new UndoStack<UndoableStep>();
  #runs = 0;
  #isDrawingDue = false;
  #isFrameRequested = false;
  #visible = { from: 0, to: 0 };

  constructor(readonly ledger: LedgerService) {}

  /** Whether the text is in the usage counters: it is not to be counted again after a reload. */
  get isCounted(): boolean {
    return this.#isCounted;
  }

  /** The text that is classified. */
  get text(): string {
    return this.#text;
  }

  /** The classification of that text; null before the first. */
  get run(): LedgerRun | null {
    return this.#run;
  }

  /** Offers no other way of reading the last file any more. */
  closeStatement(): void {
    const last = this.lastStatement.get();
    if (last?.readAgain) this.lastStatement.set({ ...last, readAgain: null });
  }

  /**
   * Classifies `text` in place of the last one; a run under way is cancelled. Without `options` the user's choices stay
   * where `text` is that one edited, and the same text again changes nothing. `sent`: the same text as it goes to the worker.
   */
  classify(text: string, options?: TextOptions, sent: string | Blob = text): void {
    if (options === undefined && text === this.#text && this.#run !== null) return;
    const isOther = isOtherText(this.#text, text);
    if (isOther) this.shownRows.reset();
    this.#isOtherText ||= isOther;
    const given = options ?? (isOther ? { ...ofLayout(this.#choices), edits: [] } : this.#choices);
    const { column, layout = null, headerIsRow = false, names = null } = given;
    this.#choices = { column, layout, headerIsRow, names };
    this.#text = text;
    this.#isCounted = options?.isCounted ?? false;
    this.#undoableThen = new UndoStack();
    // A large text takes the worker a moment: the progress bar is there before the rows are.
    if (text !== '') this.#setProgress({ kind: 'running', percent: 0 });
    const onEvent = (event: RunEvent) => this.#onEvent(event);
    this.#run = this.ledger.classify(sent, onEvent, { ...given, ...this.#choices });
    if (this.#visible.to > 0) ignoreAfterExit(this.#run.text.showRows(this.#visible.from, this.#visible.to));
  }

  /** Classifies other columns of the text; none: whole lines. */
  chooseColumns(column: readonly number[]): void {
    this.#undoable.push({ choices: this.#choices });
    this.#readAgain({ ...this.#choices, column, layout: this.#columnsNow?.layout ?? null });
  }

  /** Sets whether a first line that names the columns is a row like the others. */
  setHeaderIsRow(headerIsRow: boolean): void {
    this.#undoable.push({ choices: this.#choices });
    this.#readAgain({ ...this.#choices, headerIsRow });
  }

  /** Reads the amounts in another way. */
  chooseAmounts(choice: AmountChoice): Promise<void> {
    this.#undoable.push({ amounts: this.amounts.choice.get() });
    return this.amounts.choose(choice, this.#run);
  }

  /** Takes the rows from the same text in another way. What was done before can still be taken back, once that is. */
  #readAgain(choices: Choices): void {
    this.classify(this.#text, choices);
    this.#undoableThen = this.#undoable;
  }

  /**
   * Removes all rows at once; a run under way is cancelled. Returns a function that restores them, with everything that
   * was done to them.
   */
  clear(): () => void {
    const text = this.#text;
    const options: TextOptions = { ...this.#choices, edits: [...this.#buffer.edits] };
    // Asked before the rows go; without an answer the edits at least come back.
    const notes = this.#run?.text.notes().catch(() => undefined);
    this.classify('');
    this.#takeRows(EMPTY_ROW_BUFFER, null, null);
    this.shownRows.reset();
    const restore = async () => this.classify(text, { ...options, ...(await notes) });
    return () => ignoreAfterExit(restore());
  }

  /**
   * Restores the draft that was saved before a reload, unless there is a text already or `isWanted` refuses the draft;
   * returns the text.
   */
  async restore(isWanted: (text: string) => boolean): Promise<string> {
    if (this.#run !== null) return this.#text;
    const draft = await this.ledger.readDraft();
    if (draft !== null && this.#run === null && isWanted(draft.text)) {
      const { text, ...options } = draft;
      this.classify(text, options);
    }
    return this.#text;
  }

  /** Rows `from` to `to` (excluded) are on screen. */
  show(from: number, to: number): void {
    if (from === this.#visible.from && to === this.#visible.to) return;
    this.#visible = { from, to };
    if (this.#progressNow.kind === 'running' && this.#run !== null)
      ignoreAfterExit(this.#run.text.showRows(from, to));
  }

  async edit(index: number, text: string): Promise<void> {
    const { description } = this.#buffer.row(index);
    if (text === description) return;
    this.#undoable.push({ row: index, text: description });
    await this.#setText(index, text, false);
  }

  /** Gives a row an account of its own; null takes it back. */
  async chooseAccount(index: number, glAccount: string | null): Promise<void> {
    const { account = null, isChosen } = this.#buffer.row(index);
    this.#undoable.push({ row: index, account: isChosen ? account : null });
    await this.#change((run) => run.chooseAccount(index, glAccount));
  }

  /** A mapping was saved from a row: the last step is this change set now. `taken`: the rows whose suggestion it was. */
  recordSaved(changeSet: BatchId, taken: readonly number[] = []): void {
    this.#undoable.push({ changeSet, taken });
  }

  /** Whether there is a step for {@link undo}. */
  get canUndo(): boolean {
    return this.#undoable.last !== undefined;
  }

  /** Takes the last step back; undefined for none. */
  undo(): UndoneStep | undefined {
    const step = this.#undoable.last;
    if (step === undefined) return undefined;
    if ('changeSet' in step) return { kind: 'saved', result: this.undoSaved(step.changeSet, step.taken) };
    this.#undoable.pop();
    if ('unsettle' in step) {
      const result = step.unsettle();
      if (step.row === undefined) return { kind: 'all-settled', result };
      ignoreAfterExit(result);
      return { kind: 'row', row: step.row };
    }
    if ('choices' in step) {
      this.#readAgain(step.choices);
      return { kind: 'choices' };
    }
    if ('amounts' in step) {
      ignoreAfterExit(this.amounts.choose(step.amounts, this.#run));
      return { kind: 'choices' };
    }
    if ('text' in step) ignoreAfterExit(this.#setText(step.row, step.text, true));
    else ignoreAfterExit(this.#change((run) => run.chooseAccount(step.row, step.account)));
    return { kind: 'row', row: step.row };
  }

  /** Takes the saving of a mapping back, whether it was the last step or not; it stays a step when that fails. */
  undoSaved(changeSet: BatchId, taken: readonly number[] = []): Promise<UndoResult> {
    return this.#undoable.takeBack(
      (step) => 'changeSet' in step && step.changeSet === changeSet,
      () => this.ledger.editor.undo(changeSet),
      async (result) => {
        await this.changeMany((run) => run.unmatched.reopen(changeSet));
        const isBack = result.kind === 'undone' && result.count > 0;
        if (isBack && taken.length > 0) await this.changeMany((run) => run.undoTakeNew(taken));
      },
    );
  }

  /**
   * The next row without a match that the list shows, from the top again after the last; undefined for none. The worker
   * is asked, since a mapping that was saved just now may not have reached the rows here.
   */
  async nextNoMatch(index: number): Promise<number | undefined> {
    const rows = (await this.#run?.filter({ filter: 'no-match', search: '' })) ?? new Uint32Array(0);
    const { rows: listed } = this.shownRows.state.get();
    const isListed = listed === null ? null : new Set(listed);
    const open = rows.filter((row) => row !== index && (isListed?.has(row) ?? true));
    return open.find((row) => row > index) ?? open[0];
  }

  async #setText(row: number, text: string, isUndo: boolean): Promise<void> {
    this.#buffer.edit(row, text);
    this.#redraw();
    await this.#change((run) => run.editRow(row, text, isUndo));
  }

  async keepCurrent(index: number): Promise<void> {
    this.#recordSettled((run) => run.keepCurrent([index], false), index);
    await this.changeMany((run) => run.keepCurrent([index], true));
  }

  /** Keeps the accounts of all rows that wait to be verified. */
  keepAllCurrent(): Promise<Settled> {
    const rowsOf = async (run: LedgerRun) => [
      ...((await run.filter({ filter: 'to-verify', search: '' })) ?? []),
    ];
    return this.#settleAll(
      async (run) => run.keepCurrent(await rowsOf(run), true),
      (run, rows) => run.keepCurrent(rows, false),
    );
  }

  /** See {@link LedgerRun.takeAllNew}. */
  takeAllNew(): Promise<Settled> {
    return this.#settleAll(
      (run) => run.takeAllNew(),
      (run, rows) => run.undoTakeNew(rows),
    );
  }

  async #settleAll(
    settle: (run: LedgerRun) => Promise<readonly RowState[]>,
    undo: (run: LedgerRun, rows: readonly number[]) => Promise<readonly RowState[]>,
  ): Promise<Settled> {
    let rows: readonly number[] = [];
    const takeBack = this.#recordSettled((run) => undo(run, rows));
    await this.changeMany(async (run) => {
      const states = await settle(run);
      rows = states.map(({ row }) => row);
      return states;
    });
    return { rows: rows.length, takeBack };
  }

  /** The last step is that suggestions are settled now. Returns what takes that back, as the last step or not. */
  #recordSettled(ask: (run: LedgerRun) => Promise<readonly RowState[]>, row?: number): () => Promise<void> {
    const unsettle = () => this.changeMany(ask);
    this.#undoable.push(row === undefined ? { unsettle } : { unsettle, row });
    return async () => {
      this.#undoable.remove((step) => 'unsettle' in step && step.unsettle === unsettle);
      await unsettle();
    };
  }

  /** See {@link LedgerRun.takeNew}; `failed` leaves the row as it is. */
  async takeNew(index: number, isShared: boolean): Promise<ChoiceResult> {
    const result = await this.#choose((run) => run.takeNew(index, isShared));
    if (result.kind === 'row-only') this.#recordSettled((run) => run.undoTakeNew([index]), index);
    if (result.kind === 'saved' && result.undo !== null)
      this.recordSaved(
        result.undo,
        result.rows.map(({ row }) => row),
      );
    return result;
  }

  /** All rows as text, or those that the list shows. */
  copy(columns: CopyColumns, target: TextTarget, onlyShown = false): Promise<CopyResult> {
    const rows = onlyShown ? this.shownRows.state.get().rows : null;
    return (
      this.#run?.text.copy(columns, target, rows ?? undefined) ?? Promise.resolve({ kind: 'superseded' })
    );
  }

  /** Has the worker change rows, and shows what they have become. */
  async changeMany(change: (run: LedgerRun) => Promise<readonly RowState[]>): Promise<void> {
    const run = this.#run;
    const states = run === null ? [] : await change(run);
    if (run === this.#run) this.#apply(states);
  }

  #onEvent(event: RunEvent): void {
    switch (event.kind) {
      case 'rows':
        this.#takeRows({ ...event, text: event.text ?? this.#text }, event.columns, event.header);
        break;
      case 'batch':
        this.#buffer.takeBatch(event);
        if (event.from < this.#visible.to && event.from + event.ids.length > this.#visible.from)
          this.#redraw();
        this.#setProgress({ kind: 'running', percent: event.percent });
        this.shownRows.renew();
        break;
      case 'complete':
        this.#setProgress(
          this.#buffer.count === 0 ? { kind: 'empty' } : { kind: 'complete', run: this.#runs },
        );
        this.shownRows.renew();
        if (this.#columnsNow !== null) ignoreAfterExit(this.amounts.ask(this.#run));
        break;
      case 'counted':
        this.#isCounted = true;
        break;
      case 'changed':
        this.#apply(changedStates(event));
    }
  }

  #takeRows(rows: SheetRows, columns: ColumnChoice | null, header: HeaderLine | null): void {
    this.#runs++;
    this.#buffer.replace(rows);
    this.#undoable = this.#undoableThen;
    this.#undoableThen = new UndoStack();
    this.#columnsNow = columns;
    this.#headerNow = header;
    this.amounts.begin(columns, this.#isOtherText);
    this.#isOtherText = false;
    this.#setProgress(this.#buffer.count === 0 ? { kind: 'empty' } : { kind: 'running', percent: 0 });
    this.#redraw();
    this.shownRows.renew();
  }

  #setProgress(progress: Progress): void {
    this.#progressNow = progress;
    this.#publishSoon();
  }

  async #choose(ask: (run: LedgerRun) => Promise<ChoiceResult>): Promise<ChoiceResult> {
    const run = this.#run;
    if (run === null) return { kind: 'failed', detail: 'Nothing is shown.' };
    const result = await ask(run);
    if (result.kind === 'failed') console.error('The choice was not saved:', result.detail);
    if ('rows' in result && run === this.#run) this.#apply(result.rows);
    return result;
  }

  async #change(ask: (run: LedgerRun) => Promise<RowState | undefined>): Promise<void> {
    const run = this.#run;
    const state = run && (await ask(run));
    if (state && run === this.#run) this.#apply([state]);
  }

  #apply(states: readonly RowState[]): void {
    this.#buffer.apply(states);
    this.shownRows.markStale();
    this.#redraw();
  }

  #redraw(): void {
    this.#isDrawingDue = true;
    this.#publishSoon();
  }

  #publishSoon(): void {
    if (this.#isFrameRequested) return;
    this.#isFrameRequested = true;
    requestAnimationFrame(() => this.#publish());
  }

  #publish(): void {
    this.#isFrameRequested = false;
    if (!isSame(this.progress.get(), this.#progressNow)) this.progress.set(this.#progressNow);
    const { counts } = this.#buffer;
    if (!isSame(this.counts.get(), counts)) this.counts.set(counts);
    this.columns.set(this.#columnsNow);
    this.header.set(this.#headerNow);
    if (this.#isDrawingDue) this.drawing.set(this.drawing.get() + 1);
    this.#isDrawingDue = false;
  }
}

/** What was chosen for a layout is remembered for the next text; the worker uses it where the headings are the same. */
function ofLayout({ column, layout }: Choices): TextOptions {
  return layout === null ? {} : { column, layout };
}

/** Whether two flat objects hold the same. */
function isSame<T extends object>(a: T, b: T): boolean {
  const keys = Object.keys(b) as (keyof T)[];
  return Object.keys(a).length === keys.length && keys.every((key) => a[key] === b[key]);
}
