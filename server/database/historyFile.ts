import { appendFileSync, existsSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { detailOf } from '#model/detailOf.ts';
import { readEntryChanges, readHistoryEntry } from '#model/history.ts';
import { StartError } from '../StartError.ts';
import { makeFolder } from '../store/dataFolder.ts';
import { readNamedFile, syncFile, writeWhole } from '../store/wholeFile.ts';

/** An entry as it is stored in the two places of the history. */
export type ArchivedEntry = {
  readonly id: string;
  readonly history: unknown;
  readonly changes: unknown;
  /** Its hash; entries that were moved before there were seals have none. */
  readonly seal?: string;
  /** Of the first entry of a file: the seal before, blank where there was none. */
  readonly formerSeal?: string;
};

/** The number of an archived entry; NaN where it has none. */
export function seqOf({ history }: ArchivedEntry): number {
  return Number((history as { readonly seq?: unknown } | null)?.seq);
}

/** Oldest first, without a gap. */
export type ArchivedEntries = readonly ArchivedEntry[];

type Head = { readonly archive: string; readonly version: number; readonly entries: number };

/** In the first line of a file. */
const ARCHIVE = 'GL Classifier history';
const VERSION = 1;
/** Lines that are written at once. */
const LINES = 500;

/**
 * Writes entries to a new file, one JSON text per line after a line about the file, and waits until it is on disk. Only
 * then has it its name.
 * @throws StartError when there is such a file, or it cannot be written
 */
export function writeHistoryFile(file: string, entries: ArchivedEntries): void {
  if (existsSync(file)) throw new StartError('settings', `${file} is there already: give another name.`);
  try {
    makeFolder(dirname(file));
    writeWhole(file, (unfinished) => writeLines(unfinished, entries));
    syncFile(dirname(file), 'r');
  } catch (error) {
    const message = `${file} cannot be written (${detailOf(error)}): nothing was moved. Give a place that can be written.`;
    throw new StartError('folder-unusable', message, { cause: error });
  }
}

/** @throws StartError when the file is none, or is not whole */
export function readHistoryFile(file: string): ArchivedEntries {
  const lines = readNamedFile(file).split('\n');
  const head = parse(lines[0]) as Partial<Head> | null;
  if (head?.archive !== ARCHIVE) throw unusable(file, 'it is no archive of a history');
  if (head.version !== VERSION) throw unusable(file, 'a newer GL Classifier made it');
  const entries = lines.slice(1, -1).map((line) => parse(line) as ArchivedEntry | null);
  const whole = entries.filter((entry) => entry !== null);
  if (whole.length !== entries.length || whole.length !== head.entries || !isChain(whole))
    throw unusable(file, 'it is not whole');
  return whole;
}

function writeLines(file: string, entries: ArchivedEntries): void {
  const head: Head = { archive: ARCHIVE, version: VERSION, entries: entries.length };
  writeFileSync(file, `${JSON.stringify(head)}\n`, { mode: 0o600, flag: 'wx' });
  for (let from = 0; from < entries.length; from += LINES) {
    const lines = entries.slice(from, from + LINES).map((entry) => `${JSON.stringify(entry)}\n`);
    appendFileSync(file, lines.join(''));
  }
}

/** Whether each entry follows the one before it, and has its changes. */
function isChain(entries: ArchivedEntries): boolean {
  return entries.every(({ id, history, changes }, index) => {
    const before = entries[index - 1];
    const entry = readHistoryEntry(id, history);
    if (entry === null || readEntryChanges(id, changes)?.seq !== entry.seq) return false;
    return before === undefined || entry.parent === before.id;
  });
}

function parse(line: string | undefined): unknown {
  try {
    return JSON.parse(line ?? '');
  } catch {
    return null;
  }
}

function unusable(file: string, why: string): StartError {
  return new StartError('data-damaged', `${file} cannot be used (${why}).`);
}
