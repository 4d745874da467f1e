import type Database from 'libsql';
import { StartError } from '../StartError.ts';
import type { Store } from './store.ts';

type Schema = {
  /** The version that this program writes: the number of steps. */
  readonly version: number;
  readonly tables: readonly string[];
};

/** The tables that grow with every change. */
export const LOG_TABLES: readonly string[] = ['log_entries', 'log_marks'];

/** Each service's tables. */
const SCHEMAS: Readonly<Record<string, Schema>> = {
  auth: {
    version: 1,
    tables: ['accounts', 'provider_links', 'refresh_tokens', 'action_codes', 'signing_keys'],
  },
  database: { version: 3, tables: ['database_leaves'] },
  logs: { version: 1, tables: LOG_TABLES },
  seals: { version: 1, tables: ['log_seals'] },
  firestore: { version: 1, tables: ['firestore_documents', 'firestore_state'] },
  server: { version: 1, tables: ['milestones'] },
};

/** Why the tables of a database are not those that its versions say; null when they are. */
export function schemaFault(db: Database.Database): string | null {
  const versions = new Map(versionsIn(db).map(({ owner, version }) => [owner, version]));
  const present = new Set(tablesIn(db));
  for (const [owner, { tables }] of Object.entries(SCHEMAS)) {
    const isExpected = (versions.get(owner) ?? 0) > 0;
    const wrong = tables.find((table) => present.has(table) !== isExpected);
    if (wrong !== undefined && isExpected) return `the table ${wrong} is missing`;
    if (wrong !== undefined) return `the version of the table ${wrong} is missing`;
  }
  return null;
}

/** Whether a former version of the program has written the tables of one of these services. */
export function isOutdated(db: Database.Database, owners: readonly string[]): boolean {
  const versions = new Map(versionsIn(db).map(({ owner, version }) => [owner, version]));
  return owners.some((owner) => (versions.get(owner) ?? 0) < (SCHEMAS[owner]?.version ?? 0));
}

/** @throws StartError when a newer program has written the database */
export function refuseNewer(db: Database.Database): void {
  for (const { owner, version } of versionsIn(db)) {
    const known = SCHEMAS[owner]?.version ?? 0;
    if (version > known) throw newer(owner, version, known);
  }
}

function newer(owner: string, version: number, known: number): StartError {
  const message = `The data was written by a newer GL Classifier (${owner} ${version}, this one knows ${known}): install that version, or set DATA_DIR to another folder.`;
  return new StartError('data-damaged', message);
}

function versionsIn(db: Database.Database) {
  const rows = db.prepare('SELECT owner, version FROM schema_versions').all([]);
  return rows as { readonly owner: string; readonly version: number }[];
}

/** The names of all tables. */
export function tablesIn(db: Database.Database): string[] {
  const rows = db.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all([]);
  return (rows as { name: string }[]).map(({ name }) => name);
}

/**
 * Brings the tables of one service up to date. `steps[n]` is the SQL, or what runs it, from version n to n + 1; released
 * steps are never edited, new ones are added at the end. Each step runs once, in a transaction with its version.
 * @param owner name of the service whose tables they are, e.g. `auth`
 * @throws StartError `data-damaged` when the data was written by a newer version of the program
 */
export function migrate(
  store: Store,
  owner: string,
  steps: readonly (string | ((db: Database.Database) => void))[],
): void {
  store.db.exec(
    'CREATE TABLE IF NOT EXISTS schema_versions (owner TEXT PRIMARY KEY, version INTEGER NOT NULL) STRICT',
  );
  const expected = SCHEMAS[owner]?.version;
  if (expected !== undefined && expected !== steps.length)
    throw new Error(`SCHEMAS says ${owner} ${expected}, but there are ${steps.length} steps`);
  const version = readVersion(store, owner);
  if (version > steps.length) throw newer(owner, version, steps.length);
  for (const [index, step] of steps.entries()) {
    if (index < version) continue;
    store.transaction(() => {
      if (typeof step === 'string') store.db.exec(step);
      else step(store.db);
      store.db
        .prepare(
          'INSERT INTO schema_versions VALUES (?, ?) ON CONFLICT (owner) DO UPDATE SET version = excluded.version',
        )
        .run([owner, index + 1]);
    });
  }
}

function readVersion(store: Store, owner: string): number {
  const row = store.db.prepare('SELECT version FROM schema_versions WHERE owner = ?').get([owner]);
  return row === undefined ? 0 : (row as { version: number }).version;
}
