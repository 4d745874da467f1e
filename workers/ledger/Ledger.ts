import type {
  ClassificationApi,
  CopyColumns,
  CopyResult,
  Draft,
  DraftNotes,
  LedgerEvent,
  RowNotes,
  RowState,
  RunId,
  TextOptions,
} from '#contract/ledger.ts';
import type { TextTarget } from '#contract/table.ts';
import type { Classifier, ClassifierChange } from '#engine/classifier.ts';
import type { MappingId } from '#model/classification.ts';
import { isBlankText } from '#model/hiddenCharacters.ts';
import type { Mapping } from '#model/mapping.ts';
import type { Account } from '#model/user.ts';
import type { LedgerDatabase, WatchFailure } from './database.ts';
import type { LastSeenOptions } from './list/LastSeen.ts';
import { ListStatusPublisher } from './list/ListStatusPublisher.ts';
import type { MappingStorage } from './list/MappingCache.ts';
import { MappingList } from './list/MappingList.ts';
import { ClassificationRun, type RowRange } from './rows/ClassificationRun.ts';
import { copyText } from './rows/copyText.ts';
import { type DraftStorage, DraftStore } from './rows/DraftStore.ts';
import {
  mayHaveHeader,
  type Pasted,
  readPasted,
  rowsOfColumns,
  type TableReader,
  transferAnnotations,
} from './rows/pastedText.ts';
import { NO_NOTES, ResultTable } from './rows/ResultTable.ts';
import { RowCommands } from './rows/RowCommands.ts';
import type { Timing } from './timing.ts';
import { DescriptionCounter, watchOwnUsage } from './usage.ts';

/** Until the page says otherwise, the first rows are on screen. */
const FIRST_ROWS: RowRange = { from: 0, to: 60 };

export type LedgerOptions = Pick<LastSeenOptions, 'isAdmin' | 'hasSeals'> & {
  readonly database: LedgerDatabase;
  readonly account: Pick<Account, 'uid' | 'email'>;
  readonly timing: Timing;
  readonly draftStorage: DraftStorage;
  readonly mappingStorage: MappingStorage;
  readonly setAsideStorage: MappingStorage;
  readonly lastSeenStorage: LastSeenOptions['lastSeenStorage'];
  createClassifier(mappings: Iterable<Mapping>): Classifier;
  /** Loads what knows of tables; asked for with the first text that may be one. */
  loadTableReader(): Promise<TableReader>;
  /** Sends an event to the page. Buffers named in `transfer` are not copied: they must not be used any more. */
  emit(event: LedgerEvent, options?: { readonly transfer: ArrayBuffer[] }): void;
};

/** The text on the page and its rows. `run` is null until the mapping list is there. */
type CurrentText = {
  readonly id: RunId;
  readonly text: string;
  readonly table: ResultTable;
  /** What was done to the rows while another column was the chosen one. */
  readonly otherColumns: NotesByColumn;
  run: ClassificationRun | null;
};

/** By what {@link keyOf} makes of the columns that are classified. */
type NotesByColumn = ReadonlyMap<string, RowNotes>;

/**
 * What the worker does for the page over one database connection: it follows the mapping list, classifies the text on
 * the page, brings its rows up to date when the list changes, and counts usage. Calls that name a run other than the
 * current one do nothing. {@link ClassificationApi} describes the methods that the page calls.
 */
export class Ledger implements ClassificationApi {
  /** The shared list, for the other parts of the worker. */
  readonly list: MappingList;
  readonly rows: RowCommands;
  readonly #options: LedgerOptions;
  readonly #listStatus: ListStatusPublisher;
  readonly #drafts: DraftStore;
  readonly #counter: DescriptionCounter;
  #current: CurrentText | null = null;
  #visible = FIRST_ROWS;
  /** The run that was asked for last: its text is read as soon as it is known what may be a header. */
  wanted: RunId | null = null;
  #reading: Promise<void> | null = null;
  #tableReader: TableReader | null = null;

