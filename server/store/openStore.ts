import Database from 'libsql';
import { log } from '../log.ts';
import { StartError } from '../StartError.ts';
import { DamagedData, damaged, damageOf, foreign, isForeign } from './damage.ts';
import { type DataFolder, dataFilesOf, lockFolder, prepareDataFolder } from './dataFolder.ts';
import { markRunning, refuseLostLog, refuseMissingData, unmarkRunning } from './lastRun.ts';
import type { Store } from './store.ts';
import { createTransactions } from './transactions.ts';

/**
 * Opens the data folder for this process alone, creating it at need.
 * @throws StartError when the folder cannot be written, another server uses it, or its data are damaged or missing
 */
export function openStore(folder: string): Store {
  refuseMissingData(dataFilesOf(folder));
  const files = prepareDataFolder(folder);
  const lock = lockFolder(folder, files.lockFile);
  try {
    refuseLostLog(files);
    const db = openDatabase(files.databaseFile);
    noteStart(db, files);
    const transactions = createTransactions(db);
    const close = () => {
      transactions.settle();
      unmarkRunning(files);
      tidyUp(db);
      db.close();
      lock.release();
    };
    return { file: files.databaseFile, db, ...transactions, close };
  } catch (error) {
    lock.release();
    throw error;
  }
}

/** Leaves the mark by which the next start finds out that this server was killed and its log lost. */
function noteStart(db: Database.Database, files: DataFolder): void {
  try {
    // A write, so that the log of a running server is never empty.
    const [{ user_version: starts }] = db.pragma('user_version') as [{ user_version: number }];
    db.pragma(`user_version = ${(starts + 1) % 2 ** 31}`);
    markRunning(files);
  } catch (error) {
    // A full disk: what is stored is served all the same.
    log.warn('The start could not be noted: a lost write-ahead log would not be noticed', { error });
  }
}

/** Leaves one file to copy; libsql would keep the log until its statements are collected. */
function tidyUp(db: Database.Database): void {
  try {
    db.pragma('wal_checkpoint(TRUNCATE)');
  } catch (error) {
    // On a full disk the log stays beside the file, with everything that was acknowledged; the next start reads it.
    log.warn('The write-ahead log could not be folded into the data file', { error });
  }
}

function openDatabase(file: string): Database.Database {
  const db = new Database(file);
  try {
    // Before anything is written: the file may be another program's.
    const fault = damageOf(db);
    if (fault !== null) throw new DamagedData(fault);
    if (isForeign(db)) throw foreign(file);
    db.pragma('journal_mode = WAL');
    db.pragma('synchronous = FULL');
    db.pragma('foreign_keys = ON');
    // KiB. Keys come in no order: with SQLite's own 2,000 an upload reads and writes most pages again and again.
    db.pragma('cache_size = -16384');
    // Pages, 16 MB: a page that many writes of an upload change is copied into the data file once.
    db.pragma('wal_autocheckpoint = 4000');
    // A backup or a new signing key comes from another process, which holds its locks for a moment only. Milliseconds.
    db.pragma('busy_timeout = 2000');
    return db;
  } catch (error) {
    db.close();
    throw error instanceof StartError ? error : damaged(file, error);
  }
}
