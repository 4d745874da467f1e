import type { ChangeSetId } from '#contract/history.ts';
import { detailOf } from '#model/detailOf.ts';
import { type EntryId, type ListVersion, NO_VERSION, readListVersion } from '#model/log/version.ts';
import type { ChildQuery, LedgerDatabase, WatchFailure } from '../database.ts';
import { rememberLast } from '../rememberLast.ts';
import { changeSetIdOf, changeSetsOf, type ListedEntry, type StoredChangeSet } from './changeSets.ts';
import { type ReadLog, readBatch, readEntries } from './readEntries.ts';

/** Entries of the first read: enough for the first screen. */
const FIRST_ENTRIES = 150;
/** Entries of each further read: some 600 kB. */
const OLDER_ENTRIES = 2_000;

export type ReaderDatabase = Pick<LedgerDatabase, 'read' | 'readChildren' | 'watchValue'>;

/** What is found among the entries that have been read. */
type Index<Entry extends ListedEntry> = {
  readonly byId: ReadonlyMap<EntryId, Entry>;
  readonly changeSets: readonly StoredChangeSet<Entry>[];
  /** Batches with an entry of kind `closed`. */
  readonly closed: ReadonlySet<string>;
};

/**
 * The entries of a log, from the newest one back as far as they have been read; others are found by id and by change set.
 * Begins at the first request and follows the log from then on.
 */
export class LogReader<Entry extends ListedEntry> {
  readonly #database: ReaderDatabase;
  readonly #log: ReadLog<Entry>;
  readonly #onChange: () => void;
  /** Oldest first, without a gap. */
  #entries: readonly Entry[] = [];
  /** Made of the entries when it is first needed. */
  #index: Index<Entry> | null = null;
  #isComplete = false;
  #version = NO_VERSION;
  #begun: Promise<void> | null = null;
  /** Reads come one after another. */
  #last: Promise<unknown> = Promise.resolve();
  readonly #lastChangeSet = rememberLast<Promise<readonly Entry[]>>();

  /** @param onChange called when entries have come */
  constructor(database: ReaderDatabase, log: ReadLog<Entry>, onChange: () => void) {
    this.#database = database;
    this.#log = log;
    this.#onChange = onChange;
  }

  /** The entries that have been read, oldest first. */
  get entries(): readonly Entry[] {
    return this.#entries;
  }

  /** Their change sets, the newest first. */
  get changeSets(): readonly StoredChangeSet<Entry>[] {
    return this.#found.changeSets;
  }

