import { chmodSync, closeSync, existsSync, mkdirSync, openSync, readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import Database from 'libsql';
import { detailOf } from '#model/detailOf.ts';
import { StartError } from '../StartError.ts';
import { codeOf } from './StorageFailure.ts';

export type DataFolder = {
  /** The SQLite database with everything the server keeps. */
  readonly databaseFile: string;
  /** SQLite's write-ahead log beside it. */
  readonly logFile: string;
  /** There while a server has the folder, and after it was killed. */
  readonly runningFile: string;
  readonly auditFile: string;
  /** Carries the lock of the running server and nothing else. */
  readonly lockFile: string;
  /** The numbers of the newest entries of the histories, as of the last commit. */
  readonly markFile: string;
  /** The list as it was when its history began, where it is older than that. */
  readonly formerListFile: string;
  /** The database as it was before the last upgrade. */
  readonly formerDataFile: string;
};

/** The files of a data folder, whether they are there or not. */
export function dataFilesOf(folder: string): DataFolder {
  const databaseFile = join(folder, 'gl-classifier.db');
  return {
    databaseFile,
    logFile: `${databaseFile}-wal`,
    runningFile: join(folder, 'server.running'),
    auditFile: join(folder, 'audit.log'),
    lockFile: join(folder, 'server.lock'),
    markFile: join(folder, 'newest.json'),
    formerListFile: join(folder, 'list-before-history.csv'),
    formerDataFile: join(folder, 'before-upgrade.db'),
  };
}

/**
 * Makes sure that `folder` exists and is ours to write: folder 0700, files 0600, so that other accounts of the
 * machine cannot read password hashes and signing keys. A folder with other things in it keeps its mode.
 * @throws StartError `folder-unusable`
 */
export function prepareDataFolder(folder: string): DataFolder {
  const files = dataFilesOf(folder);
  try {
    makeFolder(folder);
    const ours = existsSync(files.databaseFile) || readdirSync(folder).length === 0;
    if (ours) chmodSync(folder, 0o700);
    // SQLite gives its side files (-wal, -shm, -journal) the mode of the main file.
    // The data file first: a lock file without it means that it was lost.
    for (const file of [files.databaseFile, files.lockFile]) createPrivately(file);
  } catch (error) {
    throw new StartError('folder-unusable', unusable(folder, error), { cause: error });
  }
  return files;
}

/** @throws StartError when there is no data file in a folder: a program must not create one */
export function requireData(folder: string): void {
  if (!existsSync(dataFilesOf(folder).databaseFile))
    throw new StartError(
      'settings',
      `There is no data in ${folder}: set DATA_DIR to the folder of the data.`,
    );
}

/** Bytes of a file; 0 where there is none. */
export function sizeOf(file: string): number {
  return existsSync(file) ? statSync(file).size : 0;
}

function createPrivately(file: string): void {
  closeSync(openSync(file, 'a', 0o600));
  chmodSync(file, 0o600);
}

function unusable(folder: string, error: unknown): string {
  const reason = detailOf(error);
  return `The data folder ${folder} cannot be written (${reason}): make it writable, or set DATA_DIR to another folder.`;
}

/**
 * Makes sure that `folder` is there; whatever is made is for us alone (0700). Not by Node's own `recursive`, which
 * never returns where nothing can be made and the system says "not found" for it, as in /proc.
 * @throws what the system says
 */
export function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  makeFolder(dirname(folder));
  mkdirSync(folder, { mode: 0o700 });
}

/** Keeps other servers off a data folder until `release`. */
type FolderLock = { release(): void };

/**
 * Takes the lock of a data folder. It is SQLite's own exclusive lock on a file of its own: the operating system
 * drops it when the process ends in whatever way, so a killed server leaves nothing to clean up, and reading
 * the database next to the running server (for a backup) stays possible.
 * @throws StartError `folder-in-use`, or `folder-unusable` when the lock file is none
 */
export function lockFolder(folder: string, lockFile: string): FolderLock {
  const db = new Database(lockFile);
  try {
    db.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    db.close();
    if (codeOf(error) === 'SQLITE_NOTADB') {
      const message = `The lock file ${lockFile} holds something else: delete it, it carries no data.`;
      throw new StartError('folder-unusable', message, { cause: error });
    }
    if (codeOf(error) !== 'SQLITE_BUSY') throw error;
    throw new StartError(
      'folder-in-use',
      `The data folder ${folder} is in use by another running server: stop that one, or set DATA_DIR to another folder.`,
      { cause: error },
    );
  }
  return { release: () => db.close() };
}
