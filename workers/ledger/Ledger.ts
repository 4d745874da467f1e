import type {
  ClassificationApi,
  CopyColumns,
  CopyResult,
  Draft,
  DraftNotes,
  Edit,
  LedgerEvent,
  RowState,
  RunId,
  TextOptions,
} from '#contract/ledger.ts';
import type { Classifier, ClassifierChange } from '#engine/classifier.ts';
import type { Mapping } from '#model/mapping.ts';
import type { Account } from '#model/user.ts';
import { ClassificationRun, type RowRange } from './classification/ClassificationRun.ts';
import { copyText } from './classification/copyText.ts';
import { type DraftStorage, DraftStore } from './classification/DraftStore.ts';
import { carryEdits, type Pasted, readPasted } from './classification/pastedText.ts';
import { ResultTable } from './classification/ResultTable.ts';
import { RowCommands } from './classification/RowCommands.ts';
import type { LedgerDatabase } from './database.ts';
import { ListStatusPublisher } from './list/ListStatusPublisher.ts';
import type { MappingStorage } from './list/MappingCache.ts';
import { MappingList } from './list/MappingList.ts';
import type { Timing } from './timing.ts';
import { DescriptionCounter, watchOwnUsage } from './usage.ts';

/** Until the page says otherwise, the first rows are on screen. */
const FIRST_ROWS: RowRange = { from: 0, to: 60 };

export type LedgerOptions = {
  readonly database: LedgerDatabase;
  readonly account: Pick<Account, 'uid' | 'email'>;
  readonly timing: Timing;
  readonly draftStorage: DraftStorage;
  readonly mappingStorage: MappingStorage;
  createClassifier(mappings: Iterable<Mapping>): Classifier;
  /** Sends an event to the page. The buffers of its typed arrays are transferred: they must not be used any more. */
  emit(event: LedgerEvent): void;
};

