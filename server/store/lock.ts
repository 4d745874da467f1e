import Database from 'libsql';
import { StartError } from '../StartError.ts';

/** Keeps other servers off a data folder until `release`. */
export type FolderLock = { release(): void };

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

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}
