import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { StartError } from '../StartError.ts';
import { dataFilesOf, makeFolder } from '../store/dataFolder.ts';
import { fetchReplica, lastWritten } from './litestream.ts';

/**
 * Has `work` use what a replica holds, as a file that is there only meanwhile: in the data folder, where others cannot read it.
 * @param address as `readReplicaAddress` returns it
 * @throws StartError when there is nothing, or it cannot be read
 */
export function withReplica<T>(
  address: string,
  dataDir: string,
  work: (file: string, writtenAt: string) => T,
): T {
  const { databaseFile } = dataFilesOf(dataDir);
  const writtenAt = lastWritten(databaseFile, address);
  if (writtenAt === null) throw new StartError('settings', `There is no replica in ${address}.`);
  makeFolder(dataDir);
  const folder = mkdtempSync(join(dataDir, 'from-replica-'));
  try {
    const file = join(folder, 'gl-classifier.db');
    fetchReplica(databaseFile, address, file);
    return work(file, writtenAt);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
