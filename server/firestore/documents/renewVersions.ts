import type Database from 'libsql';

/**
 * Lets restored documents count as written now, and forgets what was deleted before. Clients that are still open
 * ignore, without any error, what is not newer than what they have; and a resume token from before the restore
 * lies behind the horizon, so that they are told everything anew.
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
