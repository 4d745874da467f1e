import Database from 'libsql';
import { log } from '../log.ts';
import { damaged } from './damage.ts';
import { type DataFolder, dataFilesOf, lockFolder, prepareDataFolder, sizeOf } from './dataFolder.ts';
import { readData } from './readData.ts';
import { markRunning, refuseLostLog, refuseMissingData, unmarkRunning } from './runMarker.ts';
import type { Store } from './store.ts';
import { createTransactions } from './transactions.ts';

/** Bytes of a data file that a start reads as a whole. Of a larger one it leaves the logs out, see `damageOf`. */
const MAX_WHOLE_CHECK = 64 * 1024 * 1024;

type Held = { readonly files: DataFolder; readonly lock: ReturnType<typeof lockFolder> };

/**
 * Keeps servers off a data folder, which is created at need; nothing of the data has been looked at yet.
 * @throws StartError when the folder cannot be written, another server uses it, or files of it are missing
 */
export function holdFolder(folder: string): Held {
  refuseMissingData(dataFilesOf(folder));
  const files = prepareDataFolder(folder);
  const lock = lockFolder(folder, files.lockFile);
  try {
    refuseLostLog(files);
    return { files, lock };
  } catch (error) {
    lock.release();
    throw error;
  }
}

/**
 * Opens the data folder for this process alone, creating it at need.
 * @param read reads the values in a program; the services of a server do so by themselves
 * @throws StartError when the folder cannot be written, another server uses it, or its data are damaged or missing
 */
export function openStore(folder: string, read: (db: Database.Database) => unknown = () => {}): Store {
  const { files, lock } = holdFolder(folder);
  try {
    // Before anything is written: the file may be another program's, and the log of a refused one must stay.
    readData(files.databaseFile, 'data', read, sizeOf(files.databaseFile) > MAX_WHOLE_CHECK);
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
    throw damaged(file, error);
  }
}
