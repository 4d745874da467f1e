import type { ChangeSetId } from '#contract/history.ts';
import { detailOf } from '#model/detailOf.ts';
import { type EntryId, type ListVersion, readListVersion } from '#model/log/version.ts';
import type { LedgerDatabase, WatchFailure } from '../database.ts';
import { entriesOf, type ReadLog } from '../log/readEntries.ts';
import { ChangeSetList, type StoredChangeSet } from './changeSets.ts';
import type { ListedEntry } from './listedLogs.ts';

/** Entries of the first read: enough for the first screen. */
const FIRST_ENTRIES = 150;
/** Entries of each further read: some 600 kB. */
const OLDER_ENTRIES = 2_000;

export type HistoryDatabase = Pick<LedgerDatabase, 'signedIn' | 'read' | 'readChildren' | 'watchValue'>;

/**
 * The entries of a log, as far as they have been read: from the newest one back. Begins at the first request and follows
 * the log from then on.
 */
export class HistoryLog<Entry extends ListedEntry> {
  readonly #log: ReadLog<Entry>;
  readonly #database: HistoryDatabase;
  readonly #onChange: () => void;
  #list = new ChangeSetList<Entry>();
  #entries = new Map<EntryId, Entry>();
  /** Batches with an entry of kind `closed`. */
  readonly #closed = new Set<string>();
  #newest: Entry | null = null;
  #oldest: Entry | null = null;
  #isComplete = false;
  #version: ListVersion | null = null;
  #begun: Promise<void> | null = null;
  /** Reads come one after another. */
  #last: Promise<unknown> = Promise.resolve();

  /** @param onChange called when entries have come */
  constructor(database: HistoryDatabase, log: ReadLog<Entry>, onChange: () => void) {
    this.#log = log;
    this.#database = database;
    this.#onChange = onChange;
  }

  get changeSets(): readonly StoredChangeSet<Entry>[] {
    return this.#list.changeSets;
  }

  /** Whether this newest entry of a change set says that changes are left, and nobody has closed its batch. */
  isOpen({ batch, left }: ListedEntry): boolean {
    return (left ?? 0) > 0 && !this.#closed.has(batch);
  }

  /** Number of entries read. */
  get size(): number {
    return this.#entries.size;
  }

  /** Number of entries that there are. */
  get total(): number {
    return Math.max(this.#version?.seq ?? 0, this.#newest?.seq ?? 0);
  }

  /** Whether the oldest entry has been read. */
  get isComplete(): boolean {
    return this.#isComplete;
  }

  get oldestSeq(): number {
    return this.#oldest?.seq ?? Number.POSITIVE_INFINITY;
  }

  entry(id: EntryId): Entry | undefined {
    return this.#entries.get(id);
  }

  /** Entries after this number, as far as they have been read. */
  after(seq: number): readonly Entry[] {
    return [...this.#entries.values()].filter((entry) => entry.seq > seq);
  }

  changeSet(id: ChangeSetId): StoredChangeSet<Entry> | undefined {
    return this.#list.get(id);
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

  async #begin(): Promise<void> {
    await this.#database.signedIn;
    await this.#inTurn(() => this.#readOlder(FIRST_ENTRIES));
    // Without it the history is only not followed: what is here stays right.
    const onFailure = ({ detail }: WatchFailure) => console.warn('The history is not followed:', detail);
    this.#database.watchValue(this.#log.log.version, (stored) => this.#onVersion(stored), onFailure);
  }

  #onVersion(stored: unknown): void {
    const version = readListVersion(stored);
    this.#version = version;
    if (version.id === this.#newest?.id) return;
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
    const endAt = this.#oldest === null ? {} : { endAt: this.#oldest.seq - 1 };
    const entries = await this.#read({ orderBy: 'seq', limitToLast: most, ...endAt });
    for (const entry of entries.toReversed()) {
      this.#add(entry);
      this.#list.addOlder(entry);
    }
    this.#newest ??= entries.at(-1) ?? null;
    this.#oldest = entries[0] ?? this.#oldest;
    // Entries before the first one here may have been moved to an archive.
    this.#isComplete = entries.length < most || this.#oldest?.seq === 1;
    this.#onChange();
  }

  async #readNewer(version: ListVersion): Promise<void> {
    const { seq = 0, id } = this.#newest ?? {};
    if (version.seq === 0 || version.id === id) return;
    // A backup has been put back: what is here is another history.
    if (version.seq <= seq) return this.#restart();
    const entries = await this.#read({ orderBy: 'seq', startAt: seq + 1 });
    if (this.#newest !== null && entries[0]?.seq === seq + 1 && entries[0].parent !== id)
      return this.#restart();
    for (const entry of entries) {
      this.#add(entry);
      this.#list.addNewer(entry);
    }
    this.#newest = entries.at(-1) ?? this.#newest;
    this.#oldest ??= entries[0] ?? null;
    this.#onChange();
  }

  #add(entry: Entry): void {
    this.#entries.set(entry.id, entry);
    if (entry.kind === 'closed') this.#closed.add(entry.batch);
  }

  async #restart(): Promise<void> {
    this.#closed.clear();
    this.#list = new ChangeSetList<Entry>();
    this.#entries = new Map();
    this.#newest = null;
    this.#oldest = null;
    this.#isComplete = false;
    await this.#readOlder(FIRST_ENTRIES);
  }

  async #read(query: Parameters<HistoryDatabase['readChildren']>[1]): Promise<readonly Entry[]> {
    const { log, read } = this.#log;
    return entriesOf(await this.#database.readChildren(log.history, query), read);
  }
}