/** The text on the page and its rows. `run` is null until the mapping list is there. */
type CurrentText = {
  readonly id: RunId;
  readonly text: string;
  readonly table: ResultTable;
  run: ClassificationRun | null;
};

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
  readonly #ends: (() => void)[] = [];
  readonly #listStatus: ListStatusPublisher;
  readonly #drafts: DraftStore;
  readonly #counter: DescriptionCounter;
  #current: CurrentText | null = null;
  #visible = FIRST_ROWS;

  constructor(options: LedgerOptions) {
    const { database, account, timing, emit, createClassifier } = options;
    const { uid, email } = account;
    this.#options = options;
    this.#counter = new DescriptionCounter({ database, email, timing, emit });
    this.#listStatus = new ListStatusPublisher(timing, emit, () => this.list);
    this.list = new MappingList({
      database,
      storage: options.mappingStorage,
      timing,
      author: { uid, email },
      createClassifier,
      onLoaded: () => this.#onListLoaded(),
      onConfirmed: () => this.#listStatus.available(),
      onChanged: (change) => {
        this.#onListChanged(change);
        this.#listStatus.available();
      },
      onDiffers: (differs) => {
        this.#onListDiffers(differs);
        this.#listStatus.available();
      },
      onFailed: (failure) => this.#listStatus.failed(failure.kind),
    });
    this.#drafts = new DraftStore(options.draftStorage, timing, (detail) =>
      emit({ kind: 'draft-failed', detail }),
    );
    this.rows = new RowCommands({
      list: this.list,
      createClassifier,
      tableOf: (id) => this.#textOf(id)?.table,
      onEdited: (text, isCounted) => this.#onEdited(text, isCounted),
    });
    this.#listStatus.loading();
    this.list.load();
    void database.signedIn.then(() => this.#watchUsage());
  }

  /** The edits of rows that the former text has too are carried over, unless `edits` are given. */
  classify(id: RunId, text: string, { column, edits, isCounted = false }: TextOptions = {}): void {
    const last = this.#current;
    last?.run?.cancel();
    this.#visible = FIRST_ROWS;
    const pasted = readPasted(text, column);
    const carried = edits ?? (last ? carryEdits(last.table.rows, pasted.rows, last.table.edits) : []);
    if (isCounted) this.#counter.remember(text);
    this.#show({ id, text, table: this.#createTable(pasted, carried), run: null });
    this.#drafts.saveSoon({ text, column }, () => this.#notes(text));
  }

  async readDraft(): Promise<Draft | null> {
    return this.#drafts.read();
  }

  cancel(id: RunId): void {
    this.#textOf(id)?.run?.cancel();
  }

  showRows(id: RunId, from: number, to: number): void {
    if (this.#textOf(id)) this.#visible = { from, to };
  }

  async copy(id: RunId, columns: CopyColumns, rows: Uint32Array | null = null): Promise<CopyResult> {
    const current = this.#textOf(id);
    if (!current?.run) return { kind: 'superseded' };
    current.run.skipPauses();
    const outcome = await current.run.finished;
    if (outcome === 'cancelled' || this.#current !== current) return { kind: 'superseded' };
    const count = rows?.length ?? current.table.rows.count;
    return { kind: 'text', text: copyText(current.table, columns, rows), rows: count };
  }

  retry(): void {
    this.#options.database.reconnect();
    this.#listStatus.loading();
    this.list.load();
  }

  /** Ends all watches. */
  stop(): void {
    this.#current?.run?.cancel();
    this.#listStatus.close();
    for (const end of this.#ends) end();
    this.list.close();
  }

  #watchUsage(): void {
    const { database, timing, account, emit } = this.#options;
    this.#ends.push(
      watchOwnUsage(
        database,
        timing,
        account.email,
        (usage) => emit({ kind: 'usage', usage }),
        ({ detail }) => emit({ kind: 'usage-failed', detail }),
      ),
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
    const { pasted, edits } = this.#current.table;
    this.#show({ ...this.#current, table: this.#createTable(pasted, edits), run: null });
  }

  #createTable(pasted: Pasted, edits: Iterable<Edit>): ResultTable {
    // The list may come only after the text.
    return new ResultTable(pasted, edits, {
      classifierNow: () => this.list.classifier,
      isAnswering: () => this.list.difference === null,
    });
  }

  /** Sends the page the rows of a text, all of them pending, and starts their classification if the list is there. */
  #show(current: CurrentText): void {
    this.#current = current;
    const { id, text, table } = current;
    const { rows, pasted, edits } = table;
    this.#options.emit({
      kind: 'rows',
      run: id,
      text: rows.text === text ? null : rows.text,
      starts: rows.starts.slice(),
      ends: rows.ends.slice(),
      columns: pasted.columns,
      edits: [...edits],
    });
    if (this.list.classifier !== null && this.list.difference === null) this.#startRun(current);
  }

  /** Rows keep the answers they have; those that have none get theirs when the list agrees with its history again. */
  #onListDiffers(differs: boolean): void {
    const current = this.#current;
    if (current === null) return;
    if (differs) {
      current.run?.cancel();
      return;
    }
    if (current.table.isAnswered) this.#emitChanged(current, current.table.answerPending());
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
        this.#options.emit({ kind: 'batch', run: id, from: rows.from, ids, percent, labels });
      },
    });
    void current.run.finished.then((outcome) => {
      if (outcome === 'complete') this.#onComplete(current);
    });
  }

  #onComplete({ id, text, table }: CurrentText): void {
    this.#options.emit({ kind: 'complete', run: id });
    const isNew = this.#counter.countText(text, table.rows.count - table.blankRows);
    if (isNew) this.#drafts.saveNotes(this.#notes(text));
  }

  #onEdited(rowText: string, isCounted: boolean): void {
    if (isCounted && this.list.difference === null) this.#counter.countEdit(rowText);
    if (this.#current) this.#drafts.saveNotes(this.#notes(this.#current.text));
  }

  #notes(text: string): DraftNotes {
    return { isCounted: this.#counter.hasCounted(text), edits: [...(this.#current?.table.edits ?? [])] };
  }

  #onListChanged(change: ClassifierChange): void {
    if (this.#current === null) return;
    this.#emitChanged(this.#current, this.#current.table.reclassify(change));
  }

  #emitChanged({ id }: CurrentText, states: readonly RowState[]): void {
    if (states.length === 0) return;
    this.#options.emit({
      kind: 'changed',
      run: id,
      rows: Uint32Array.from(states, ({ row }) => row),
      shown: Int32Array.from(states, ({ shown }) => shown),
      suggested: Int32Array.from(states, ({ suggested }) => suggested),
    });
  }

  #textOf(id: RunId): CurrentText | undefined {
    return this.#current?.id === id ? this.#current : undefined;
  }
}

function overlap(a: RowRange, b: RowRange): RowRange {
  return { from: Math.max(a.from, b.from), to: Math.min(a.to, b.to) };
}
