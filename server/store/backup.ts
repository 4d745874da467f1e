import { closeSync, existsSync, openSync, rmSync, statSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import type Database from 'libsql';
import { detailOf } from '#model/detailOf.ts';
import { StartError } from '../StartError.ts';
import { dataFilesOf, makeFolder, requireData } from './dataFolder.ts';
import { openReadOnly, readData } from './readData.ts';
import { refuseLostLogOfStopped } from './runMarker.ts';
import { writeWhole } from './wholeFile.ts';

/**
 * Writes the data of a folder as of one moment into a file of its own, also while a server runs on it: SQLite
 * reads a snapshot, and the server goes on writing. The data are checked before, and the file before it has its name.
 * Like the data it holds password hashes and signing keys, so only its owner may read it.
 * @param target a file that does not exist yet, or a folder, in which the file is then named after the moment
 * @param read reads the values, for the check
 * @returns the file, and what was read in it
 * @throws StartError when there is nothing to back up, it is damaged, or the target cannot be written
 */
export function backUp<T>(
  dataDir: string,
  target: string,
  now: Date,
  read: (db: Database.Database) => T,
): { readonly file: string; readonly found: T } {
  requireData(dataDir);
  const files = dataFilesOf(dataDir);
  refuseLostLogOfStopped(files);
  try {
    const file = fileFor(target, now);
    if (existsSync(file))
      throw new StartError('settings', `${file} is there already: give another name, or a folder.`);
    return { file, found: copyWhole(files.databaseFile, file, read) };
  } catch (error) {
    if (error instanceof StartError) throw error;
    const reason = detailOf(error);
    const message = `The backup to ${target} could not be made (${reason}): give a place that can be written.`;
    throw new StartError('folder-unusable', message, { cause: error });
  }
}

function copyWhole<T>(source: string, file: string, read: (db: Database.Database) => T): T {
  readData(source, 'data', read);
  return writeWhole(file, (unfinished) => {
    copyDatabase(source, unfinished);
    return readData(unfinished, 'backup', read);
  });
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

/** Copies a database as of one moment, whoever has it open, to a file that only the owner may read. */
export function copyDatabase(source: string, file: string): void {
  makeFolder(dirname(file));
  rmSync(file, { force: true });
  // SQLite takes an empty file as its target, and leaves its mode.
  closeSync(openSync(file, 'wx', 0o600));
  const db = openReadOnly(source);
  try {
    db.prepare('VACUUM INTO ?').run([file]);
  } finally {
    db.close();
  }
}
