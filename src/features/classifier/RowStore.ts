import { BLANK, type MappingId, UNMATCHED } from '../../../workers/engine/classifier.ts';
import {
  type ChoiceResult,
  type ColumnChoice,
  type CopyColumns,
  type CopyResult,
  NO_SUGGESTION,
  PENDING,
  type RowState,
  type RunEvent,
  type TextOptions,
} from '../../../workers/ledger/events.ts';
import { NO_MATCH } from '../../model/mapping.ts';
import type { LedgerService } from '../../services/ledgerClient.ts';
import type { LedgerRun } from '../../services/ledgerRun.ts';
import { createObservable } from '../../services/observable.ts';
import { MappingFaces } from './MappingFaces.ts';
import { NO_COUNTS, type RowCounts, ShownCounter } from './RowCounts.ts';
import { ShownRows } from './ShownRows.ts';

/** How far the classification of the text in the box is. `percent` is whole, 0 to 100. */
export type Progress =
  | { readonly kind: 'empty' }
  | { readonly kind: 'running'; readonly percent: number }
  | { readonly kind: 'complete' };

/** One row as it is drawn. `account` is undefined until it is known. */
export type RowView = {
  readonly description: string;
  readonly account: string | undefined;
  /** The keyword that decided, where one did. */
  readonly keyword: string | undefined;
  readonly suggestion: string | undefined;
};

/** A text with what the user did to its rows, to be brought back. */
type Work = { readonly text: string } & TextOptions;

const NO_ROWS = new Uint32Array(0);
const NO_IDS = new Int32Array(0);

/**
 * The rows of the text in the box, outside of React: the pasted text, two offsets and a mapping id per row, and
 * the few things that only some rows have. What a row shows is put together when it is drawn. React is told once
 * per frame: it draws at once for each change of a store, and batches come faster.
 */
