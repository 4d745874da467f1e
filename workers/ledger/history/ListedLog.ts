import type { EntryId } from '#model/log/version.ts';
import type { MappingKey } from '#model/mapping.ts';
import type { ListedEntry, StoredChangeSet } from '../log/changeSets.ts';
import type { LogReader } from '../log/LogReader.ts';
import type { ReadLog } from '../log/readEntries.ts';

/** Changes by entry; null where the history does not say what was changed, or they are not stored any more. */
export type ChangesById<Change> = ReadonlyMap<EntryId, readonly Change[] | null>;

/** The change sets that changed one child of the node, and what each of their entries made of it. */
export type KeyHistory<Entry extends ListedEntry, Change> = {
  readonly changeSets: readonly StoredChangeSet<Entry>[];
  readonly changes: ChangesById<Change>;
};

/** Reads what entries changed. */
export type ChangesSource<Entry extends ListedEntry, Change> = {
  read(entries: readonly Entry[]): Promise<ChangesById<Change>>;
  /** The same, one part after another, oldest entries first. */
  inParts(entries: readonly Entry[]): AsyncIterable<ChangesById<Change>>;
  /** Reads the history of one child of the node; none where the log does not find it. */
  ofKey(key: MappingKey, log: LogReader<Entry>): Promise<KeyHistory<Entry, Change>>;
  /** Whether the changes of the entry are not as many as it says, as far as they have been read. */
  differs(id: EntryId): boolean;
};

/** A log as the History screen lists, searches and exports it. */
export type ListedLog<Entry extends ListedEntry, Change> = ReadLog<Entry> & {
  readonly changes: ChangesSource<Entry, Change>;
  /** The key of what the change changed. */
  keyOf(change: Change): string;
  /** What a search looks in. */
  textsOf(change: Change): readonly string[];
  /** The cells of an exported line, between the kind and the number of the entry; null: it is not known what was changed. */
  cellsOf(change: Change | null): readonly string[];
};
