import { chmodSync, copyFileSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'libsql';
import { log } from '../log.ts';
import { stampOf } from './backup.ts';
import { lockFolder, prepareDataFolder, sizeOf } from './dataFolder.ts';
import { readData } from './readData.ts';
import { unmarkRunning } from './runMarker.ts';
import { syncFile } from './wholeFile.ts';

type Content<T> = {
  /** Reads the values, for the check. */
  readonly read: (db: Database.Database) => T;
  /** Brings the restored database up to the present, before it is put in place. */
  readonly renew: (db: Database.Database) => void;
  /** Called before the data are replaced. */
  readonly replacing: () => void;
};

/**
 * Puts a backup in the place of a folder's data. What was there is kept in a folder beside it. Until the last step,
 * a rename, the old data are in place, whenever the program breaks off.
 * @returns what was read in the backup, and the folder with the data that were there before; null when there were none
 * @throws StartError when the backup is damaged, a newer version of the program made it, or a server runs on the folder;
 *   then nothing has changed
 */
export function restore<T>(
  backup: string,
  dataDir: string,
  now: Date,
  { read, renew, replacing }: Content<T>,
): { readonly kept: string | null; readonly found: T } {
  const found = readData(backup, 'backup', read);
  const files = prepareDataFolder(dataDir);
  const { databaseFile, lockFile } = files;
  const lock = lockFolder(dataDir, lockFile);
  try {
    const incoming = `${databaseFile}.incoming`;
    copyIn(backup, incoming);
    prepare(incoming, renew);
    unmarkRunning(files);
    const kept = keepAside(databaseFile, join(dataDir, `before-restore-${stampOf(now)}`));
    replacing();
    renameSync(incoming, databaseFile);
    return { kept, found };
  } finally {
    lock.release();
  }
}

/** With the write-ahead log of a file that is no backup, but was kept aside by a former restore. */
function copyIn(backup: string, incoming: string): void {
  for (const suffix of ['', '-wal']) {
    rmSync(incoming + suffix, { force: true });
    if (sizeOf(backup + suffix) === 0) continue;
    copyFileSync(backup + suffix, incoming + suffix);
    chmodSync(incoming + suffix, 0o600);
  }
}

/** Leaves one file without a log beside it. */
function prepare(file: string, renew: (db: Database.Database) => void): void {
  const db = new Database(file);
  try {
    renew(db);
    db.pragma('wal_checkpoint(TRUNCATE)');
  } finally {
    db.close();
  }
  for (const suffix of ['-wal', '-shm']) rmSync(file + suffix, { force: true });
  syncFile(file);
}

/** Copies the present data to `folder`. Their log must not stay: SQLite would apply it to the restored file. */
function keepAside(file: string, folder: string): string | null {
  foldLog(file);
  const present = ['', '-wal'].filter((suffix) => sizeOf(file + suffix) > 0);
  if (present.length === 0) return null;
  mkdirSync(folder, { mode: 0o700 });
  for (const suffix of present) {
    const copy = join(folder, `gl-classifier.db${suffix}`);
    copyFileSync(file + suffix, copy);
    syncFile(copy);
  }
  for (const suffix of ['-wal', '-shm']) rmSync(file + suffix, { force: true });
  return folder;
}

/** Puts what the log beside a file holds into the file. */
function foldLog(file: string): void {
  if (sizeOf(file) === 0) return;
  let db: Database.Database | undefined;
  try {
    db = new Database(file);
    // Without a prepared statement, so that closing takes effect at once.
    db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  } catch (error) {
    // Damaged data are a reason to restore: they are moved aside unchanged, with their log.
    log.warn('The present data are damaged', { error });
  } finally {
    db?.close();
  }
}
