import { isUtf8 } from 'node:buffer';
import Database from 'libsql';
import { StartError } from '../StartError.ts';

/**
 * Why a database file cannot be used; null when it is whole and ours, and `furtherFault` finds nothing in it. The file
 * itself is not changed.
 */
export function faultOf(
  file: string,
  furtherFault: (db: Database.Database) => string | null = () => null,
): string | null {
  let db: Database.Database | undefined;
  try {
    db = new Database(file);
    return damageOf(db) ?? foreignFault(db) ?? furtherFault(db);
  } catch (error) {
    return reasonOf(error);
  } finally {
    db?.close();
  }
}

function foreignFault(db: Database.Database): string | null {
  if (isOurs(db)) return null;
  return isEmpty(db) ? 'it is empty' : 'it belongs to another program';
}

/** Whether the tables are those of another program. */
export function isForeign(db: Database.Database): boolean {
  return !isOurs(db) && !isEmpty(db);
}

/** Whether the tables are ours; see `migrate`. */
function isOurs(db: Database.Database): boolean {
  return db.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'schema_versions'").get([]) !== undefined;
}

/** Whether there are no tables at all, as before the first start. */
function isEmpty(db: Database.Database): boolean {
  return db.prepare('SELECT 1 FROM sqlite_schema').get([]) === undefined;
}

/**
 * What is wrong with an open database; null for nothing. 50 ms for 100,000 mappings.
 *
 * `integrity_check` and not the faster `quick_check`, which misses rows out of order: reading them by their order would
 * then lose part of the data. And text that is not UTF-8 must be found before it is read: the SQLite library would end
 * the process.
 */
export function damageOf(db: Database.Database): string | null {
  const [first] = db.pragma('integrity_check(1)') as { integrity_check: string }[];
  if (first?.integrity_check !== 'ok') return first?.integrity_check ?? 'no answer to integrity_check';
  // The names of the tables are text of that one.
  const unreadable = isReadable(db, SCHEMA) ? tablesOf(db).find((name) => !isReadable(db, name)) : SCHEMA;
  return unreadable === undefined ? null : `text in ${unreadable} is not UTF-8`;
}

const SCHEMA = 'sqlite_schema';

/** As `table_info` tells it. `pk`: the place in the primary key, from 1; 0 when it is not part of it. */
type Column = { readonly name: string; readonly type: string; readonly pk: number };

function tablesOf(db: Database.Database): string[] {
  const rows = db.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all([]) as {
    name: string;
  }[];
  return rows.map(({ name }) => name);
}

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

/** Stored rows that cannot be right, found while they were read. The message says which. */
export class DamagedData extends Error {}

/** The refusal to start on a data file that cannot be read, with what can be done about it. */
export function damaged(file: string, cause: unknown): StartError {
  return new StartError(
    'data-damaged',
    `The data file ${file} is damaged (${reasonOf(cause)}): restore it from a backup (npm run restore -- FILE), or move its folder away to begin anew.`,
    { cause },
  );
}

/** The refusal to start on another program's database, which is left as it is. */
export function foreign(file: string): StartError {
  return new StartError(
    'data-damaged',
    `The data file ${file} belongs to another program: move it away, then restore a backup of GL Classifier (npm run restore -- FILE), or set DATA_DIR to another folder.`,
  );
}

/** Whether an error says that a database file, and not what was done with it, is at fault. */
export function isUnreadable(error: unknown): boolean {
  return ['SQLITE_NOTADB', 'SQLITE_CORRUPT'].includes(codeOf(error));
}

function reasonOf(cause: unknown): string {
  if (codeOf(cause) === 'SQLITE_NOTADB')
    return 'it is not a database: another file is in its place, or its beginning was overwritten';
  return cause instanceof Error ? cause.message.replaceAll('\n', ' ') : String(cause);
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

/** An error of reading the data at the start as a refusal to start, where the data are to blame. */
export function asDamage(file: string, error: unknown): unknown {
  const isSqlites = codeOf(error).startsWith('SQLITE_');
  // A stored value that is no JSON.
  return isSqlites || error instanceof SyntaxError || error instanceof DamagedData
    ? damaged(file, error)
    : error;
}
