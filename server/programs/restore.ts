import { resolve } from 'node:path';
import { openAuditLog, restoreAuditLog } from '../audit/auditLog.ts';
import { renewVersions } from '../firestore/documents/documentTables.ts';
import { restore } from '../store/restore.ts';
import { onlyArgument, type ProgramInput } from './runProgram.ts';

const USAGE = 'npm run restore -- FILE   (DATA_DIR: folder of the data; the server must be stopped)';

/** Puts a backup in the place of the data, which are kept aside. @throws StartError */
export function restoreBackup({ args, dataDir, now }: ProgramInput): string {
  const backup = resolve(onlyArgument(args, USAGE));
  const { kept } = restore(backup, dataDir, now, (db) => renewVersions(db, now));
  restoreAuditLog(backup, dataDir);
  openAuditLog(dataDir, () => now.getTime()).record('trusted', { event: 'restore', what: backup });
  const before = kept === null ? '' : ` The data from before are kept in ${kept}.`;
  return `Restored ${backup} into ${dataDir}.${before}`;
}
