import { existsSync } from 'node:fs';
import { openAuditLog } from '../audit/auditLog.ts';
import { removeUnreadable as removeUnreadableRows } from '../database/removeUnreadable.ts';
import { StartError } from '../StartError.ts';
import { dataFilesOf } from '../store/dataFolder.ts';
import { openStore } from '../store/openStore.ts';
import type { ProgramInput } from './runProgram.ts';

const USAGE = 'npm run remove-unreadable   (DATA_DIR: folder of the data; the server must be stopped)';

/** Removes what no client can read from a data folder whose server is stopped, and says what. @throws StartError */
export function removeUnreadable({ args, dataDir, now }: ProgramInput): string {
  if (args.length > 0) throw new StartError('settings', `Usage: ${USAGE}`);
  const { databaseFile } = dataFilesOf(dataDir);
  if (!existsSync(databaseFile)) throw new StartError('settings', `There is no data in ${dataDir}.`);
  const store = openStore(dataDir);
  try {
    const removed = removeUnreadableRows(store);
    if (removed.length === 0) return 'Every stored key can be read. Nothing was changed.';
    const what = removed.map(({ path }) => path).join(', ');
    openAuditLog(dataDir, () => now.getTime()).record('trusted', { event: 'repair', what });
    return ['Removed:', ...removed.map(({ path, value }) => `${path}  ${JSON.stringify(value)}`)].join('\n');
  } finally {
    store.close();
  }
}
