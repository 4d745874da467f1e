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

type Row = { path: string; fields: string | null; created: number; updated: number };

/** The rows behind the document store: documents, deletions, and the clock. */
export class DocumentTables {
  readonly #store: Store;
  readonly #put;
  readonly #setState;
  readonly #forget;

  constructor(store: Store) {
    this.#store = store;
    migrate(store, 'firestore', MIGRATIONS);
    this.#put = store.db.prepare('INSERT OR REPLACE INTO firestore_documents VALUES (?, ?, ?, ?)');
    this.#setState = store.db.prepare('INSERT OR REPLACE INTO firestore_state VALUES (?, ?)');
    this.#forget = store.db.prepare('DELETE FROM firestore_documents WHERE fields IS NULL AND updated <= ?');
  }

  load() {
    return loadDocuments(this.#store.db);
  }

  /** Writes one commit, on disk when this returns. With `horizon`, deletions up to it are forgotten. */
  save(commit: Commit, horizon: Micros | null): void {
    this.#store.transaction(() => {
      for (const { key, before, after } of commit.changes) {
        const fields = after === null ? null : JSON.stringify(after.fields);
        const created = after?.created ?? before?.created ?? commit.version;
        this.#put.run(key, fields, created, commit.version);
      }
      this.#setState.run('version', commit.version);
      if (horizon !== null) {
        this.#forget.run(horizon);
        this.#setState.run('horizon', horizon);
      }
    });
  }
}

/** Everything that is stored in the tables of an open database. @throws DamagedData */
export function loadDocuments(db: Database.Database) {
  const rows = db.prepare('SELECT * FROM firestore_documents').all() as Row[];
  const state = db.prepare('SELECT name, value FROM firestore_state').all();
  const values = new Map((state as { name: string; value: number }[]).map((row) => [row.name, row.value]));
  return {
    documents: rows.flatMap((row, index) => (row.fields === null ? [] : documentOf(row, row.fields, index))),
    /** Deleted documents by key, with the time of deletion, oldest first. */
    tombstones: rows
      .filter((row) => row.fields === null)
      .map((row): [key: string, deleted: Micros] => [row.path, row.updated])
      .sort((a, b) => a[1] - b[1]),
    /** Version of the last commit; null when there was none. */
    version: values.get('version') ?? null,
    /** Deletions up to here are forgotten. */
    horizon: values.get('horizon') ?? 0,
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
 * Lets restored documents count as written now, and forgets what was deleted before. Clients that are still open
 * ignore, without any error, what is not newer than what they have; and a resume token from before the restore
 * lies behind the horizon, so that these clients receive everything again.
 */
export function renewVersions(db: Database.Database, now: Date): void {
  const version = now.getTime() * 1000;
  const exists = db.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'firestore_documents'").get([]);
  if (exists === undefined) return;
  db.exec('BEGIN IMMEDIATE');
  db.prepare('DELETE FROM firestore_documents WHERE fields IS NULL').run([]);
  db.prepare('UPDATE firestore_documents SET updated = ?').run([version]);
  for (const name of ['version', 'horizon'])
    db.prepare('INSERT OR REPLACE INTO firestore_state VALUES (?, ?)').run([name, version]);
  db.exec('COMMIT');
}
