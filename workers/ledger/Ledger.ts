import { utcDay } from '../../src/model/day.ts';
import type { Email } from '../../src/model/email.ts';
import type { Mapping } from '../../src/model/mapping.ts';
import type { Classifier, ClassifierChange } from '../engine/classifier.ts';
import { ClassificationRun, type RowRange } from './ClassificationRun.ts';
import { carryEdits, type Edit } from './carriedEdits.ts';
import { copyText } from './copyText.ts';
import type { LedgerDatabase } from './database.ts';
import type {
  CopyColumns,
  CopyResult,
  LedgerEvent,
  ListStatus,
  MappingFace,
  RunId,
  TextOptions,
} from './events.ts';
import { KeptPage } from './KeptPage.ts';
import type { ListCache } from './list/listCache.ts';
import { MappingList } from './MappingList.ts';
import { type Pasted, readPasted } from './pasted.ts';
import { ResultTable } from './ResultTable.ts';
import { RowDesk } from './RowDesk.ts';
import type { Timing } from './timing.ts';
import { addUsage, watchOwnUsage } from './usage.ts';
import type { KeptNotes, KeptWork, WorkKeep } from './workKeep.ts';

/** How long the page waits for a first answer before it is told that there is none. Milliseconds. */
const LOAD_PATIENCE_MS = 15_000;
/** Until the page says otherwise, the first rows are on screen. */
const FIRST_ROWS: RowRange = { from: 0, to: 60 };

export type LedgerParts = {
  readonly database: LedgerDatabase;
  readonly email: Email;
  readonly timing: Timing;
  readonly keep: WorkKeep;
  readonly listCache: ListCache;
  createClassifier(mappings: Iterable<Mapping>): Classifier;
  /** Tells the page; `transfer` are buffers that are handed over. */
  emit(event: LedgerEvent, transfer?: ArrayBufferLike[]): void;
};

/** The text on the page and its classification. `run` is null until the list is there. */
type Work = {
  readonly id: RunId;
  readonly text: string;
  readonly table: ResultTable;
  run: ClassificationRun | null;
};

/**
 * What the worker does for the page, all of it over one database connection: keeps the mapping list, classifies
 * the text on the page, follows live changes of the list under its result, and counts usage.
 * Calls that name a run other than the current one do nothing.
 */
export class Ledger {
  readonly #parts: LedgerParts;
  readonly #list: MappingList;
  readonly #ends: (() => void)[] = [];
  #endPatience = () => {};
  #work: Work | null = null;
  #visible = FIRST_ROWS;
  readonly #kept: KeptPage;
  /** What the page asks and does about rows. */
  readonly rows: RowDesk;
  /** The text that was counted last: the same text is not counted twice. */
  #countedText: string | null = null;

