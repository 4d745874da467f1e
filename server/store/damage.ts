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
    return damageOf(db) ?? (isOurs(db) ? furtherFault(db) : NOT_OURS);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  } finally {
    db?.close();
  }
}

export const NOT_OURS = 'it is not of GL Classifier';

/** Whether the tables are ours; see `migrate`. */
export function isOurs(db: Database.Database): boolean {
  return db.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'schema_versions'").get([]) !== undefined;
}

/** Whether there are no tables at all, as before the first start. */
export function isEmpty(db: Database.Database): boolean {
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

function tablesOf(db: Database.Database): string[] {
  const rows = db.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all([]) as {
    name: string;
  }[];
  return rows.map(({ name }) => name);
}

const ROWS_AT_ONCE = 10_000;

/** Whether all text of a table is UTF-8. Read as bytes, whatever is stored. */
function isReadable(db: Database.Database, table: string): boolean {
  const name = quoted(table);
  const columns = (db.pragma(`table_info(${name})`) as { name: string; type: string }[])
    .filter(({ type }) => type.toUpperCase() === 'TEXT')
    .map((column) => quoted(column.name));
  if (columns.length === 0) return true;
  // A space between two cells, so that two broken halves do not make a whole.
  const cells = columns.map((column) => `coalesce(${column}, '')`).join(" || ' ' || ");
  const page = db
    .prepare(
      `SELECT CAST(group_concat(cells, ' ') AS BLOB) FROM (SELECT ${cells} AS cells FROM ${name} LIMIT ? OFFSET ?)`,
    )
    .raw(true);
  for (let offset = 0; ; offset += ROWS_AT_ONCE) {
    const [bytes] = page.get([ROWS_AT_ONCE, offset]) as unknown as readonly [Buffer | null];
    if (bytes === null || bytes.length === 0) return true;
    if (!isUtf8(bytes)) return false;
  }
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** Stored rows that cannot be right, found while they were read. The message says which. */
export class DamagedData extends Error {}

/** The refusal to start on a data file that cannot be read, with what can be done about it. */
export function damaged(file: string, cause: unknown): StartError {
  const reason = cause instanceof Error ? cause.message.replaceAll('\n', ' ') : String(cause);
  return new StartError(
    'data-damaged',
    `The data file ${file} is damaged (${reason}): restore it from a backup (npm run restore -- FILE), or move its folder away to begin anew.`,
    { cause },
  );
}

/** An error of reading the data at the start as a refusal to start, where the data are to blame. */
export function asDamage(file: string, error: unknown): unknown {
  const isSqlites = error instanceof Error && 'code' in error && String(error.code).startsWith('SQLITE_');
  // A stored value that is no JSON.
  return isSqlites || error instanceof SyntaxError || error instanceof DamagedData
    ? damaged(file, error)
    : error;
}
