import type { ChangeSetId, RestoreTarget } from '#contract/history.ts';
import type { EntryId } from '#model/log/version.ts';
import { readBatch } from '../log/readEntries.ts';
import { changeSetIdOf } from './changeSets.ts';
import { type HistoryDatabase, HistoryLog } from './HistoryLog.ts';
import type { ListedEntry, ListedLog } from './listedLogs.ts';

/** The entries that a restore takes back, what it goes back to, and whether others since are not known. */
type Taken<Entry> = {
  readonly entries: readonly Entry[];
  /** Null where it is not in the history. */
  readonly to: Entry | null;
  readonly hasGap: boolean;
};

/** Finds entries of a log: by id, by change set, and all since one of them. */
export class HistoryEntries<Entry extends ListedEntry, Change> {
  readonly log: HistoryLog<Entry>;
  readonly #database: HistoryDatabase;
  readonly #listed: ListedLog<Entry, Change>;
  readonly #listeners: (() => void)[] = [];
  #ofChangeSet: {
    readonly id: ChangeSetId;
    readonly total: number;
    readonly entries: readonly Entry[];
  } | null = null;

  constructor(database: HistoryDatabase, listed: ListedLog<Entry, Change>) {
    this.#database = database;
    this.#listed = listed;
    this.log = new HistoryLog(database, listed, () => {
      for (const notify of this.#listeners) notify();
    });
  }

  /** Calls `onChange` when entries have come. */
  onChange(onChange: () => void): void {
    this.#listeners.push(onChange);
  }

  /** An entry by its id; undefined if it is not in the history. */
  async entry(id: EntryId): Promise<Entry | undefined> {
    const { log, read } = this.#listed;
    const known = this.log.entry(id);
    return known ?? read(id, await this.#database.read(`${log.history}/${id}`)) ?? undefined;
  }

  /** All entries of a change set, oldest first. */
  async ofChangeSet(id: ChangeSetId): Promise<readonly Entry[]> {
    const { total } = this.log;
    if (this.#ofChangeSet?.id === id && this.#ofChangeSet.total === total) return this.#ofChangeSet.entries;
    while (!this.#listed.hasBatches && !this.log.isComplete) await this.log.readOlder();
    const known = this.log.isComplete ? this.log.changeSet(id)?.entries.toReversed() : undefined;
    const entries = known ?? (await this.#readChangeSet(id));
    this.#ofChangeSet = { id, total, entries };
    return entries;
  }

  /** All entries of a batch, oldest first, whoever made them. */
  ofBatch(batch: string): Promise<readonly Entry[]> {
    return readBatch(this.#database, this.#listed, batch);
  }

  /** What a restore takes back: a change set, an entry, or all after an entry. */
  async taken(target: Exclude<RestoreTarget, { kind: 'mapping' }>): Promise<Taken<Entry>> {
    if (target.kind === 'changeSet') {
      const entries = await this.ofChangeSet(target.changeSet);
      return { entries, to: entries.at(-1) ?? null, hasGap: false };
    }
    const entry = await this.entry(target.entry);
    if (entry === undefined) return { entries: [], to: null, hasGap: true };
    if (target.kind === 'entry') return { entries: [entry], to: entry, hasGap: false };
    const entries = await this.#entriesAfter(entry);
    return { entries, to: entry, hasGap: entries.length !== this.log.total - entry.seq };
  }

  async #entriesAfter({ seq }: Entry): Promise<readonly Entry[]> {
    await this.log.catchUp();
    while (this.log.oldestSeq > seq + 1 && !this.log.isComplete) await this.log.readOlder();
    return this.log.after(seq);
  }

  async #readChangeSet(id: ChangeSetId): Promise<readonly Entry[]> {
    const [, batch = ''] = id.split(' ');
    const entries = await this.ofBatch(batch);
    return entries.filter((entry) => changeSetIdOf(entry) === id);
  }
}
