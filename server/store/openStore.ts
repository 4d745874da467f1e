import Database from 'libsql';
import { log } from '../log.ts';
import { StartError } from '../StartError.ts';
import { lockFolder, prepareDataFolder } from './dataFolder.ts';
import type { Store } from './store.ts';
import { createTransactions } from './transactions.ts';

/**
 * Opens the data folder for this process alone, creating it at need.
 * @throws StartError when the folder cannot be written, another server uses it, or its database is damaged
 */
export function openStore(folder: string): Store {
  const files = prepareDataFolder(folder);
  const lock = lockFolder(folder, files.lockFile);
  try {
    const db = openDatabase(files.databaseFile);
    const transactions = createTransactions(db);
    const close = () => {
      transactions.settle();
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
    // A backup or a new signing key comes from another process, which holds its locks for a moment only. Milliseconds.
    db.pragma('busy_timeout = 2000');
    const [first] = db.pragma('quick_check(1)') as { quick_check: string }[];
    if (first?.quick_check !== 'ok') throw new Error(first?.quick_check ?? 'no answer to quick_check');
    return db;
  } catch (error) {
    db.close();
    throw damaged(file, error);
  }
}

/** The refusal to start on a data file that cannot be read, with what can be done about it. */
export function damaged(file: string, cause: unknown): StartError {
  const reason = cause instanceof Error ? cause.message.replaceAll('\n', ' ') : String(cause);
  return new StartError(
    'data-damaged',
    `The data file ${file} is damaged (${reason}): restore it from a backup (npm run restore -- FILE), or move it away to begin anew.`,
    { cause },
  );
}

/** An error of reading the data at the start as a refusal to start, where the data are to blame. */
export function asDamage(file: string, error: unknown): unknown {
  const isSqlites = error instanceof Error && 'code' in error && String(error.code).startsWith('SQLITE_');
  // A stored value that is no JSON.
  return isSqlites || error instanceof SyntaxError ? damaged(file, error) : error;
}
