import { resolve } from 'node:path';
import Database from 'libsql';
import { detailOf } from '#model/detailOf.ts';
import { type Loaded, loadLeaves } from './database/LeafTable.ts';
import type { LogSeals } from './database/SealChain.ts';
import { readSeals } from './database/seals.ts';
import { type Warning, warningsOf } from './database/warnings.ts';
import { loadDocuments } from './firestore/documents/documentTables.ts';
import { readMark } from './logMark.ts';
import { StartError } from './StartError.ts';
import { asDamage } from './store/damage.ts';
import { dataFilesOf, requireData } from './store/dataFolder.ts';
import { refuseLostLogOfStopped } from './store/lastRun.ts';
import { refuseNewer, tablesIn } from './store/migrations.ts';
import { holdFolder, openStore } from './store/openStore.ts';
import { readData } from './store/readData.ts';
import type { Store } from './store/store.ts';

export type StoredData = Loaded & {
  /** The seals of all entries. */
  readonly seals: LogSeals;
  /** What the start warns of, in the same words. */
  readonly warnings: readonly Warning[];
};

const NOTHING: StoredData = { tree: null, withheld: [], seals: new Map(), warnings: [] };

/**
 * Reads every value of a checked database, by the functions with which the services of a server load them at the start:
 * what a server refuses, every program refuses.
 * @throws DamagedData, and StartError when a newer program has written it
 */
export function readValues(db: Database.Database): StoredData {
  const tables = new Set(tablesIn(db));
  if (tables.has('schema_versions')) refuseNewer(db);
  if (tables.has('firestore_documents')) loadDocuments(db);
  if (!tables.has('database_leaves')) return NOTHING;
  const loaded = loadLeaves(db);
  return { ...loaded, seals: readSeals(db), warnings: warningsOf(loaded) };
}

/**
 * Returns {@link readValues} for a data folder, which refuses data that are behind the folder's mark. Call it before the
 * data are opened.
 */
export function markedReader(dataDir: string): (db: Database.Database) => StoredData {
  const mark = readMark(dataDir);
  return (db) => {
    mark.refuseBehind(db);
    return readValues(db);
  };
}

/**
 * What a backup holds; it is not changed.
 * @param more reads what else is wanted of it
 * @throws StartError
 */
export function readBackup<T = unknown>(
  file: string,
  more: (db: Database.Database) => T = () => ({}) as T,
): StoredData & T {
  return readData(resolve(file), 'backup', (db) => ({ ...readValues(db), ...more(db) }));
}

/**
 * What a data folder holds that no server uses; it is not changed.
 * @param more reads what else is wanted of it
 * @throws StartError
 */
export function readStopped<T = unknown>(
  dataDir: string,
  more: (db: Database.Database) => T = () => ({}) as T,
): StoredData & T {
  requireData(dataDir);
  const { files, lock } = holdFolder(dataDir);
  try {
    const read = markedReader(dataDir);
    return readData(files.databaseFile, 'data', (db) => ({ ...read(db), ...more(db) }));
  } finally {
    lock.release();
  }
}

/** Runs a program's work on a data folder that no server uses. @throws StartError */
export function withStopped<T>(dataDir: string, work: (store: Store) => T): T {
  requireData(dataDir);
  const store = openStore(dataDir, markedReader(dataDir));
  try {
    return work(store);
  } catch (error) {
    throw asDamage(dataFilesOf(dataDir).databaseFile, error);
  } finally {
    store.close();
  }
}

/**
 * Changes the data of a running server from another process.
 * @param work only `exec`: a connection with a prepared statement would stay open until the program ends
 * @throws StartError
 */
export function changeBeside(dataDir: string, work: (db: Pick<Database.Database, 'exec'>) => void): void {
  const files = dataFilesOf(dataDir);
  const { databaseFile } = files;
  refuseLostLogOfStopped(files);
  // While the reader is open, the writer is never the last one to close, which would fold the log: should the server be
  // killed in this moment, its log stays.
  readData(databaseFile, 'data', (reader) => {
    readValues(reader);
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
