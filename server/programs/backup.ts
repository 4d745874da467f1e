import { resolve } from 'node:path';
import { backUpAuditLog } from '../audit/auditLog.ts';
import { backUp } from '../store/backup.ts';
import { onlyArgument, type ProgramInput } from './runProgram.ts';

const USAGE = 'npm run backup -- FOLDER|FILE   (DATA_DIR: folder of the data; the server may run)';

/** Backs up a data folder, whether its server runs or not. @throws StartError */
export function backup({ args, dataDir, now }: ProgramInput): string {
  const target = onlyArgument(args, USAGE);
  // `resolve` would drop the slash that makes a name a folder.
  const file = backUp(dataDir, target.endsWith('/') ? `${resolve(target)}/` : resolve(target), now);
  const audit = backUpAuditLog(dataDir, file);
  const both = audit === null ? file : `${file}, with the audit log beside it`;
  return `Backed up to ${both}. It holds password hashes and signing keys: keep it as safe as the data.`;
}
