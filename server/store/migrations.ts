import type Database from 'libsql';
import { StartError } from '../StartError.ts';
import type { Store } from './store.ts';

/** The version of each service's tables that this program writes: the number of its steps. */
const VERSIONS: Readonly<Record<string, number>> = { auth: 1, database: 2, firestore: 1, server: 1 };

/** Which tables of a database a newer program has written, in words; null for none. */
export function newerSchema(db: Database.Database): string | null {
  const rows = db.prepare('SELECT owner, version FROM schema_versions').all([]);
  const newer = (rows as { owner: string; version: number }[]).find(
    ({ owner, version }) => version > (VERSIONS[owner] ?? 0),
  );
  if (newer === undefined) return null;
  return `a newer GL Classifier made it: ${newer.owner} ${newer.version}, this one knows ${VERSIONS[newer.owner] ?? 'none'}`;
}

/**
 * Brings the tables of one service up to date. `steps[n]` is the SQL that leads from version n to n + 1; released
 * steps are never edited, new ones are added at the end. Each step runs once, in a transaction with its version.
 * @param owner name of the service whose tables they are, e.g. `auth`
 * @throws StartError `data-damaged` when the data was written by a newer version of the program
 */
export function migrate(store: Store, owner: string, steps: readonly string[]): void {
  store.db.exec(
    'CREATE TABLE IF NOT EXISTS schema_versions (owner TEXT PRIMARY KEY, version INTEGER NOT NULL) STRICT',
  );
  const expected = VERSIONS[owner];
  if (expected !== undefined && expected !== steps.length)
    throw new Error(`VERSIONS says ${owner} ${expected}, but there are ${steps.length} steps`);
  const version = readVersion(store, owner);
  if (version > steps.length) {
    throw new StartError(
      'data-damaged',
      `The data was written by a newer GL Classifier (${owner} ${version}, this one knows ${steps.length}): install that version, or set DATA_DIR to another folder.`,
    );
  }
  for (const [index, sql] of steps.entries()) {
    if (index < version) continue;
    store.transaction(() => {
      store.db.exec(sql);
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
