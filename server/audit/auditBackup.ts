import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { syncFile } from '../store/backup.ts';
import { auditFileOf } from './auditLog.ts';

/** Where the audit log of a backup stands. */
const besideBackup = (backup: string) => `${backup}.audit.log`;

/**
 * Copies the audit log of a data folder beside a backup of its data. Only whole lines: the server may be writing one.
 * @returns the file; null when nothing has been audited yet
 */
export function backUpAuditLog(dataDir: string, backup: string): string | null {
  const source = auditFileOf(dataDir);
  if (!existsSync(source)) return null;
  const text = readFileSync(source, 'utf8');
  return writeWhole(besideBackup(backup), text.slice(0, text.lastIndexOf('\n') + 1));
}

/**
 * Puts the audit log of a backup into a data folder that has none. One that is there stays: going back to former data
 * undoes nothing of what has happened since.
 */
export function restoreAuditLog(backup: string, dataDir: string): void {
  const [source, target] = [besideBackup(backup), auditFileOf(dataDir)];
  if (existsSync(source) && !existsSync(target)) writeWhole(target, readFileSync(source, 'utf8'));
}

function writeWhole(file: string, text: string): string {
  const unfinished = `${file}.unfinished`;
  writeFileSync(unfinished, text, { mode: 0o600 });
  syncFile(unfinished);
  renameSync(unfinished, file);
  return file;
}
