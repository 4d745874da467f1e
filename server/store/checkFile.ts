import Database from 'libsql';

/** Why a database file cannot be used; null when it is whole and of ours. The file itself is not changed. */
export function faultOf(file: string): string | null {
  let db: Database.Database | undefined;
  try {
    db = new Database(file);
    const [first] = db.pragma('integrity_check(1)') as { integrity_check: string }[];
    if (first?.integrity_check !== 'ok') return first?.integrity_check ?? 'no answer to integrity_check';
    const ours = db.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'schema_versions'").get([]);
    return ours === undefined ? 'it is not of GL Classifier' : null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  } finally {
    db?.close();
  }
}