  constructor(parts: LedgerParts) {
    this.#parts = parts;
    this.#list = new MappingList({
      database: parts.database,
      email: parts.email,
      cache: parts.listCache,
      timing: parts.timing,
      createClassifier: parts.createClassifier,
      onLoaded: () => this.#beginWithList(),
      onConfirmed: () => this.#tellList(),
      onChanged: (change) => {
        this.#followList(change);
        this.#tellList();
      },
      onFailed: (failure) => this.#failList(failure.kind),
    });
    this.#kept = new KeptPage(parts.keep, parts.timing, (detail) =>
      parts.emit({ kind: 'keep-failed', detail }),
    );
    this.rows = new RowDesk({
      list: this.#list,
      createClassifier: parts.createClassifier,
      tableOf: (id) => this.#workOf(id)?.table,
      onEdited: (text) => this.#followEdit(text),
    });
    this.#awaitList();
    this.#ends.push(
      parts.database.watchConnection((isConnected) => parts.emit({ kind: 'connection', isConnected })),
    );
    this.#list.load();
    void parts.database.signedIn.then(() => this.#beginWatches());
  }

  /** The shared list, for the parts of the worker that show and change it. */
  get list(): MappingList {
    return this.#list;
  }

  /**
   * Begins to classify `text` in place of what was there; a run under way is cancelled and counts nothing. Edits
   * of rows that both texts have stay.
   */
  classify(id: RunId, text: string, { column, edits, isCounted = false }: TextOptions = {}): void {
    const last = this.#work;
    last?.run?.cancel();
    this.#visible = FIRST_ROWS;
    const pasted = readPasted(text, column);
    const carried = edits ?? (last ? carryEdits(last.table.rows, pasted.rows, last.table.edits) : []);
    if (isCounted) this.#countedText = text;
    this.#work = { id, text, table: this.#createTable(pasted, carried), run: null };
    this.#tellRows(this.#work);
    if (this.#list.classifier !== null) this.#startRun(this.#work);
    this.#kept.keepSoon({ text, column }, () => this.#notes(text));
  }

  /** What was on the page before a reload; null for nothing. */
  async readKept(): Promise<KeptWork | null> {
    return this.#kept.read();
  }

  /** Ends the run after the batch it is in. */
  cancel(id: RunId): void {
    this.#workOf(id)?.run?.cancel();
  }

  /** Rows `from` to `to` (excluded) are on screen: they are classified first. */
  showRows(id: RunId, from: number, to: number): void {
    if (this.#workOf(id)) this.#visible = { from, to };
  }

  /**
   * The whole result as text, or the given rows of it; a run under way first goes on to its end without pauses.
   */
  async copy(id: RunId, columns: CopyColumns, rows: Uint32Array | null = null): Promise<CopyResult> {
    const work = this.#workOf(id);
    if (!work?.run) return { kind: 'superseded' };
    work.run.hurry();
    const outcome = await work.run.finished;
    if (outcome === 'cancelled' || this.#work !== work) return { kind: 'superseded' };
    const count = rows?.length ?? work.table.rows.count;
    return { kind: 'text', text: copyText(work.table, columns, rows), rows: count };
  }

  /** Reads the mapping list again after a failure. */
  retry(): void {
    this.#parts.database.reconnect();
    this.#awaitList();
    this.#list.load();
  }

  /** Ends all watches. */
  stop(): void {
    this.#work?.run?.cancel();
    this.#endPatience();
    for (const end of this.#ends) end();
    this.#list.close();
  }

  #beginWatches(): void {
    const { database, timing, email, emit } = this.#parts;
    this.#ends.push(
      watchOwnUsage(
        database,
        timing,
        email,
        (usage) => emit({ kind: 'usage', usage }),
        ({ detail }) => emit({ kind: 'usage-failed', detail }),
      ),
    );
  }

  #awaitList(): void {
    this.#parts.emit({ kind: 'list', status: { kind: 'loading' } });
    this.#endPatience();
    this.#endPatience = this.#parts.timing.after(LOAD_PATIENCE_MS, () => this.#giveUpWaiting());
  }

  /** A list that is kept of an earlier visit serves until the server answers. */
  #giveUpWaiting(): void {
    if (this.#list.classifier === null) this.#failList('unreachable');
    else this.#tellList(true);
  }

  #failList(reason: 'refused' | 'unreachable' | 'broken'): void {
    this.#endPatience();
    this.#parts.emit({ kind: 'list', status: { kind: 'failed', reason } });
  }

  #tellList(isUnreachable = false): void {
    const { isConfirmed, keptAt, entries } = this.#list;
    const { size } = entries;
    if (isConfirmed) this.#endPatience();
    const status: ListStatus =
      isConfirmed || keptAt === null
        ? { kind: 'ready', size }
        : { kind: 'kept', size, keptAt, isUnreachable };
    this.#parts.emit({ kind: 'list', status });
  }

  #beginWithList(): void {
    this.#tellList();
    if (this.#work === null) return;
    if (this.#work.run !== null) {
      // Ids of the former classifier mean nothing to this one: the text is classified anew.
      this.#work.run.cancel();
      const { pasted, edits } = this.#work.table;
      this.#work = { ...this.#work, table: this.#createTable(pasted, edits), run: null };
      this.#tellRows(this.#work);
    }
    this.#startRun(this.#work);
  }

  #createTable(pasted: Pasted, edits: Iterable<Edit>): ResultTable {
    // Asked for anew each time: the list may come only after the text.
    return new ResultTable(pasted, edits, () => this.#list.classifier);
  }

  #tellRows({ id, text, table }: Work): void {
    const starts = table.rows.starts.slice();
    const ends = table.rows.ends.slice();
    const { columns } = table.pasted;
    const changedText = table.rows.text === text ? null : table.rows.text;
    this.#parts.emit(
      { kind: 'rows', run: id, text: changedText, starts, ends, columns, edits: [...table.edits] },
      [starts.buffer, ends.buffer],
    );
  }

  #startRun(work: Work): void {
    work.run = new ClassificationRun({
      rowCount: work.table.rows.count,
      visible: () => this.#visible,
      timing: this.#parts.timing,
      takeBatch: (rows, percent) => this.#takeBatch(work, rows, percent),
      fillPause: (rows) => work.table.prepareForChange(rows),
    });
    void work.run.finished.then((outcome) => {
      if (outcome === 'complete') this.#complete(work);
    });
  }

  #takeBatch({ id, table }: Work, rows: RowRange, percent: number): void {
    const ids = table.classifyBatch(rows);
    const faces = facesOnScreen(table, rows, this.#visible);
    this.#parts.emit({ kind: 'batch', run: id, from: rows.from, ids, percent, faces }, [ids.buffer]);
  }

  #complete({ id, text, table }: Work): void {
    this.#parts.emit({ kind: 'complete', run: id });
    const descriptions = table.rows.count - table.blankRows;
    if (descriptions === 0 || text === this.#countedText) return;
    this.#countedText = text;
    this.#kept.keepNotes(this.#notes(text));
    void this.#count(descriptions);
  }

  #followEdit(edited: string): void {
    if (edited.trim() !== '') void this.#count(1);
    if (this.#work) this.#kept.keepNotes(this.#notes(this.#work.text));
  }

  #notes(text: string): KeptNotes {
    return { isCounted: text === this.#countedText, edits: [...(this.#work?.table.edits ?? [])] };
  }

  async #count(descriptions: number): Promise<void> {
    const { database, email, timing, emit } = this.#parts;
    try {
      await addUsage(database, email, utcDay(timing.now()), descriptions);
    } catch (error) {
      emit({ kind: 'usage-failed', detail: error instanceof Error ? error.message : String(error) });
    }
  }

  #followList(change: ClassifierChange): void {
    if (this.#work === null) return;
    const states = this.#work.table.reclassify(change);
    if (states.length === 0) return;
    const rows = Uint32Array.from(states, ({ row }) => row);
    const shown = Int32Array.from(states, (state) => state.shown);
    const suggested = Int32Array.from(states, (state) => state.suggested);
    this.#parts.emit({ kind: 'changed', run: this.#work.id, rows, shown, suggested }, [
      rows.buffer,
      shown.buffer,
      suggested.buffer,
    ]);
  }

  #workOf(id: RunId): Work | undefined {
    return this.#work?.id === id ? this.#work : undefined;
  }
}

/** How the rows of a batch that are on screen are drawn: asking for it would cost a frame or two. */
function facesOnScreen(
  table: ResultTable,
  rows: RowRange,
  visible: RowRange,
): (readonly [number, MappingFace])[] {
  const faces = new Map<number, MappingFace>();
  for (let row = Math.max(rows.from, visible.from); row < Math.min(rows.to, visible.to); row++) {
    const id = table.shown(row);
    const face = table.face(id);
    if (face !== undefined) faces.set(id, face);
  }
  return [...faces];
}
