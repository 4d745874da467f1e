import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import type Database from 'libsql';
import type { CommittedWrite } from '../database/RealtimeDatabase.ts';
import { childOf } from '../database/tree/node.ts';
import { log } from '../log.ts';
import { StartError } from '../StartError.ts';
import { type DataFolder, dataFilesOf } from '../store/dataFolder.ts';
import { tablesIn } from '../store/migrations.ts';
import { LOGS } from './logs.ts';
import type { Warning } from './warnings.ts';

/** What messages call the logs, by the place of their versions. */
const NAMES: ReadonlyMap<string, string> = new Map(LOGS.map(({ log: { version }, name }) => [version, name]));

/** By the place of its version, the number of a log's newest entry. A log without entries has none. */
export type Numbers = Readonly<Record<string, number>>;

/** The numbers of the newest entries in an open database. */
export function numbersIn(db: Database.Database): Numbers {
  if (!tablesIn(db).includes('database_leaves')) return {};
  const read = db.prepare('SELECT value FROM database_leaves WHERE path = ?');
  const numbers = [...NAMES.keys()].map((version) => {
    const row = read.get([`${version}/seq`]) as { value: string } | undefined;
    return [version, row === undefined ? 0 : Number(row.value)] as const;
  });
  return Object.fromEntries(numbers.filter(([, number]) => number > 0));
}

export type LogMark = ReturnType<typeof readMark>;

/**
 * The mark of a data folder as it is now: a small file with the numbers of the newest entries, written after each commit
 * and without waiting for the disk. It tells a database that was cut, or replaced by an older one, from a whole one.
 * Take it before the database is opened: a server may write.
 */
export function readMark(dataDir: string) {
  const files = dataFilesOf(dataDir);
  const marked = readNumbers(files);
  return {
    /** What is behind in a database with these numbers, in words; null for nothing. */
    behind(stored: Numbers): string | null {
      const lost = Object.entries(marked ?? {}).filter(
        ([version, number]) => (stored[version] ?? 0) < number,
      );
      const words = lost.map(
        ([version, number]) => `${NAMES.get(version)}: entry ${stored[version] ?? 0} of ${number}`,
      );
      return words.length === 0 ? null : words.join(', ');
    },
    /** The refusal of a database of which that is behind. */
    refusalOf: (behind: string) =>
      new StartError(
        'data-damaged',
        `The data file ${files.databaseFile} is behind its mark (${behind}): changes that were acknowledged are missing. Restore a backup (npm run restore -- FILE), or start with --accept-behind to go on without them.`,
      ),
    /** What there is to say of the mark itself. */
    warningsOf: (stored: Numbers): readonly Warning[] =>
      marked === null && Object.keys(stored).length > 0 ? [NO_MARK] : [],
  };
}

const NO_MARK: Warning = {
  message:
    'There is no mark of the newest entries that can be read: whether changes are missing is not known. Each start makes one.',
  fields: {},
};

/** Writes the mark of a database that is open, or was put in place. */
export function writeMark(dataDir: string, numbers: Numbers): void {
  const { markFile } = dataFilesOf(dataDir);
  const unfinished = `${markFile}.unfinished`;
  try {
    writeFileSync(unfinished, `${JSON.stringify(numbers)}\n`, { mode: 0o600 });
    renameSync(unfinished, markFile);
  } catch (error) {
    // What is stored is stored; a full disk must not stop anybody.
    log.warn('The mark of the newest entries could not be written', { error });
  }
}

/** Before data are replaced: an older mark says nothing of them. */
export function removeMark(dataDir: string): void {
  rmSync(dataFilesOf(dataDir).markFile, { force: true });
}

/** Returns what keeps the mark up to date, to be called with each committed write. */
export function followMark(dataDir: string, db: Database.Database): (write: CommittedWrite) => void {
  let numbers = numbersIn(db);
  writeMark(dataDir, numbers);
  return ({ changes }) => {
    const news = changes.flatMap(({ path: [version = '', ...below], value }) => {
      const number = below.length === 0 && NAMES.has(version) ? childOf(value, 'seq') : null;
      return typeof number === 'number' && number > (numbers[version] ?? 0)
        ? [[version, number] as const]
        : [];
    });
    if (news.length === 0) return;
    numbers = { ...numbers, ...Object.fromEntries(news) };
    writeMark(dataDir, numbers);
  };
}

/** Null where there is none, or it cannot be read. */
function readNumbers({ markFile }: DataFolder): Numbers | null {
  try {
    const found = JSON.parse(readFileSync(markFile, 'utf8')) as unknown;
    if (typeof found !== 'object' || found === null) return null;
    const entries = Object.entries(found);
    const isMark = entries.every(([version, number]) => NAMES.has(version) && Number.isSafeInteger(number));
    return isMark ? (Object.fromEntries(entries) as Numbers) : null;
  } catch {
    return null;
  }
}