export class RowStore {
  readonly progress = createObservable<Progress>({ kind: 'empty' });
  readonly counts = createObservable<RowCounts>(NO_COUNTS);
  /** The columns of a pasted table; null for plain lines. */
  readonly columns = createObservable<ColumnChoice | null>(null);
  /** Changes whenever a row on screen is to be drawn anew. */
  readonly drawing = createObservable(0);
  readonly shownRows = new ShownRows(async (query) => this.#run?.filter(query));
  readonly #ledger: LedgerService;
  #run: LedgerRun | null = null;
  #abort = new AbortController();
  /** The text in the box; the rows may still be those of the one before. */
  #text = '';
  #rowsText = '';
  #column: number | null | undefined;
  #starts: Uint32Array = NO_ROWS;
  #ends: Uint32Array = NO_ROWS;
  #shown: Int32Array = NO_IDS;
  #columnsNow: ColumnChoice | null = null;
  #edits = new Map<number, string>();
  readonly #suggested = new Map<number, MappingId>();
  readonly #counter = new ShownCounter();
  readonly #faces = new MappingFaces(
    async (ids) => (await this.#run?.describe(ids)) ?? [],
    () => this.#redraw(),
  );
  #progressNow: Progress = { kind: 'empty' };
  #isDrawingDue = false;
  #isFrameAwaited = false;
  #visible = { from: 0, to: 0 };

  constructor(ledger: LedgerService) {
    this.#ledger = ledger;
  }

  /** The text that is classified. */
  get text(): string {
    return this.#text;
  }

  /** The classification of that text; null before the first. */
  get run(): LedgerRun | null {
    return this.#run;
  }

  /** Classifies `text` in place of what was there. The same text again keeps the rows as they are. */
  classify(text: string): void {
    if (text === this.#text && this.#run !== null) return;
    if (!text.includes('\t')) this.#column = undefined;
    if (isOtherText(this.#text, text)) this.shownRows.reset();
    this.#begin({ text, column: this.#column });
  }

  /** Classifies another column of the text; null: whole lines. */
  chooseColumn(column: number | null): void {
    this.#column = column;
    this.#begin({ text: this.#text, column });
  }

  /** Takes all rows away at once; a run under way is cancelled. Returns what brings them back, edits included. */
  clear(): () => void {
    const work: Work = { text: this.#text, column: this.#column, edits: [...this.#edits] };
    this.#column = undefined;
    this.#begin({ text: '', edits: [] });
    this.#takeRows({ text: '', starts: NO_ROWS, ends: NO_ROWS, columns: null, edits: [] });
    this.shownRows.reset();
    return () => {
      this.#column = work.column;
      this.#begin(work);
    };
  }

  /**
   * Brings back what was on the page before it was loaded anew, unless there is something, or `isWanted` says by
   * then that it is not; returns the text.
   */
  async restore(isWanted: (text: string) => boolean): Promise<string> {
    if (this.#run !== null) return this.#text;
    const kept = await this.#ledger.readKept();
    if (kept !== null && this.#run === null && isWanted(kept.text)) {
      this.#column = kept.column;
      this.#begin(kept);
    }
    return this.#text;
  }

  row(index: number): RowView {
    const id = this.#shown[index] ?? PENDING;
    const suggested = this.#suggested.get(index);
    return {
      description: this.#edits.get(index) ?? this.#rowsText.slice(this.#starts[index], this.#ends[index]),
      account: this.#accountOf(id),
      keyword: id < 0 ? undefined : this.#faces.get(id)?.keyword,
      suggestion: suggested === undefined ? undefined : this.#accountOf(suggested),
    };
  }

  /** Rows `from` to `to` (excluded) are on screen. */
  show(from: number, to: number): void {
    if (from === this.#visible.from && to === this.#visible.to) return;
    this.#visible = { from, to };
    if (this.#progressNow.kind === 'running') this.#run?.showRows(from, to);
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

  async edit(index: number, text: string): Promise<void> {
    if (text === this.row(index).description) return;
    this.#edits.set(index, text);
    this.#redraw();
    await this.#settle(async (run) => run.editRow(index, text));
  }

  async keepCurrent(index: number): Promise<void> {
    await this.#settle((run) => run.keepCurrent(index));
  }

  async keepAllCurrent(): Promise<void> {
    const run = this.#run;
    const states = (await run?.keepAllCurrent()) ?? [];
    if (run === this.#run) this.#apply(states);
  }

  /** See {@link LedgerRun.takeNew}; `failed` leaves the row as it is. */
  takeNew(index: number, isShared: boolean): Promise<ChoiceResult['kind']> {
    return this.#choose((run) => run.takeNew(index, isShared));
  }

  takeAllNew(isShared: boolean): Promise<ChoiceResult['kind']> {
    return this.#choose((run) => run.takeAllNew(isShared));
  }

  /** Copies all rows, or those that the list shows. */
  copy(columns: CopyColumns, onlyShown = false): Promise<CopyResult> {
    const rows = onlyShown ? this.shownRows.state.get().rows : null;
    return this.#run?.copy(columns, rows ?? undefined) ?? Promise.resolve({ kind: 'superseded' });
  }

  #begin({ text, ...options }: Work): void {
    this.#abort.abort();
    this.#abort = new AbortController();
    this.#text = text;
    // A large text takes the worker a moment: the bar is there before the rows are.
    if (text !== '') this.#setProgress({ kind: 'running', percent: 0 });
    this.#run = this.#ledger.classify(text, (event) => this.#hear(event), this.#abort.signal, options);
    if (this.#visible.to > 0) this.#run.showRows(this.#visible.from, this.#visible.to);
  }

  #hear(event: RunEvent): void {
    switch (event.kind) {
      case 'rows':
        this.#takeRows({ ...event, text: event.text ?? this.#text });
        break;
      case 'batch':
        this.#takeBatch(event);
        break;
      case 'complete':
        this.#setProgress({ kind: this.#shown.length === 0 ? 'empty' : 'complete' });
        this.shownRows.renew();
        break;
      case 'changed':
        this.#apply(changedStates(event));
    }
  }

  #takeRows(
    rows: Omit<Extract<RunEvent, { kind: 'rows' }>, 'kind' | 'run' | 'text'> & { text: string },
  ): void {
    this.#rowsText = rows.text;
    this.#starts = rows.starts;
    this.#ends = rows.ends;
    this.#shown = new Int32Array(rows.starts.length).fill(PENDING);
    this.#columnsNow = rows.columns;
    this.#edits = new Map(rows.edits);
    this.#suggested.clear();
    this.#counter.reset();
    this.#faces.forget();
    this.#setProgress(rows.starts.length === 0 ? { kind: 'empty' } : { kind: 'running', percent: 0 });
    this.#redraw();
    this.shownRows.renew();
  }

  #takeBatch({ from, ids, faces, percent }: Extract<RunEvent, { kind: 'batch' }>): void {
    for (const id of ids) this.#counter.change(PENDING, id);
    this.#shown.set(ids, from);
    this.#faces.add(faces);
    if (from < this.#visible.to && from + ids.length > this.#visible.from) this.#redraw();
    this.#setProgress({ kind: 'running', percent });
    this.shownRows.renew();
  }

  #setProgress(progress: Progress): void {
    this.#progressNow = progress;
    this.#awaitFrame();
  }

  async #choose(ask: (run: LedgerRun) => Promise<ChoiceResult>): Promise<ChoiceResult['kind']> {
    const run = this.#run;
    if (run === null) return 'failed';
    const result = await ask(run);
    if (result.kind === 'failed') {
      console.error('The choice was not saved:', result.detail);
      return 'failed';
    }
    if (run === this.#run) this.#apply(result.rows);
    return result.kind;
  }

  async #settle(ask: (run: LedgerRun) => Promise<RowState | undefined>): Promise<void> {
    const run = this.#run;
    const state = run && (await ask(run));
    if (state && run === this.#run) this.#apply([state]);
  }

  #apply(states: readonly RowState[]): void {
    for (const { row, shown, suggested } of states) {
      this.#counter.change(this.#shown[row] ?? PENDING, shown);
      this.#shown[row] = shown;
      if (suggested === NO_SUGGESTION) this.#suggested.delete(row);
      else this.#suggested.set(row, suggested);
    }
    this.shownRows.markStale();
    this.#redraw();
  }

  #accountOf(id: MappingId): string | undefined {
    if (id === UNMATCHED) return NO_MATCH;
    if (id === BLANK) return '';
    return id === PENDING ? undefined : this.#faces.get(id)?.glAccount;
  }

  #redraw(): void {
    this.#isDrawingDue = true;
    this.#awaitFrame();
  }

  #awaitFrame(): void {
    if (this.#isFrameAwaited) return;
    this.#isFrameAwaited = true;
    requestAnimationFrame(() => {
      this.#isFrameAwaited = false;
      this.#tellReact();
    });
  }

  #tellReact(): void {
    if (!isSame(this.progress.get(), this.#progressNow)) this.progress.set(this.#progressNow);
    const counts = {
      all: this.#shown.length,
      ...this.#counter.shown,
      toVerify: this.#suggested.size,
      edited: this.#edits.size,
    };
    if (!isSame(this.counts.get(), counts)) this.counts.set(counts);
    this.columns.set(this.#columnsNow);
    if (this.#isDrawingDue) this.drawing.set(this.drawing.get() + 1);
    this.#isDrawingDue = false;
  }
}

/** Whether one text took the place of the other, rather than being made of it: they begin differently. */
function isOtherText(last: string, next: string): boolean {
  const length = Math.min(last.length, next.length, 100);
  return last.slice(0, length) !== next.slice(0, length);
}

/** Whether two flat objects hold the same. */
function isSame<T extends object>(a: T, b: T): boolean {
  const keys = Object.keys(b) as (keyof T)[];
  return Object.keys(a).length === keys.length && keys.every((key) => a[key] === b[key]);
}

function changedStates({ rows, shown, suggested }: Extract<RunEvent, { kind: 'changed' }>): RowState[] {
  return Array.from(rows, (row, i) => ({
    row,
    shown: shown[i] ?? PENDING,
    suggested: suggested[i] ?? NO_SUGGESTION,
  }));
}

const stores = new WeakMap<LedgerService, RowStore>();

/** The rows of this session: they outlive a visit to another page. */
export function rowStoreOf(ledger: LedgerService): RowStore {
  const store = stores.get(ledger) ?? new RowStore(ledger);
  stores.set(ledger, store);
  return store;
}
