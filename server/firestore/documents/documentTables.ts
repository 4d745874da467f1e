import type Database from 'libsql';
import type { Fields } from '../../rules/rules.ts';
import { parseStored } from '../../store/damage.ts';
import { migrate } from '../../store/migrations.ts';
import type { Store } from '../../store/store.ts';
import { FIRST_TIME, LAST_TIME, type Micros } from '../values/timestamps.ts';
import type { Commit, StoredDocument } from './document.ts';

const MIGRATIONS = [
  `CREATE TABLE firestore_documents (
     path TEXT PRIMARY KEY,
     fields TEXT, -- JSON; null: deleted at "updated"
     created INTEGER NOT NULL,
     updated INTEGER NOT NULL
   ) STRICT, WITHOUT ROWID;
   CREATE TABLE firestore_state (name TEXT PRIMARY KEY, value INTEGER NOT NULL) STRICT, WITHOUT ROWID;`,
];

const SET_VERSION = "INSERT OR REPLACE INTO firestore_state VALUES ('version', ?)";

type Row = { path: string; fields: string | null; created: number; updated: number };

/** The rows behind the document store: documents, and the clock. */
export class DocumentTables {
  readonly #store: Store;
  readonly #put;
  readonly #remove;
  readonly #setVersion;

  constructor(store: Store) {
    this.#store = store;
    migrate(store, 'firestore', MIGRATIONS);
    this.#put = store.db.prepare('INSERT OR REPLACE INTO firestore_documents VALUES (?, ?, ?, ?)');
    this.#remove = store.db.prepare('DELETE FROM firestore_documents WHERE path = ?');
    this.#setVersion = store.db.prepare(SET_VERSION);
  }

  /** Writes one commit, on disk when this returns. */
  save({ version, changes }: Commit): void {
    this.#store.transaction(() => {
      for (const { key, after } of changes) {
        if (after === null) this.#remove.run(key);
        else this.#put.run(key, JSON.stringify(after.fields), after.created, version);
      }
      this.#setVersion.run(version);
    });
  }
}

/** Everything that is stored in the tables of an open database. @throws DamagedData */
export function loadDocuments(db: Database.Database) {
  const rows = db.prepare('SELECT * FROM firestore_documents').all() as Row[];
  const state = db.prepare("SELECT value FROM firestore_state WHERE name = 'version'").get([]);
  return {
    // Earlier versions left a row of a deleted document.
    documents: rows.flatMap((row, index) => (row.fields === null ? [] : documentOf(row, row.fields, index))),
    /** Version of the last commit; null when there was none. */
    version: (state as { value: Micros } | undefined)?.value ?? null,
  };
}

function documentOf(row: Row, fields: string, index: number): StoredDocument {
  return {
    path: row.path.split('/'),
    key: row.path,
    fields: parseStored(
      withReadableTimes(fields),
      () => `the document in row ${index + 1} of firestore_documents`,
    ) as Fields,
    created: row.created,
    updated: row.updated,
  };
}

/** Times of the year 0 and before, or of the year 10000 and later, as earlier versions stored them. */
const UNREADABLE_TIME = /"timestampValue":"(?:(\+)|-|0000)[^"]*"/g;

/** With the nearest time that the SDK can read in their place: it ends at the first one that it cannot. */
function withReadableTimes(fields: string): string {
  return fields.replace(
    UNREADABLE_TIME,
    (_, isLate?: string) => `"timestampValue":"${isLate === undefined ? FIRST_TIME : LAST_TIME}"`,
  );
}

/**
 * Lets restored documents count as written now. Clients that are still open ignore, without any error, what is not
 * newer than what they have.
 */
export function renewVersions(db: Database.Database, now: Date): void {
  const version = now.getTime() * 1000;
  const exists = db.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'firestore_documents'").get([]);
  if (exists === undefined) return;
  db.exec('BEGIN IMMEDIATE');
  db.prepare('UPDATE firestore_documents SET updated = ?').run([version]);
  db.prepare(SET_VERSION).run([version]);
  db.exec('COMMIT');
}
