import { resolve } from 'node:path';
import Database from 'libsql';
import { detailOf } from '#model/detailOf.ts';
import { openAuditLog } from '../audit/auditLog.ts';
import { LeafTable, type Loaded, loadLeaves } from '../database/LeafTable.ts';
import { sealAll } from '../database/takeOver.ts';
import type { TreeNode } from '../database/tree/node.ts';
import { loadDocuments } from '../firestore/documents/documentTables.ts';
import { log } from '../log.ts';
import { StartError } from '../StartError.ts';
import { asDamage } from '../store/damage.ts';
import { dataFilesOf, requireData } from '../store/dataFolder.ts';
import { refuseNewer, tablesIn } from '../store/migrations.ts';
import { holdFolder, openStore } from '../store/openStore.ts';
import { readData } from '../store/readData.ts';
import { refuseLostLogOfStopped } from '../store/runMarker.ts';
import type { Store } from '../store/store.ts';
import { prepareUpgrade, upgrade } from '../upgrade.ts';
import { type LogMark, type Numbers, numbersIn, readMark } from './logMark.ts';
import { type NamedSeals, newestSealsIn, sealedRetroactivelyAt } from './seals.ts';
import { type Warning, warningsOf } from './warnings.ts';

/** Data that have passed {@link checkData}. */
export type StoredData = Loaded & {
  /** The newest seals. */
  readonly newest: NamedSeals;
  /** The numbers of the newest entries. */
  readonly numbers: Numbers;
  /** What is missing by the folder's mark, in words; null for nothing. */
  readonly behind: string | null;
  /** What has to be looked at, though the data can be served. */
  readonly warnings: readonly Warning[];
};

/** Reads more of an open database, while what was found in it can be read: the logs are read when they are asked for. */
type Read<T> = (db: Database.Database, found: StoredData) => T;

const readNothing = <T>(): T => ({}) as T;

/**
 * The one check of stored data: what the start and every program do with a database, which `readData` has found whole, before they use
 * it. Every value is read, by the functions with which the services load them, and compared with what the data say of
 * themselves: count and sum of the list, numbers of entries, newest seals, and the folder's mark. What the entries say,
 * `verify` reads. Nobody else has another check, so all refuse and warn in the same words, which quote nothing that is stored.
 * @param mark that of the folder; null for a backup, which has none
 * @param acceptBehind whether data may be behind it
 * @throws DamagedData, and StartError when a newer program has written the data, or they are behind their mark
 */
function checkData(db: Database.Database, mark: LogMark | null, acceptBehind = false): StoredData {
  const tables = new Set(tablesIn(db));
  if (tables.has('schema_versions')) refuseNewer(db);
  const numbers = numbersIn(db);
  const behind = mark?.behind(numbers) ?? null;
  if (mark !== null && behind !== null && !acceptBehind) throw mark.refusalOf(behind);
  if (tables.has('firestore_documents')) loadDocuments(db);
  const isBegun = tables.has('database_leaves');
  const loaded = isBegun ? loadLeaves(db) : { tree: null, withheld: [] };
  const warnings = [...(isBegun ? warningsOf(loaded, db) : []), ...(mark?.warningsOf(numbers) ?? [])];
  return { ...loaded, newest: newestSealsIn(db), numbers, behind, warnings };
}

/** {@link checkData} for a backup. */
export const checkBackup = (db: Database.Database): StoredData => checkData(db, null);

/** {@link checkData} for a data folder. Call it before the data are opened: a running server may write on. */
export function checkOf(dataDir: string): (db: Database.Database) => StoredData {
  const mark = readMark(dataDir);
  return (db) => checkData(db, mark);
}

/**
 * What a backup holds; it is not changed.
 * @throws StartError
 */
export function readBackup<T = unknown>(file: string, more: Read<T> = readNothing): StoredData & T {
  return readData(resolve(file), 'backup', (db) => withMore(db, checkBackup(db), more));
}

/**
 * What a data folder holds as of one moment, whether its server runs or not; it is not changed.
 * @throws StartError
 */
export function readFolder<T = unknown>(dataDir: string, more: Read<T> = readNothing): StoredData & T {
  requireData(dataDir);
  refuseLostLogOfStopped(dataFilesOf(dataDir));
  return readWith(dataDir, more);
}

/**
 * What a data folder holds that no server uses; it is not changed.
 * @throws StartError
 */
