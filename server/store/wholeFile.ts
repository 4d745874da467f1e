import { closeSync, fsyncSync, openSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { detailOf } from '#model/detailOf.ts';
import { StartError } from '../StartError.ts';

/**
 * Has `write` make a file under another name, and waits until it is on disk. Only then has it its own name.
 * @returns what `write` returns
 */
export function writeWhole<T>(file: string, write: (unfinished: string) => T): T {
  const unfinished = `${file}.unfinished`;
  rmSync(unfinished, { force: true });
  try {
    const result = write(unfinished);
    syncFile(unfinished);
    renameSync(unfinished, file);
    return result;
  } finally {
    rmSync(unfinished, { force: true });
  }
}

/** Waits until a file is on disk; with the mode `r`, until the names in a folder are. */
export function syncFile(file: string, mode: 'r' | 'r+' = 'r+'): void {
  const descriptor = openSync(file, mode);
  fsyncSync(descriptor);
  closeSync(descriptor);
}

/** What a text file holds that an operator has named. @throws StartError */
export function readNamedFile(file: string): string {
  return readNamed(file, () => readFileSync(file, 'utf8'));
}

/** What `read` finds at a place that an operator has named. @throws StartError */
export function readNamed<T>(place: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw new StartError('settings', `${place} cannot be read (${detailOf(error)}).`, { cause: error });
  }
}
