import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'libsql';

/** Changes the data of a stopped server past all of its programs; those of a killed one have no mark of that then. */
export function changeData(dataDir: string, sql: string): void {
  const db = new Database(join(dataDir, 'gl-classifier.db'));
  db.exec(sql);
  db.close();
  // Closing has folded the log of the killed server into the file.
  rmSync(join(dataDir, 'server.running'), { force: true });
}

/** The lines of the audit log. */
export function auditLog(dataDir: string): Record<string, unknown>[] {
  const lines = readFileSync(join(dataDir, 'audit.log'), 'utf8').trim().split('\n');
  return lines.map((line) => JSON.parse(line));
}
