import { BLANK, type MappingId, UNMATCHED } from '../../../workers/engine/classifier.ts';
import {
  type CopyColumns,
  type CopyResult,
  type MappingFace,
  NO_SUGGESTION,
  PENDING,
  type RowState,
  type RunEvent,
} from '../../../workers/ledger/events.ts';
import { NO_MATCH } from '../../model/mapping.ts';
import type { LedgerRun, LedgerService } from '../../services/ledger-client.ts';
import { createObservable } from '../../services/observable.ts';

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

const NO_ROWS = new Uint32Array(0);
const NO_IDS = new Int32Array(0);

/**
 * The rows of the text in the box, outside of React: the pasted text, two offsets and a mapping id per row, and
 * the few things that only some rows have. What a row shows is put together when it is drawn.
 */
export class RowStore {
  readonly progress = createObservable<Progress>({ kind: 'empty' });
  readonly rowCount = createObservable(0);
  /** Rows that are to be verified. */
  readonly toVerify = createObservable(0);
  /** Changes whenever a row on screen is to be drawn anew. */
  readonly drawing = createObservable(0);
  readonly #ledger: LedgerService;
  #run: LedgerRun | null = null;
  #abort = new AbortController();
  /** The text in the box; the rows may still be those of the one before. */
  #text = '';
  #rowsText = '';
  #starts: Uint32Array = NO_ROWS;
  #ends: Uint32Array = NO_ROWS;
  #shown: Int32Array = NO_IDS;
  readonly #suggested = new Map<number, MappingId>();
  readonly #edits = new Map<number, string>();
  readonly #faces = new Map<MappingId, MappingFace>();
  readonly #unasked = new Set<MappingId>();
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

  /** Classifies `text` in place of what was there. The same text again keeps the rows as they are. */
  classify(text: string): void {
    if (text === this.#text && this.#run !== null) return;
    this.#abort.abort();
    this.#abort = new AbortController();
    this.#text = text;
    // A large text takes the worker a moment: the bar is there before the rows are.
    if (text !== '') this.#setProgress({ kind: 'running', percent: 0 });
    this.#run = this.#ledger.classify(text, (event) => this.#hear(event), this.#abort.signal);
    this.#run.showRows(this.#visible.from, this.#visible.to);
  }

  /** Takes all rows away at once; a run under way is cancelled. */
  clear(): void {
    this.classify('');
    this.#takeRows(NO_ROWS, NO_ROWS);
  }

  row(index: number): RowView {
    const id = this.#shown[index] ?? PENDING;
    const suggested = this.#suggested.get(index);
    return {
      description: this.#edits.get(index) ?? this.#rowsText.slice(this.#starts[index], this.#ends[index]),
      account: this.#accountOf(id),
      keyword: this.#faces.get(id)?.keyword,
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

  async edit(index: number, text: string): Promise<void> {
    if (text === this.row(index).description) return;
    this.#edits.set(index, text);
    this.#redraw();
    await this.#settle((run) => run.editRow(index, text));
  }

  async keepCurrent(index: number): Promise<void> {
    await this.#settle((run) => run.keepCurrent(index));
  }

  /** See {@link LedgerRun.takeNew}; `failed` leaves the row as it is. */
  async takeNew(index: number, isShared: boolean): Promise<'saved' | 'row-only' | 'failed'> {
    const run = this.#run;
    if (run === null) return 'failed';
    const result = await run.takeNew(index, isShared);
    if (result.kind === 'failed') {
      console.error('The choice was not saved:', result.detail);
      return 'failed';
    }
    if (run === this.#run) this.#apply(result.rows);
    return result.kind;
  }

  copy(columns: CopyColumns): Promise<CopyResult> {
    return this.#run?.copy(columns) ?? Promise.resolve({ kind: 'superseded' });
  }

  #hear(event: RunEvent): void {
    switch (event.kind) {
      case 'rows':
        this.#takeRows(event.starts, event.ends);
        break;
      case 'batch':
        this.#shown.set(event.ids, event.from);
        if (this.#isVisible(event.from, event.from + event.ids.length)) this.#redraw();
        this.#setProgress({ kind: 'running', percent: event.percent });
        break;
      case 'complete':
        this.#setProgress({ kind: this.#shown.length === 0 ? 'empty' : 'complete' });
        break;
      case 'changed':
        this.#apply(changedStates(event));
    }
  }

  #takeRows(starts: Uint32Array, ends: Uint32Array): void {
    this.#rowsText = this.#text;
    this.#starts = starts;
    this.#ends = ends;
    this.#shown = new Int32Array(starts.length).fill(PENDING);
    this.#suggested.clear();
    this.#edits.clear();
    this.#faces.clear();
    this.toVerify.set(0);
    this.rowCount.set(starts.length);
    this.#setProgress(starts.length === 0 ? { kind: 'empty' } : { kind: 'running', percent: 0 });
    this.#redraw();
  }

  #setProgress(progress: Progress): void {
    this.#progressNow = progress;
    this.#awaitFrame();
  }

  async #settle(ask: (run: LedgerRun) => Promise<RowState | undefined>): Promise<void> {
    const run = this.#run;
    const state = run && (await ask(run));
    if (state && run === this.#run) this.#apply([state]);
  }

  #apply(states: readonly RowState[]): void {
    for (const { row, shown, suggested } of states) {
      this.#shown[row] = shown;
      if (suggested === NO_SUGGESTION) this.#suggested.delete(row);
      else this.#suggested.set(row, suggested);
    }
    this.toVerify.set(this.#suggested.size);
    this.#redraw();
  }

  #accountOf(id: MappingId): string | undefined {
    if (id === UNMATCHED) return NO_MATCH;
    if (id === BLANK) return '';
    if (id === PENDING) return undefined;
    const face = this.#faces.get(id);
    if (face === undefined) this.#askFor(id);
    return face?.glAccount;
  }

  /** Mappings wanted by one drawing are asked for together. */
  #askFor(id: MappingId): void {
    if (this.#unasked.size === 0) queueMicrotask(() => void this.#askForFaces());
    this.#unasked.add(id);
  }

  async #askForFaces(): Promise<void> {
    const ids = [...this.#unasked];
    this.#unasked.clear();
    const run = this.#run;
    if (run === null) return;
    const faces = await run.describe(ids);
    if (run !== this.#run) return;
    ids.forEach((id, i) => {
      const face = faces[i];
      if (face !== undefined) this.#faces.set(id, face);
    });
    this.#redraw();
  }

  #isVisible(from: number, to: number): boolean {
    return from < this.#visible.to && to > this.#visible.from;
  }

  #redraw(): void {
    this.#isDrawingDue = true;
    this.#awaitFrame();
  }

  /** Tells React once per frame: it draws at once for each change of a store, and batches come faster. */
  #awaitFrame(): void {
    if (this.#isFrameAwaited) return;
    this.#isFrameAwaited = true;
    requestAnimationFrame(() => {
      this.#isFrameAwaited = false;
      if (!isSameProgress(this.progress.get(), this.#progressNow)) this.progress.set(this.#progressNow);
      if (this.#isDrawingDue) this.drawing.set(this.drawing.get() + 1);
      this.#isDrawingDue = false;
    });
  }
}

function isSameProgress(a: Progress, b: Progress): boolean {
  return a.kind === b.kind && (a.kind !== 'running' || b.kind !== 'running' || a.percent === b.percent);
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
