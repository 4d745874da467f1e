import { statfsSync } from 'node:fs';
import type Database from 'libsql';
import { writeCsv } from '#engine/read/columns.ts';
import { detailOf } from '#model/detailOf.ts';
import { readMapping } from '#model/mapping.ts';
import { LeafTable } from './database/LeafTable.ts';
import { storedMappings } from './database/listState.ts';
import { isListWithoutHistory, takeOver } from './database/takeOver.ts';
import type { TreeNode } from './database/tree/node.ts';
import { log } from './log.ts';
import { StartError } from './StartError.ts';
import { copyDatabase } from './store/backup.ts';
import { dataFilesOf, sizeOf } from './store/dataFolder.ts';
import { isOutdated } from './store/migrations.ts';
import { writeOwn } from './store/sidecarFiles.ts';
import type { Store } from './store/store.ts';
import { writeWhole } from './store/wholeFile.ts';

/** The services whose tables {@link upgrade} brings up to date; those of the others have never changed. */
const UPGRADED = ['database', 'logs', 'seals'];

/** Room that an upgrade needs, as a multiple of the data: for the copy, and at most as much for what it writes. */
const ROOM = 2;

/**
 * Keeps a copy of data that a former version has written, before anything in them is changed.
 * @returns whether they have to be upgraded
 * @throws StartError when the disk is too small; nothing was changed then
 */
export function prepareUpgrade(dataDir: string, db: Database.Database, root: TreeNode | null): boolean {
  if (root === null || !isOutdated(db, UPGRADED)) return false;
  const { databaseFile, logFile, formerDataFile } = dataFilesOf(dataDir);
  const needed = ROOM * (sizeOf(databaseFile) + sizeOf(logFile));
  const { bavail, bsize } = statfsSync(dataDir);
  if (bavail * bsize < needed)
    throw new StartError(
      'folder-unusable',
      `The data in ${dataDir} are of a former version. Upgrading them keeps a copy and needs ${megabytes(needed)} of disk, ${megabytes(bavail * bsize)} are free: make room. Nothing was changed.`,
    );
  try {
    writeWhole(formerDataFile, (unfinished) => copyDatabase(databaseFile, unfinished));
  } catch (error) {
    throw notUpgraded(dataDir, error);
  }
  log.info('The data are of a former version and are upgraded. A copy of them as they were is kept', {
    file: formerDataFile,
  });
  return true;
}

/**
 * Brings data of a former version up to date, all of it or nothing: tables, seals, and entries that take over what has no
 * history. A list without one is kept as a file, too.
 * @returns the tree afterwards
 */
export function upgrade(dataDir: string, store: Store, root: TreeNode | null, now: number): TreeNode | null {
  try {
    return store.transaction(() => {
      const table = new LeafTable(store);
      if (isListWithoutHistory(root)) keepList(dataDir, root);
      return takeOver(table, table.logs.attach(root), now);
    });
  } catch (error) {
    throw notUpgraded(dataDir, error);
  }
}

/** In the form in which the app downloads lists. */
function keepList(dataDir: string, root: TreeNode | null): void {
  const mappings = [...storedMappings(root)].map(([key, stored]) => readMapping(key, stored));
  writeOwn(dataFilesOf(dataDir).formerListFile, writeCsv(mappings));
}

function notUpgraded(dataDir: string, error: unknown): StartError {
  const message = `The data in ${dataDir} are of a former version and could not be upgraded (${detailOf(error)}): make room, and make the folder writable. They are as they were.`;
  return new StartError('folder-unusable', message, { cause: error });
}

function megabytes(bytes: number): string {
  return `${Math.ceil(bytes / 1e5) / 10} MB`;
}