  /** Number of entries that there are. */
  get total(): number {
    return Math.max(this.#version.seq, this.#entries.at(-1)?.seq ?? 0);
  }

  /** Whether the oldest entry has been read. */
  get isComplete(): boolean {
    return this.#isComplete;
  }

  /** Whether this newest entry of a change set says that changes are left, and nobody has closed its batch. */
  isOpen({ batch, left }: ListedEntry): boolean {
    return (left ?? 0) > 0 && !this.#found.closed.has(batch);
  }

  /** Resolves when the newest entries are here; rejects when they cannot be read, and then restarts. */
  begin(): Promise<void> {
    this.#begun ??= this.#begin().catch((error) => {
      this.#begun = null;
      throw error;
    });
    return this.#begun;
  }

  /** Resolves when every entry that there was at the time of the call is here. */
  async catchUp(): Promise<void> {
    const version = readListVersion(await this.#database.read(this.#log.log.version));
    await this.#inTurn(() => this.#readNewer(version));
  }

  /** Reads the next older entries. */
  readOlder(): Promise<void> {
    return this.#inTurn(() => this.#readOlder(OLDER_ENTRIES));
  }

  /** An entry by its id; undefined if it is not in the history. */
  async entry(id: EntryId): Promise<Entry | undefined> {
    const { log, read } = this.#log;
    const known = this.#found.byId.get(id);
    return known ?? read(id, await this.#database.read(`${log.history}/${id}`)) ?? undefined;
  }

  /** All entries after one of them; those of the archive are missing. */
  async after({ seq }: Entry): Promise<readonly Entry[]> {
    await this.catchUp();
    while ((this.#entries[0]?.seq ?? Number.POSITIVE_INFINITY) > seq + 1 && !this.#isComplete)
      await this.readOlder();
    return this.#entries.filter((entry) => entry.seq > seq);
  }

  /** All entries of a batch, oldest first, whoever made them. */
  ofBatch(batch: string): Promise<readonly Entry[]> {
    return readBatch(this.#database, this.#log, batch);
  }

  /** All entries of a change set, oldest first. */
  ofChangeSet(id: ChangeSetId): Promise<readonly Entry[]> {
    return this.#lastChangeSet(`${this.total} ${id}`, () => this.#readChangeSet(id));
  }

  async #readChangeSet(id: ChangeSetId): Promise<readonly Entry[]> {
    while (!this.#log.hasBatches && !this.#isComplete) await this.readOlder();
    const known = this.#isComplete ? this.changeSets.find((changeSet) => changeSet.id === id) : undefined;
    if (known !== undefined) return known.entries.toReversed();
    const [, batch = ''] = id.split(' ');
    return (await this.ofBatch(batch)).filter((entry) => changeSetIdOf(entry) === id);
  }

  get #found(): Index<Entry> {
    this.#index ??= {
      byId: new Map(this.#entries.map((entry) => [entry.id, entry])),
      changeSets: changeSetsOf(this.#entries),
      closed: new Set(this.#entries.flatMap(({ kind, batch }) => (kind === 'closed' ? batch : []))),
    };
    return this.#index;
  }

  async #begin(): Promise<void> {
    await this.#inTurn(() => this.#readOlder(FIRST_ENTRIES));
    // Without it the history is only not followed: what is here stays right.
    const onFailure = ({ detail }: WatchFailure) => console.warn('The history is not followed:', detail);
    this.#database.watchValue(this.#log.log.version, (stored) => this.#onVersion(stored), onFailure);
  }

  #onVersion(stored: unknown): void {
    const version = readListVersion(stored);
    this.#version = version;
    this.#inTurn(() => this.#readNewer(version)).catch((error) =>
      console.warn('New entries of the history cannot be read:', detailOf(error)),
    );
  }

  #inTurn<T>(read: () => Promise<T>): Promise<T> {
    const done = this.#last.then(read);
    this.#last = done.catch(() => {});
    return done;
  }

  async #readOlder(most: number): Promise<void> {
    if (this.#isComplete) return;
    const [oldest] = this.#entries;
    const endAt = oldest && { endAt: oldest.seq - 1 };
    const older = await this.#read({ orderBy: 'seq', limitToLast: most, ...endAt });
    // Entries before the first one here may have been moved to an archive.
    this.#isComplete = older.length < most || older[0]?.seq === 1;
    this.#take([...older, ...this.#entries]);
  }

  async #readNewer(version: ListVersion): Promise<void> {
    const { seq = 0, id } = this.#entries.at(-1) ?? {};
    if (version.seq === 0 || version.id === id) return;
    // A backup has been put back: what is here is another history.
    if (version.seq <= seq) return this.#restart();
    const newer = await this.#read({ orderBy: 'seq', startAt: seq + 1 });
    if (id !== undefined && newer[0]?.seq === seq + 1 && newer[0].parent !== id) return this.#restart();
    this.#take([...this.#entries, ...newer]);
  }

  async #restart(): Promise<void> {
    this.#entries = [];
    this.#isComplete = false;
    await this.#readOlder(FIRST_ENTRIES);
  }

  #take(entries: readonly Entry[]): void {
    this.#entries = entries;
    this.#index = null;
    this.#onChange();
  }

  #read(query: ChildQuery): Promise<readonly Entry[]> {
    return readEntries(this.#database, this.#log, query);
  }
}
