import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import Database from 'libsql';
import { detailOf } from '#model/detailOf.ts';
import { StartError } from '../StartError.ts';
import { damaged, faultOf, isUnreadable } from './damage.ts';
import { dataFilesOf, makeFolder } from './dataFolder.ts';
import { withFoldedLog } from './lastRun.ts';

/**
 * Writes the data of a folder as of one moment into a file of its own, also while a server runs on it: SQLite
 * reads a snapshot, and the server goes on writing. The file is checked, and only then has its name. Like the data
 * it holds password hashes and signing keys, so only its owner may read it.
 * @param target a file that does not exist yet, or a folder, in which the file is then named after the moment
 * @returns the file
 * @throws StartError when there is nothing to back up, it is damaged, or the target cannot be written
 */
export function backUp(dataDir: string, target: string, now: Date): string {
  const files = dataFilesOf(dataDir);
  const source = files.databaseFile;
  if (!existsSync(source))
    throw new StartError('folder-unusable', `There are no data in ${dataDir}: set DATA_DIR to their folder.`);
  try {
    const file = fileFor(target, now);
    if (existsSync(file))
      throw new StartError('settings', `${file} is there already: give another name, or a folder.`);
    withFoldedLog(files, () => copyWhole(source, file));
    return file;
  } catch (error) {
    if (error instanceof StartError) throw error;
    if (isUnreadable(error)) throw damaged(source, error);
    const reason = detailOf(error);
    const message = `The backup to ${target} could not be made (${reason}): give a place that can be written.`;
    throw new StartError('folder-unusable', message, { cause: error });
  }
}

function copyWhole(source: string, file: string): void {
  const unfinished = `${file}.unfinished`;
  try {
    copy(source, unfinished);
    renameSync(unfinished, file);
  } finally {
    if (existsSync(unfinished)) rmSync(unfinished);
  }
}

/** A moment as part of a file's name, e.g. `2026-01-31T08-15-00-123Z`. */
export function stampOf(now: Date): string {
  return now.toISOString().replaceAll(/[:.]/g, '-');
}

function fileFor(target: string, now: Date): string {
  const isFolder = target.endsWith(sep) || target.endsWith('/') || isDirectory(target);
  if (!isFolder) return target;
  makeFolder(target);
  return join(target, `gl-classifier-${stampOf(now)}.db`);
}

function isDirectory(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

function copy(source: string, file: string): void {
  makeFolder(dirname(file));
  rmSync(file, { force: true });
  // SQLite takes an empty file as its target, and leaves its mode.
  closeSync(openSync(file, 'wx', 0o600));
  const db = new Database(source);
  try {
    db.prepare('VACUUM INTO ?').run([file]);
  } finally {
    db.close();
  }
  const fault = faultOf(file);
  if (fault !== null) throw new StartError('data-damaged', `No backup was made of ${source} (${fault}).`);
  syncFile(file);
}

/** Waits until a file is on disk. */
export function syncFile(file: string): void {
  const descriptor = openSync(file, 'r+');
  fsyncSync(descriptor);
  closeSync(descriptor);
}