  constructor(options: LedgerOptions) {
    const { database, account, timing, emit } = options;
    const { uid, email } = account;
    this.#options = options;
    this.#counter = new DescriptionCounter({
      database,
      email,
      timing,
      save: (runs) => this.#drafts.saveCounted(() => this.#notesNow(), runs),
      onSettled: (run) => this.#drafts.deleteRun(run),
      emit,
    });
    this.#listStatus = new ListStatusPublisher(timing, emit, () => this.list);
    this.list = new MappingList({
      ...options,
      storage: options.mappingStorage,
      author: { uid, email },
      onAnswered: () => this.#listStatus.answered(),
      onLoaded: () => this.#onListLoaded(),
      onClearing: () => this.#onListClearing(),
      onConfirmed: () => this.#listStatus.available(),
      onChanged: (change) => {
        this.#onListChanged(change);
        this.#listStatus.available();
      },
      onMismatch: (isMismatch) => {
        this.#onListMismatch(isMismatch);
        this.#listStatus.available();
      },
      onFailed: (failure) => this.#onListFailed(failure),
      onLoss: (loss) => emit({ kind: 'loss', loss }),
    });
    this.#drafts = new DraftStore(options.draftStorage, timing, (detail) =>
      emit({ kind: 'draft-failed', detail }),
    );
    this.rows = new RowCommands({
      uid,
      list: this.list,
      timing,
      tableOf: (id) => this.#textOf(id)?.table,
      onEdited: (text, isCounted, answer) => this.#onEdited(text, isCounted, answer),
      onDecided: () => this.#saveNotes(),
    });
    this.#listStatus.loading();
    this.list.load();
    database.watchConnection((isConnected) => this.#listStatus.connection(isConnected));
    void this.#drafts.readRuns().then((runs) => this.#counter.send(runs));
    this.#watchUsage();
  }

  /** What was done to rows that the former text has too is carried over, unless notes are given. */
  classify(id: RunId, given: string | Blob, options: TextOptions = {}): void | Promise<void> {
    this.#current?.run?.cancel();
    this.wanted = id;
    this.#visible = FIRST_ROWS;
    if (typeof given === 'string' && (this.#tableReader !== null || !mayHaveHeader(given)))
      return this.#read(id, given, options);
    const reading = this.#prepare(given).then((text) => {
      if (this.#reading === reading) this.#reading = null;
      if (this.wanted === id) this.#read(id, text, options);
    });
    this.#reading = reading;
    return reading;
  }

  /** The text, and what reads it as a table. */
  async #prepare(given: string | Blob): Promise<string> {
    const text = typeof given === 'string' ? given : await given.text();
    if (this.#tableReader === null && mayHaveHeader(text)) await this.#loadTableReader();
    return text;
  }

  /** Without it, a first line that names the columns counts as a row. */
  async #loadTableReader(): Promise<void> {
    try {
      this.#tableReader = await this.#options.loadTableReader();
    } catch (error) {
      console.warn('No tables:', error);
    }
  }

  #read(id: RunId, text: string, options: TextOptions): void {
    const { column, layout = null, headerIsRow = false, names = null, isCounted = false, ...given } = options;
    const choices = { column, layout, headerIsRow, names };
    const last = this.#current;
    const pasted = readPasted(text, { ...choices, reader: this.#tableReader });
    const notes = new Map(given.edits === undefined ? carried(last, pasted) : notesByColumn(pasted, given));
    const key = keyOf(chosenColumns(pasted));
    const shown = notes.get(key) ?? NO_NOTES;
    notes.delete(key);
    if (isCounted) this.#counter.remember(text);
    this.#show({ id, text, table: this.#createTable(pasted, shown), otherColumns: notes, run: null });
    this.#drafts.saveSoon({ text, ...choices }, () => this.#notesNow());
  }

  async readDraft(): Promise<Draft | null> {
    return this.#drafts.read();
  }

  notes(id: RunId): DraftNotes | undefined {
    return this.#textOf(id) && this.#notesNow();
  }

  showRows(id: RunId, from: number, to: number): void {
    if (id === this.wanted) this.#visible = { from, to };
  }

  async copy(
    id: RunId,
    columns: CopyColumns,
    target: TextTarget,
    rows: Uint32Array | null = null,
  ): Promise<CopyResult> {
    if (this.#reading !== null) await this.#reading;
    const current = this.#textOf(id);
    if (!current?.run) return { kind: 'superseded' };
    current.run.skipPauses();
    const outcome = await current.run.finished;
    if (outcome === 'cancelled' || this.#current !== current) return { kind: 'superseded' };
    const count = rows?.length ?? current.table.rows.count;
    return { kind: 'text', text: copyText(current.table, columns, target, rows), rows: count };
  }

  retry(): void {
    this.#options.database.reconnect();
    this.#listStatus.loading();
    this.list.load();
  }

  /** The rows of the text on the page; undefined while there is none. */
  readonly tableNow = (): ResultTable | undefined => this.#current?.table;

  #watchUsage(): void {
    const { database, timing, account, emit } = this.#options;
    watchOwnUsage(
      database,
      timing,
      account.email,
      (usage) => emit({ kind: 'usage', usage }),
      ({ detail }) => emit({ kind: 'usage-failed', detail }),
    );
  }

  #onListLoaded(): void {
    this.#listStatus.available();
    if (this.#current === null) return;
    if (this.#current.run === null) {
      this.#startRun(this.#current);
      return;
    }
    // The ids of the former classifier mean nothing to the new one: the text is classified again.
    this.#current.run.cancel();
    this.#showAnew(this.#current);
  }

  /** Without a list nothing is classified; the rows keep the answers that they have. */
  #onListClearing(): void {
    this.#current?.run?.cancel();
    this.#current?.table.rememberMappings();
  }

  /** Of a list that the person may not read any more, nothing is shown. */
  #onListFailed({ kind }: WatchFailure): void {
    this.#listStatus.failed(kind);
    if (this.#current !== null && this.list.classifier === null) this.#showAnew(this.#current);
  }

  /** The same text with what was done to its rows, which are classified again. */
  #showAnew(current: CurrentText): void {
    const { pasted, notes } = current.table;
    this.#show({ ...current, table: this.#createTable(pasted, notes), run: null });
  }

  #createTable(pasted: Pasted, notes: RowNotes): ResultTable {
    // The list may come only after the text.
    return new ResultTable(pasted, notes, {
      classifierNow: () => this.list.classifier,
      isAnswering: () => this.list.mismatch === null,
    });
  }

  /** Sends the page the rows of a text, all of them pending, and starts their classification if the list is there. */
  #show(current: CurrentText): void {
    this.#current = current;
    const { id, text, table } = current;
    const { rows, pasted, edits } = table;
    const [starts, ends] = [rows.starts.slice(), rows.ends.slice()];
    this.#options.emit(
      {
        kind: 'rows',
        run: id,
        text: rows.text === text ? null : rows.text,
        starts,
        ends,
        columns: pasted.columns,
        header: pasted.header,
        edits: [...edits],
      },
      { transfer: [starts.buffer, ends.buffer] },
    );
    if (this.list.classifier !== null && this.list.mismatch === null) this.#startRun(current);
  }

  /** Rows keep the answers they have; those that have none get theirs when the list agrees with its history again. */
  #onListMismatch(isMismatch: boolean): void {
    const current = this.#current;
    if (current === null) return;
    if (isMismatch) {
      current.run?.cancel();
      return;
    }
    if (current.table.isAnswered) this.#emitChanged(current.id, current.table.answerPending());
    else this.#startRun(current);
  }

  #startRun(current: CurrentText): void {
    const { id, table } = current;
    table.beginRun();
    current.run = new ClassificationRun({
      rowCount: table.rows.count,
      visible: () => this.#visible,
      timing: this.#options.timing,
      takeBatch: (rows, percent) => {
        const ids = table.classifyBatch(rows);
        // The page would need a frame or two to ask for the labels of rows on screen.
        const labels = table.labelsOf(overlap(rows, this.#visible));
        const batch = { kind: 'batch', run: id, from: rows.from, ids, percent, labels } as const;
        this.#options.emit(batch, { transfer: [ids.buffer] });
        this.#emitChanged(id, table.statesToVerify(rows));
      },
    });
    void current.run.finished.then((outcome) => {
      if (outcome === 'complete') this.#onComplete(current);
    });
  }

  #onComplete({ id, text, table }: CurrentText): void {
    this.#options.emit({ kind: 'complete', run: id });
    void this.#counter
      .countText(text, table.rows.count - table.blankRows, table.countUnmatched())
      .then(() => this.#options.emit({ kind: 'counted', run: id }));
  }

  #onEdited(rowText: string, isCounted: boolean, answer: MappingId): void {
    // Nothing is classified without a list, and while it is not what its history says.
    const isClassified = this.list.classifier !== null && this.list.mismatch === null;
    if (isCounted && isClassified && !isBlankText(rowText)) this.#counter.countEdit(answer);
    else this.#saveNotes();
  }

  #saveNotes(): void {
    if (this.#current !== null && this.#current.text !== '') this.#drafts.saveNotes(() => this.#notesNow());
  }

  #notesNow(): DraftNotes {
    const current = this.#current;
    if (current === null) return { isCounted: false, ...NO_NOTES, otherColumns: [] };
    const otherColumns = Array.from(current.otherColumns, ([key, notes]) => ({
      column: columnsOf(key),
      ...notes,
    }));
    return { isCounted: this.#counter.hasCounted(current.text), ...current.table.notes, otherColumns };
  }

  #onListChanged(change: ClassifierChange): void {
    if (this.#current === null) return;
    const states = this.#current.table.reclassify(change);
    this.#emitChanged(this.#current.id, states);
    if (states.length > 0) this.#saveNotes();
  }

  #emitChanged(run: RunId, states: readonly RowState[]): void {
    if (states.length === 0) return;
    this.#options.emit({
      kind: 'changed',
      run,
      rows: Uint32Array.from(states, ({ row }) => row),
      shown: Int32Array.from(states, ({ shown }) => shown),
      suggested: Int32Array.from(states, ({ suggested }) => suggested),
    });
  }

  #textOf(id: RunId): CurrentText | undefined {
    return this.#current?.id === id ? this.#current : undefined;
  }
}

