import { accessSync, constants, existsSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import Database from 'libsql';
import { detailOf } from '#model/detailOf.ts';
import { StartError } from '../StartError.ts';
import { asDamage, DamagedData, damageOf, type FileKind, foreign, isEmpty, isForeign } from './damage.ts';
import { sizeOf } from './dataFolder.ts';
import { schemaFault } from './migrations.ts';

/**
 * The one way into a data file or a backup, for the start and for every program: checks that it is whole and ours, and
 * has `read` look at what is stored. Nothing is changed, and the write-ahead log stays: a connection that may write would
 * fold it into the data file when the program ends, and a killed server's log would seem lost.
 * @param read finds what only its meaning shows. What it throws of SQLite, or as DamagedData, is damage
 * @param isQuick see {@link damageOf}
 * @throws StartError in the same words for everybody
 */
export function readData<T>(
  file: string,
  kind: FileKind,
  read: (db: Database.Database) => T,
  isQuick = false,
): T {
  refuseUnreadable(file, kind);
  let db: Database.Database | undefined;
  try {
    rollBack(file);
    db = openReadOnly(file);
    // All of it as of one moment: a server may go on writing.
    db.exec('BEGIN');
    refuseDamaged(db, file, kind, isQuick);
    return read(db);
  } catch (error) {
    throw asDamage(file, error, kind);
  } finally {
    // libsql closes it only when its statements are collected: until then it would hold the file.
    if (db?.inTransaction) db.exec('ROLLBACK');
    db?.close();
  }
}

/** Opens a database file whose write-ahead log stays as it is, whoever else has the file. */
export function openReadOnly(file: string): Database.Database {
  const db = new Database(`${pathToFileURL(file).href}?mode=ro`);
  // After a kill only one process at a time can bring the index of the log up to date. Milliseconds.
  db.exec('PRAGMA busy_timeout = 5000');
  return db;
}

/** Reads a database file that nobody has open and that has no log beside it, and leaves no file there. */
export function readUnchanged<T>(file: string, read: (db: Database.Database) => T): T {
  const db = new Database(`${pathToFileURL(file).href}?immutable=1`);
  try {
    return read(db);
  } finally {
    db.close();
  }
}

function refuseUnreadable(file: string, kind: FileKind): void {
  try {
    accessSync(file, constants.R_OK);
  } catch (error) {
    const reason = existsSync(file) ? detailOf(error) : 'there is no such file';
    const message = `The ${kind} file ${file} cannot be read (${reason}).`;
    throw new StartError('folder-unusable', message, { cause: error });
  }
}

/** What a kill has left half written while there was no write-ahead log yet; a reader may not take it back. */
function rollBack(file: string): void {
  if (sizeOf(`${file}-journal`) === 0) return;
  const db = new Database(file);
  try {
    // Without a prepared statement, so that closing takes effect at once.
    db.exec('SELECT 1 FROM sqlite_schema');
  } finally {
    db.close();
  }
}

function refuseDamaged(db: Database.Database, file: string, kind: FileKind, isQuick: boolean): void {
  const damage = damageOf(db, isQuick);
  if (damage !== null) throw new DamagedData(damage);
  if (isForeign(db)) throw foreign(file, kind);
  // A data folder is so before its first start.
  if (isEmpty(db)) {
    if (kind === 'backup') throw new DamagedData('it is empty');
    return;
  }
  const fault = schemaFault(db);
  if (fault !== null) throw new DamagedData(fault);
}
