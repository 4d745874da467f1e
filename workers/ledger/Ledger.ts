import type {
  CopyColumns,
  CopyResult,
  Draft,
  DraftNotes,
  Edit,
  LedgerEvent,
  RunId,
  TextOptions,
} from '#contract/ledger.ts';
import type { Classifier, ClassifierChange } from '#engine/classifier.ts';
import type { Email } from '#model/email.ts';
import type { Mapping } from '#model/mapping.ts';
import { ClassificationRun, type RowRange } from './classification/ClassificationRun.ts';
import { carryEdits } from './classification/carriedEdits.ts';
import { copyText } from './classification/copyText.ts';
import { DraftKeeper } from './classification/DraftKeeper.ts';
import type { DraftStore } from './classification/draftStore.ts';
import { type Pasted, readPasted } from './classification/pasted.ts';
import { ResultTable } from './classification/ResultTable.ts';
import { RowCommands } from './classification/RowCommands.ts';
import { batchMessage, changeMessage, type RunMessage, rowsMessage } from './classification/runEvents.ts';
import type { LedgerDatabase } from './database.ts';
import type { MappingCache } from './list/indexedDbMappingCache.ts';
import { ListStatusPublisher } from './list/ListStatusPublisher.ts';
import { MappingList } from './list/MappingList.ts';
import type { Timing } from './timing.ts';
import { DescriptionCounter } from './usage/DescriptionCounter.ts';
import { watchOwnUsage } from './usage/usage.ts';

/** Until the page says otherwise, the first rows are on screen. */
const FIRST_ROWS: RowRange = { from: 0, to: 60 };

export type LedgerParts = {
  readonly database: LedgerDatabase;
  readonly email: Email;
  readonly timing: Timing;
  readonly keep: DraftStore;
  readonly mappingCache: MappingCache;
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
  readonly #herald: ListStatusPublisher;
  #work: Work | null = null;
  #visible = FIRST_ROWS;
  readonly #kept: DraftKeeper;
  /** What the page asks and does about rows. */
  readonly rows: RowCommands;
  readonly #counter: DescriptionCounter;

  constructor(parts: LedgerParts) {
    this.#parts = parts;
    this.#counter = new DescriptionCounter(parts);
    this.#herald = new ListStatusPublisher(parts.timing, parts.emit, () => this.#list);
    this.#list = new MappingList({
      database: parts.database,
      cache: parts.mappingCache,
      timing: parts.timing,
      createClassifier: parts.createClassifier,
      onLoaded: () => this.#beginWithList(),
      onConfirmed: () => this.#herald.here(),
      onChanged: (change) => {
        this.#followList(change);
        this.#herald.here();
      },
      onFailed: (failure) => this.#herald.failed(failure.kind),
    });
    this.#kept = new DraftKeeper(parts.keep, parts.timing, (detail) =>
      parts.emit({ kind: 'draft-failed', detail }),
    );
    this.rows = new RowCommands({
      list: this.#list,
      createClassifier: parts.createClassifier,
      tableOf: (id) => this.#workOf(id)?.table,
      onEdited: (text) => this.#followEdit(text),
    });
    this.#herald.loading();
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
  classify(id: RunId, text: string, options: TextOptions = {}): void {
    this.#begin(id, text, readPasted(text, options.column), options);
  }

  /** What was on the page before a reload; null for nothing. */
  async readDraft(): Promise<Draft | null> {
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
    work.run.skipPauses();
    const outcome = await work.run.finished;
    if (outcome === 'cancelled' || this.#work !== work) return { kind: 'superseded' };
    const count = rows?.length ?? work.table.rows.count;
    return { kind: 'text', text: copyText(work.table, columns, rows), rows: count };
  }

  /** Reads the mapping list again after a failure. */
  retry(): void {
    this.#parts.database.reconnect();
    this.#herald.loading();
    this.#list.load();
  }

  /** Ends all watches. */
  stop(): void {
    this.#work?.run?.cancel();
    this.#herald.close();
    for (const end of this.#ends) end();
    this.#list.close();
  }

  #begin(id: RunId, text: string, pasted: Pasted, { column, edits, isCounted = false }: TextOptions): void {
    const last = this.#work;
    last?.run?.cancel();
    this.#visible = FIRST_ROWS;
    const carried = edits ?? (last ? carryEdits(last.table.rows, pasted.rows, last.table.edits) : []);
    if (isCounted) this.#counter.remember(text);
    this.#work = { id, text, table: this.#createTable(pasted, carried), run: null };
    this.#tell(rowsMessage(id, text, this.#work.table));
    if (this.#list.classifier !== null) this.#startRun(this.#work);
    this.#kept.keepSoon({ text, column }, () => this.#notes(text));
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

  #beginWithList(): void {
    this.#herald.here();
    if (this.#work === null) return;
    if (this.#work.run !== null) {
      // Ids of the former classifier mean nothing to this one: the text is classified anew.
      this.#work.run.cancel();
      const { pasted, edits } = this.#work.table;
      this.#work = { ...this.#work, table: this.#createTable(pasted, edits), run: null };
      this.#tell(rowsMessage(this.#work.id, this.#work.text, this.#work.table));
    }
    this.#startRun(this.#work);
  }

  #createTable(pasted: Pasted, edits: Iterable<Edit>): ResultTable {
    // Asked for anew each time: the list may come only after the text.
    return new ResultTable(pasted, edits, () => this.#list.classifier);
  }

  #startRun(work: Work): void {
    work.run = new ClassificationRun({
      rowCount: work.table.rows.count,
      visible: () => this.#visible,
      timing: this.#parts.timing,
      takeBatch: (rows, percent) => this.#takeBatch(work, rows, percent),
    });
    void work.run.finished.then((outcome) => {
      if (outcome === 'complete') this.#complete(work);
    });
  }

  #takeBatch({ id, table }: Work, rows: RowRange, percent: number): void {
    const ids = table.classifyBatch(rows);
    this.#tell(batchMessage(id, table, { rows, ids, percent, visible: this.#visible }));
  }

  #complete({ id, text, table }: Work): void {
    this.#parts.emit({ kind: 'complete', run: id });
    const isNew = this.#counter.countText(text, table.rows.count - table.blankRows);
    if (isNew) this.#kept.keepNotes(this.#notes(text));
  }

  #followEdit(edited: string): void {
    this.#counter.countEdit(edited);
    if (this.#work) this.#kept.keepNotes(this.#notes(this.#work.text));
  }

  #notes(text: string): DraftNotes {
    return { isCounted: this.#counter.hasCounted(text), edits: [...(this.#work?.table.edits ?? [])] };
  }

  #followList(change: ClassifierChange): void {
    if (this.#work === null) return;
    const states = this.#work.table.reclassify(change);
    if (states.length === 0) return;
    this.#tell(changeMessage(this.#work.id, states));
  }

  #tell({ event, transfer }: RunMessage): void {
    this.#parts.emit(event, transfer);
  }

  #workOf(id: RunId): Work | undefined {
    return this.#work?.id === id ? this.#work : undefined;
  }
}
