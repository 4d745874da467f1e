import type { EntryId } from '#model/log/version.ts';
import type { MappingKey } from '#model/mapping.ts';
import type { LedgerDatabase } from '../database.ts';
import type { ListedEntry, StoredChangeSet } from '../log/changeSets.ts';
import type { LogReader } from '../log/LogReader.ts';
import type { ReadLog } from '../log/readEntries.ts';

export type ChangesDatabase = Pick<LedgerDatabase, 'read' | 'readChildren'>;

/** Changes by entry; null where the history does not say what was changed, or they are not stored any more. */
export type ChangesById<Change> = ReadonlyMap<EntryId, readonly Change[] | null>;

/** The change sets that changed one child of the node, and what each of their entries made of it. */
export type KeyHistory<Entry extends ListedEntry, Change> = {
  readonly changeSets: readonly StoredChangeSet<Entry>[];
  readonly changes: ChangesById<Change>;
};

/** A log as the History screen lists, searches and exports it. */
export type ListedLog<Entry extends ListedEntry, Change> = ReadLog<Entry> & {
  /** Reads what entries changed that follow each other without a gap. */
  readRun(database: ChangesDatabase, run: readonly Entry[]): Promise<ChangesById<Change>>;
  /** Reads the history of one child of the node, where the log finds it. */
  ofKey?(
    database: ChangesDatabase,
    key: MappingKey,
    log: Pick<LogReader<Entry>, 'entry'>,
  ): Promise<KeyHistory<Entry, Change>>;
  /** What a search looks in. */
  textsOf(change: Change): readonly string[];
  /** The cells of an exported line, between the kind and the number of the entry; null: it is not known what was changed. */
  cellsOf(change: Change | null): readonly string[];
};
