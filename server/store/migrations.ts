import { StartError } from '../StartError.ts';
import type { Store } from './store.ts';

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
