import { chmodSync, closeSync, existsSync, openSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { StartError } from '../StartError.ts';
import { makeFolder } from './makeFolder.ts';

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

function createPrivately(file: string): void {
  closeSync(openSync(file, 'a', 0o600));
  chmodSync(file, 0o600);
}

function unusable(folder: string, error: unknown): string {
  const reason = error instanceof Error ? error.message : String(error);
  return `The data folder ${folder} cannot be written (${reason}): make it writable, or set DATA_DIR to another folder.`;
}
