import { existsSync } from 'node:fs';
import Database from 'libsql';
import { StartError } from '../StartError.ts';
import { damaged, faultOf } from '../store/damage.ts';
import { dataFilesOf } from '../store/dataFolder.ts';
import { openStore } from '../store/openStore.ts';
import { LeafTable, type Loaded, loadLeaves } from './LeafTable.ts';

/** What a data folder holds that no server uses. @throws StartError */
export function loadFolder(dataDir: string): Loaded {
  if (!existsSync(dataFilesOf(dataDir).databaseFile))
    throw new StartError('settings', `There is no data in ${dataDir}.`);
  const store = openStore(dataDir);
  try {
    return new LeafTable(store).load();
  } finally {
    store.close();
  }
}

/** What a backup holds; it is not changed. @throws StartError */
export function loadBackup(file: string): Loaded {
  const fault = existsSync(file) ? faultOf(file) : 'there is no such file';
  if (fault !== null) throw new StartError('data-damaged', `${file} cannot be used (${fault}).`);
  const db = new Database(file);
  try {
    return loadLeaves(db);
  } catch (error) {
    throw damaged(file, error);
  } finally {
    db.close();
  }
}
