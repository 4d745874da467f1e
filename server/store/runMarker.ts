import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { StartError } from '../StartError.ts';
import { type DataFolder, lockFolder, sizeOf } from './dataFolder.ts';
import { syncFile } from './wholeFile.ts';
import { faultOfLog } from './writeAheadLog.ts';

const REMEDY = 'restore a backup (npm run restore -- FILE), or set DATA_DIR to another folder to begin anew';

/**
 * Refuses a folder that was in use and has no data file any more: a server would begin anew on it, with a new
 * administrator. Call it before the files of the folder are created.
 * @throws StartError `data-damaged`
 */
export function refuseMissingData({
  databaseFile,
  logFile,
  runningFile,
  auditFile,
  lockFile,
}: DataFolder): void {
  if (sizeOf(databaseFile) > 0) return;
  const isThere = (file: string) => existsSync(file);
  const hasContent = (file: string) => sizeOf(file) > 0;
  // The lock file is created after the data file, and alone says that there was one.
  const trace =
    [logFile, auditFile].find(hasContent) ??
    [runningFile, ...(existsSync(databaseFile) ? [] : [lockFile])].find(isThere);
  if (trace === undefined) return;
  throw new StartError(
    'data-damaged',
    `The data file ${databaseFile} is missing or empty, but ${trace} shows that the folder was in use: put the file back, ${REMEDY}.`,
  );
}

/**
 * Refuses a folder whose last server was killed and whose write-ahead log, with the last writes, is missing or damaged.
 * Call it under the folder's lock, before SQLite opens the data file.
 * @throws StartError `data-damaged`
 */
export function refuseLostLog({ logFile, runningFile }: DataFolder): void {
  if (sizeOf(logFile) === 0) {
    if (!existsSync(runningFile)) return;
    throw new StartError(
      'data-damaged',
      `The write-ahead log ${logFile} with the last changes is missing, and the last server on this folder did not end by itself: put the file back or ${REMEDY}. If another SQLite program has folded the log into the data file, delete ${runningFile}.`,
    );
  }
  const fault = faultOfLog(logFile);
  if (fault === null) return;
  throw new StartError(
    'data-damaged',
    `The write-ahead log ${logFile} with the last changes is damaged (${fault}): ${REMEDY}.`,
  );
}

/**
 * As {@link refuseLostLog}, for a program that may run beside a server. The log of a running server may be half written:
 * only a fault that is there while nobody has the folder's lock counts.
 */
export function refuseLostLogOfStopped(files: DataFolder): void {
  try {
    refuseLostLog(files);
  } catch {
    const lock = lockIfFree(files);
    if (lock === null) return;
    try {
      refuseLostLog(files);
    } finally {
      lock.release();
    }
  }
}

/** The folder's lock; null while a server has it. */
function lockIfFree({ lockFile }: DataFolder): ReturnType<typeof lockFolder> | null {
  try {
    return lockFolder(dirname(lockFile), lockFile);
  } catch (error) {
    if (error instanceof StartError && error.kind === 'folder-in-use') return null;
    throw error;
  }
}

/** Notes on disk that a server has the folder and that its log is not empty. */
export function markRunning({ runningFile }: DataFolder): void {
  writeFileSync(runningFile, `${process.pid}\n`, { mode: 0o600 });
  syncFile(runningFile);
  syncFile(dirname(runningFile), 'r');
}

/** From here on the log may be folded into the data file. */
export function unmarkRunning({ runningFile }: DataFolder): void {
  rmSync(runningFile, { force: true });
}
