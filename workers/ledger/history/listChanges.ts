import {
  changesNothing,
  type EntryChanges,
  type HistoryEntry,
  type KeyChange,
  type MappingChange,
  readEntryChanges,
} from '#model/history.ts';
import { fieldsOf } from '#model/log/entry.ts';
import type { EntryId } from '#model/log/version.ts';
import { type MappingKey, readMapping } from '#model/mapping.ts';
import { CHANGES_BY_KEY_PATH, CHANGES_PATH } from '#model/paths.ts';
import { changeSetsOf } from '../log/changeSets.ts';
import type { LogReader } from '../log/LogReader.ts';
import { readChanges } from '../log/readEntries.ts';
import type { ChangesById, ChangesDatabase, KeyHistory } from './ListedLog.ts';

/** Entries of one mapping that are shown, the newest ones. */
const MAX_OF_KEY = 1_000;

/** What entries of the list's log changed that follow each other without a gap. */
export async function readListRun(
  database: ChangesDatabase,
  run: readonly HistoryEntry[],
): Promise<ChangesById<MappingChange>> {
  const [first, last] = [run[0], run.at(-1)];
  if (first === undefined || last === undefined) return new Map();
  const entries =
    first === last ? await readEntry(database, first.id) : await readChanges(database, first.seq, last.seq);
  const found = new Map(entries.map(({ id, changes }) => [id, changes?.map(readableChange) ?? null]));
  return new Map(run.map(({ id, kind }) => [id, found.get(id) ?? (changesNothing(kind) ? [] : null)]));
}

/** The change that an entry made to one mapping; null for none. */
export async function readChangeOf(
  database: ChangesDatabase,
  id: EntryId,
  key: MappingKey,
): Promise<MappingChange | null> {
  const stored = await database.read(`${CHANGES_PATH}/${id}/changes/${key}`);
  const [change] = readEntryChanges(id, { seq: 1, changes: { [key]: stored } })?.changes ?? [];
  return change ? readableChange(change) : null;
}

/** The history of one mapping, by the marks of its key. */
export async function readKeyHistory(
  database: ChangesDatabase,
  key: MappingKey,
  log: Pick<LogReader<HistoryEntry>, 'entry'>,
): Promise<KeyHistory<HistoryEntry, MappingChange>> {
  const marks = fieldsOf(await database.read(`${CHANGES_BY_KEY_PATH}/${key}`));
  const ids = Object.entries(marks as Readonly<Record<EntryId, number>>)
    .toSorted(([, a], [, b]) => b - a)
    .slice(0, MAX_OF_KEY)
    .map(([id]) => id as EntryId);
  const [entries, made] = await Promise.all([
    Promise.all(ids.map((id) => log.entry(id))),
    Promise.all(ids.map((id) => readChangeOf(database, id, key))),
  ]);
  // What is left says the newest entry of all, which may be about other mappings.
  const ofKey = entries.flatMap((entry) => (entry ? { ...entry, left: null } : []));
  return {
    changeSets: changeSetsOf(ofKey),
    changes: new Map(ids.map((id, i) => [id, made[i] ? [made[i]] : []])),
  };
}

async function readEntry(database: ChangesDatabase, id: EntryId): Promise<readonly EntryChanges[]> {
  const entry = readEntryChanges(id, await database.read(`${CHANGES_PATH}/${id}`));
  return entry === null ? [] : [entry];
}

/** A change of the history as it reads: a former form as the mapping that it stood for. */
function readableChange({ key, before, after }: KeyChange): MappingChange {
  const mappingOf = (stored: unknown) => (stored === null ? null : readMapping(key, stored));
  return { key, before: mappingOf(before), after: mappingOf(after) };
}
