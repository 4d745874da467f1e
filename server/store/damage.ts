import { isUtf8 } from 'node:buffer';
import type Database from 'libsql';
import { StartError } from '../StartError.ts';
import { LOG_TABLES, tablesIn } from './migrations.ts';
import { codeOf } from './StorageFailure.ts';

/** Whether the tables are those of another program. */
export function isForeign(db: Database.Database): boolean {
  return !isOurs(db) && !isEmpty(db);
}

/** Whether the tables are ours; see `migrate`. */
function isOurs(db: Database.Database): boolean {
  return db.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'schema_versions'").get([]) !== undefined;
}

/** Whether there are no tables at all, as before the first start. */
export function isEmpty(db: Database.Database): boolean {
  return db.prepare('SELECT 1 FROM sqlite_schema').get([]) === undefined;
}

/**
 * What is wrong with an open database; null for nothing. 50 ms for 100,000 mappings.
 * @param isQuick leaves out what the logs have, however long they are: a start must not wait for them, and reads no text of
 *   theirs before it has looked at it. `verify`, which runs once a day, and a backup leave nothing out
 *
 * `integrity_check` and not the faster `quick_check`, which misses rows out of order: reading them by their order would
 * then lose part of the data. And text that is not UTF-8 must be found before it is read: the SQLite library would end
 * the process.
 */
export function damageOf(db: Database.Database, isQuick = false): string | null {
  const fault = faultOf(db, isQuick ? quoted(SCHEMA) : '1');
  if (fault !== null) return fault;
  // The names of the tables are text of that one.
  if (!isReadable(db, SCHEMA)) return unreadable(SCHEMA);
  const tables = tablesIn(db).filter((name) => !isQuick || !LOG_TABLES.includes(name));
  for (const name of tables) {
    const found = isQuick ? faultOf(db, quoted(name)) : null;
    if (found !== null) return found;
    if (!isReadable(db, name)) return unreadable(name);
  }
  return null;
}

const unreadable = (table: string) => `text in ${table} is not UTF-8`;

/** @param what a table, or how many faults of the whole file to name */
function faultOf(db: Database.Database, what: string): string | null {
  const [first] = db.pragma(`integrity_check(${what})`) as { integrity_check: string }[];
  const said = first?.integrity_check ?? 'no answer to integrity_check';
  return said === 'ok' ? null : said;
}

const SCHEMA = 'sqlite_schema';

/** As `table_info` tells it. `pk`: the place in the primary key, from 1; 0 when it is not part of it. */
type Column = { readonly name: string; readonly type: string; readonly pk: number };

const ROWS_AT_ONCE = 1_000;

/** Whether all text of a table is UTF-8. Read as bytes, whatever is stored. */
function isReadable(db: Database.Database, table: string): boolean {
  const name = quoted(table);
  const columns = db.pragma(`table_info(${name})`) as Column[];
  const texts = columns
    .filter(({ type }) => type.toUpperCase() === 'TEXT')
    .map((column) => quoted(column.name));
  if (texts.length === 0) return true;
  // A space between two cells, so that two broken halves do not make a whole.
  const cells = texts.map((column) => `coalesce(${column}, '')`).join(" || ' ' || ");
  const key = keyOf(db, table, columns);
  const order = `ORDER BY ${key.join()} LIMIT`;
  let rows = name;
  let last: unknown[] | undefined = [];
  while (last !== undefined) {
    const page = `SELECT ${cells} AS cells FROM ${rows} ${order} ${ROWS_AT_ONCE}`;
    const [bytes] = read(db, `SELECT CAST(group_concat(cells, ' ') AS BLOB) FROM (${page})`, last) ?? [];
    if (bytes instanceof Uint8Array && !isUtf8(bytes)) return false;
    // Not before the page is checked: the key may be text.
    last = read(db, `SELECT ${key.join()} FROM ${rows} ${order} 1 OFFSET ${ROWS_AT_ONCE - 1}`, last);
    rows = `${name} WHERE (${key.join()}) > (${key.map(() => '?').join()})`;
  }
  return true;
}

/** The columns in whose order the rows of a table are stored. */
function keyOf(db: Database.Database, table: string, columns: readonly Column[]): string[] {
  const [found] = db.pragma(`table_list(${quoted(table)})`) as { wr: number }[];
  // `wr`: without row numbers. The table of the tables has them and is not in the list.
  if (found === undefined || found.wr === 0) return ['rowid'];
  const inKey = columns.filter(({ pk }) => pk > 0).sort((a, b) => a.pk - b.pk);
  return inKey.map((column) => quoted(column.name));
}

/** The first row that a query finds, as a list of its cells. */
function read(db: Database.Database, sql: string, values: readonly unknown[]): unknown[] | undefined {
  return db.prepare(sql).raw(true).get(values) as unknown[] | undefined;
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** Stored rows that cannot be right, found while they were read. The message says which, and nothing of their contents. */
export class DamagedData extends Error {}

/**
 * A stored value as it was before it became JSON.
 * @param place for the message; the parser's own has a piece of the text in it
 * @throws DamagedData
 */
export function parseStored(text: string, place: () => string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new DamagedData(`${place()} is not JSON`);
  }
}

/** What a file with data is; what can be done about a damaged one depends on it. */
export type FileKind = 'data' | 'backup';

const REMEDIES: Readonly<Record<FileKind, { readonly damaged: string; readonly foreign: string }>> = {
  data: {
    damaged: 'restore it from a backup (npm run restore -- FILE), or move its folder away to begin anew',
    foreign:
      'move it away, then restore a backup of GL Classifier (npm run restore -- FILE), or set DATA_DIR to another folder',
  },
  backup: {
    damaged: 'give another file that npm run backup has made',
    foreign: 'give a file that npm run backup has made',
  },
};

/** The refusal of data that cannot be read, with what can be done about it. */
export function damaged(file: string, cause: unknown, kind: FileKind = 'data'): StartError {
  const message = `The ${kind} file ${file} is damaged (${reasonOf(cause)}): ${REMEDIES[kind].damaged}.`;
  return new StartError('data-damaged', message);
}

/** The refusal of another program's database, which is left as it is. */
export function foreign(file: string, kind: FileKind): StartError {
  const message = `The ${kind} file ${file} belongs to another program: ${REMEDIES[kind].foreign}.`;
  return new StartError('data-damaged', message);
}

function reasonOf(cause: unknown): string {
  if (codeOf(cause) === 'SQLITE_NOTADB')
    return 'it is not a database: another file is in its place, or its beginning was overwritten';
  return cause instanceof Error ? cause.message.replaceAll('\n', ' ') : String(cause);
}

/** An error of reading the data as a refusal, where the data are to blame. */
export function asDamage(file: string, error: unknown, kind: FileKind = 'data'): unknown {
  const isSqlites = codeOf(error).startsWith('SQLITE_');
  return isSqlites || error instanceof DamagedData ? damaged(file, error, kind) : error;
}