export function readStopped<T = unknown>(dataDir: string, more: Read<T> = readNothing): StoredData & T {
  requireData(dataDir);
  const { lock } = holdFolder(dataDir);
  try {
    return readWith(dataDir, more);
  } finally {
    lock.release();
  }
}

function readWith<T>(dataDir: string, more: Read<T>): StoredData & T {
  const check = checkOf(dataDir);
  return readData(dataFilesOf(dataDir).databaseFile, 'data', (db) => withMore(db, check(db), more));
}

function withMore<T>(db: Database.Database, found: StoredData, more: Read<T>): StoredData & T {
  return { ...found, ...more(db, found) };
}

/** A data folder that is open for this process alone, and what was found in it before. */
export type OpenData = {
  readonly store: Store;
  readonly found: StoredData;
  /** Where the data are kept as they were, when they have just been upgraded; else null. */
  readonly formerData: string | null;
};

/**
 * Opens a data folder and checks it first, creating it at need.
 * Data of a former version are upgraded.
 * @param now milliseconds
 * @param acceptBehind whether to open data that are behind their mark
 * @throws StartError
 */
export function openChecked(dataDir: string, now: number, acceptBehind = false): OpenData {
  const mark = readMark(dataDir);
  let found: StoredData | undefined;
  let isOutdated = false;
  const store = openStore(dataDir, (db) => {
    found = checkData(db, mark, acceptBehind);
    isOutdated = prepareUpgrade(dataDir, db, found.tree);
  });
  if (found === undefined) throw new Error('The data were opened unread');
  try {
    if (!isOutdated) {
      const { logs } = new LeafTable(store);
      return { store, found: { ...found, tree: logs.attach(found.tree) }, formerData: null };
    }
    const tree = upgrade(dataDir, store, found.tree, now);
    const { db } = store;
    const { formerDataFile } = dataFilesOf(dataDir);
    openAuditLog(dataDir, () => now).record('trusted', { event: 'upgrade', what: formerDataFile });
    recordSealed(dataDir, db, now);
    const upgraded = { ...found, tree, newest: newestSealsIn(db), numbers: numbersIn(db) };
    return { store, found: upgraded, formerData: formerDataFile };
  } catch (error) {
    store.close();
    throw error;
  }
}

/** Seals entries that have no seal, before a server adds others. @returns the tree afterwards */
export function sealStored(dataDir: string, { store, found }: OpenData, now: number): TreeNode | null {
  const tree = sealAll(new LeafTable(store), found.tree, now);
  recordSealed(dataDir, store.db, now);
  return tree;
}

/** Says that this program has sealed what it has not stored. */
function recordSealed(dataDir: string, db: Database.Database, now: number): void {
  const what = sealedRetroactivelyAt(db, now);
  if (what === '') return;
  openAuditLog(dataDir, () => now).record('trusted', { event: 'seal', what });
  log.warn('Entries without a seal were sealed: this program has not stored them', { what });
}

/** Runs a program's work on a data folder that no server uses. @throws StartError */
export function withExclusiveAccess<T>(dataDir: string, now: Date, work: (data: OpenData) => T): T {
  requireData(dataDir);
  const data = openChecked(dataDir, now.getTime());
  try {
    return work(data);
  } catch (error) {
    throw asDamage(dataFilesOf(dataDir).databaseFile, error);
  } finally {
    data.store.close();
  }
}

/**
 * Changes the data of a running server from another process.
 * @param work only `exec`: a connection with a prepared statement would stay open until the program ends
 * @throws StartError
 */
export function changeBesideServer(
  dataDir: string,
  work: (db: Pick<Database.Database, 'exec'>) => void,
): void {
  const files = dataFilesOf(dataDir);
  const { databaseFile } = files;
  refuseLostLogOfStopped(files);
  const check = checkOf(dataDir);
  // While the reader is open, the writer is never the last one to close, which would fold the log: should the server be
  // killed in this moment, its log stays.
  readData(databaseFile, 'data', (reader) => {
    check(reader);
    const writer = new Database(databaseFile);
    try {
      writer.exec('PRAGMA busy_timeout = 5000; BEGIN IMMEDIATE');
      work(writer);
      writer.exec('COMMIT');
    } catch (error) {
      const message = `The data file ${databaseFile} could not be changed (${detailOf(error)}): nothing was changed.`;
      throw new StartError('folder-unusable', message, { cause: error });
    } finally {
      writer.close();
    }
  });
}
