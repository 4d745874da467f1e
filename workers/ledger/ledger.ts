import { utcDay } from '../../src/model/day.ts';
import type { Email } from '../../src/model/email.ts';
import { type Mapping, NO_MATCH } from '../../src/model/mapping.ts';
import type { Classifier, ClassifierChange, MappingId, Rows } from '../engine/classifier.ts';
import { splitRows } from '../engine/rows.ts';
import { ClassificationRun, type RowRange } from './classification-run.ts';
import { copyText } from './copy-text.ts';
import type { LedgerDatabase } from './database.ts';
import type {
  ChoiceResult,
  CopyColumns,
  CopyResult,
  LedgerEvent,
  MappingFace,
  RowState,
  RunId,
} from './events.ts';
import { MappingList } from './mapping-list.ts';
import { writeMapping } from './mapping-writes.ts';
import { ResultTable } from './result-table.ts';
import type { Timing } from './timing.ts';
import { addUsage, watchOwnUsage } from './usage.ts';

/** How long the page waits for a first answer before it is told that there is none. Milliseconds. */
const LOAD_PATIENCE_MS = 15_000;

export type LedgerParts = {
  readonly database: LedgerDatabase;
  readonly email: Email;
  readonly timing: Timing;
  createClassifier(mappings: Iterable<Mapping>): Classifier;
  /** Tells the page; `transfer` are buffers that are handed over. */
  emit(event: LedgerEvent, transfer?: ArrayBufferLike[]): void;
};

/** The text on the page and its classification. `run` is null until the list is there. */
type Work = { readonly id: RunId; readonly table: ResultTable; run: ClassificationRun | null };

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
  #visible: RowRange = { from: 0, to: 0 };
  /** The text that was counted last: the same text is not counted twice. */
  #countedText: string | null = null;

  constructor(parts: LedgerParts) {
    this.#parts = parts;
    this.#list = new MappingList({
      database: parts.database,
      createClassifier: parts.createClassifier,
      onLoaded: ({ size }) => this.#beginWithList(size),
      onChanged: (change, size) => {
        this.#followList(change);
        parts.emit({ kind: 'list', status: { kind: 'ready', size } });
      },
      onFailed: (failure) => this.#failList(failure.kind),
    });
    this.#awaitList();
    this.#ends.push(
      parts.database.watchConnection((isConnected) => parts.emit({ kind: 'connection', isConnected })),
    );
    void parts.database.signedIn.then(() => this.#beginWatches());
  }

  /** Begins to classify `text` in place of what was there; a run under way is cancelled and counts nothing. */
  classify(id: RunId, text: string): void {
    this.#work?.run?.cancel();
    this.#visible = { from: 0, to: 0 };
    this.#work = { id, table: this.#createTable(splitRows(text)), run: null };
    this.#tellRows(this.#work);
    if (this.#list.classifier !== null) this.#startRun(this.#work);
  }

  /** Ends the run after the batch it is in. */
  cancel(id: RunId): void {
    this.#workOf(id)?.run?.cancel();
  }

  /** Rows `from` to `to` (excluded) are on screen: they are classified first. */
  showRows(id: RunId, from: number, to: number): void {
    if (this.#workOf(id)) this.#visible = { from, to };
  }

  /** How these mappings are drawn, in the order asked for; undefined for an id that no row has shown. */
  describe(id: RunId, mappings: readonly MappingId[]): (MappingFace | undefined)[] {
    const table = this.#workOf(id)?.table;
    return mappings.map((mapping) => table?.face(mapping));
  }

  /** Takes the user's own text for a row, and counts it unless it is blank. */
  editRow(id: RunId, row: number, text: string): RowState | undefined {
    const table = this.#workOf(id)?.table;
    if (table === undefined || table.description(row) === text) return table?.state(row);
    const state = table.edit(row, text);
    if (text.trim() !== '') void this.#count(1);
    return state;
  }

  /**
   * Takes the account suggested for a row. With `isShared` it becomes the mapping of the row's description, and
   * rows with the same description and suggestion take it too; `No Match` is no account to be stored.
   */
  async takeNew(id: RunId, row: number, isShared: boolean): Promise<ChoiceResult> {
    const table = this.#workOf(id)?.table;
    const account = table?.suggestedAccount(row);
    if (table === undefined || account === undefined) {
      return { kind: 'failed', detail: `Nothing is suggested for row ${row + 1} any more.` };
    }
    if (!isShared || account === NO_MATCH) return { kind: 'row-only', rows: [table.accept(row)] };
    const alike = table.alikeToVerify(row);
    const result = await writeMapping(this.#parts.database, table.description(row), account);
    if (result.kind === 'failed') return result;
    if (result.kind === 'unstorable') {
      return { kind: 'failed', detail: `"${table.description(row)}" cannot be a key of the database.` };
    }
    const agreed = alike.filter((other) => table.suggestedAccount(other) === account);
    return { kind: 'saved', rows: agreed.map((other) => table.accept(other)) };
  }

  /** Keeps the account that a row shows; the same suggestion is not made again in this session. */
  keepCurrent(id: RunId, row: number): RowState | undefined {
    return this.#workOf(id)?.table.decline(row);
  }

  /** The whole result as text; a run under way first goes on to its end without pauses. */
  async copy(id: RunId, columns: CopyColumns): Promise<CopyResult> {
    const work = this.#workOf(id);
    if (!work?.run) return { kind: 'superseded' };
    work.run.hurry();
    const outcome = await work.run.finished;
    if (outcome === 'cancelled' || this.#work !== work) return { kind: 'superseded' };
    return { kind: 'text', text: copyText(work.table, columns), rows: work.table.rows.count };
  }

  /** Reads the mapping list again after a failure. */
  retry(): void {
    this.#parts.database.reconnect();
    this.#awaitList();
    void this.#parts.database.signedIn.then(() => this.#list.load());
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
    this.#list.load();
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
    this.#endPatience = this.#parts.timing.after(LOAD_PATIENCE_MS, () => this.#failList('unreachable'));
  }

  #failList(reason: 'refused' | 'unreachable' | 'broken'): void {
    this.#endPatience();
    this.#parts.emit({ kind: 'list', status: { kind: 'failed', reason } });
  }

  #beginWithList(size: number): void {
    this.#endPatience();
    this.#parts.emit({ kind: 'list', status: { kind: 'ready', size } });
    if (this.#work === null) return;
    if (this.#work.run !== null) {
      // Ids of the former classifier mean nothing to this one: the text is classified anew.
      this.#work.run.cancel();
      this.#work = { ...this.#work, table: this.#createTable(this.#work.table.rows), run: null };
      this.#tellRows(this.#work);
    }
    this.#startRun(this.#work);
  }

  #createTable(rows: Rows): ResultTable {
    // Asked for anew each time: the list may come only after the text.
    return new ResultTable(rows, () => this.#list.classifier);
  }

  #tellRows({ id, table }: Work): void {
    const starts = table.rows.starts.slice();
    const ends = table.rows.ends.slice();
    this.#parts.emit({ kind: 'rows', run: id, starts, ends }, [starts.buffer, ends.buffer]);
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
    this.#parts.emit({ kind: 'batch', run: id, from: rows.from, ids, percent }, [ids.buffer]);
  }

  #complete({ id, table }: Work): void {
    this.#parts.emit({ kind: 'complete', run: id });
    const { text, count } = table.rows;
    const descriptions = count - table.blankRows;
    if (descriptions === 0 || text === this.#countedText) return;
    this.#countedText = text;
    void this.#count(descriptions);
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
