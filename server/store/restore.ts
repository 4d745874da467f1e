import { chmodSync, copyFileSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'libsql';
import { log } from '../log.ts';
import { StartError } from '../StartError.ts';
import { stampOf, syncFile } from './backup.ts';
import { faultOf } from './damage.ts';
import { lockFolder, prepareDataFolder, sizeOf } from './dataFolder.ts';
import { unmarkRunning } from './lastRun.ts';
import { newerSchema } from './migrations.ts';

type Restored = {
  /** Folder with the data that were there before; null when there were none. */
  readonly kept: string | null;
};

/**
 * Puts a backup in the place of a folder's data. What was there is kept in a folder beside it. Until the last step,
 * a rename, the old data are in place, whenever the program breaks off.
 * @param renew brings the restored database up to the present, before it is put in place
 * @throws StartError when the backup is damaged, a newer version of the program made it, or a server runs on the folder;
 *   then nothing has changed
 */
export function restore(
  backup: string,
  dataDir: string,
  now: Date,
  renew: (db: Database.Database) => void,
): Restored {
  const fault = existsSync(backup) ? faultOf(backup, newerSchema) : 'there is no such file';
  if (fault !== null)
    throw new StartError(
      'data-damaged',
      `${backup} cannot be restored (${fault}): give a file that npm run backup has made.`,
    );
  const files = prepareDataFolder(dataDir);
  const { databaseFile, lockFile } = files;
  const lock = lockFolder(dataDir, lockFile);
  try {
    const incoming = `${databaseFile}.incoming`;
    copyFileSync(backup, incoming);
    chmodSync(incoming, 0o600);
    prepare(incoming, renew);
    unmarkRunning(files);
    const kept = keepAside(databaseFile, join(dataDir, `before-restore-${stampOf(now)}`));
    renameSync(incoming, databaseFile);
    return { kept };
  } finally {
    lock.release();
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
    db.pragma('wal_checkpoint(TRUNCATE)');
  } catch (error) {
    // Damaged data are a reason to restore: they are moved aside unchanged, with their log.
    log.warn('The present data are damaged', { error });
  } finally {
    db?.close();
  }
}