function chosenColumns({ columns }: Pasted): readonly number[] {
  return columns?.chosen ?? [];
}

function keyOf(columns: readonly number[]): string {
  return columns.join('+');
}

function columnsOf(key: string): readonly number[] {
  return key === '' ? [] : key.split('+').map(Number);
}

/** The notes of the former text that apply to rows of the next one, by column. */
function carried(last: CurrentText | null, next: Pasted): NotesByColumn {
  if (last === null) return new Map();
  const { pasted, notes } = last.table;
  const all = new Map([...last.otherColumns, [keyOf(chosenColumns(pasted)), notes]]);
  return new Map(
    Array.from(all, ([key, columnNotes]) => [
      key,
      transferAnnotations(
        rowsOfColumns(pasted, columnsOf(key)),
        rowsOfColumns(next, columnsOf(key)),
        columnNotes,
      ),
    ]),
  );
}

function notesByColumn(
  pasted: Pasted,
  { edits = [], kept = [], otherColumns = [] }: Partial<DraftNotes>,
): NotesByColumn {
  const others = otherColumns.map(({ column, ...notes }) => [keyOf(column), notes] as const);
  return new Map([...others, [keyOf(chosenColumns(pasted)), { edits, kept }]]);
}

function overlap(a: RowRange, b: RowRange): RowRange {
  return { from: Math.max(a.from, b.from), to: Math.min(a.to, b.to) };
}
