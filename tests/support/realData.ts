import { statSync } from 'node:fs';
import { resolve } from 'node:path';

/** Test files over real sets, the only ones that may read them; run only where REAL_DATA names the sets' folder. */
export const REAL_DATA_ONLY = '**/*.real.{test,full.test}.{ts,tsx}';

/**
 * The folder of the sets of real descriptions, which are no part of the project: what REAL_DATA names, or null
 * without it.
 * @throws where REAL_DATA names something else than a folder.
 */
export function realDataFolder(named = process.env['REAL_DATA'] ?? ''): string | null {
  if (named === '') return null;
  const folder = resolve(named);
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return folder;
  throw new Error(
    `REAL_DATA names ${folder}, which is not a folder. Name the folder with the real sets, or leave REAL_DATA out.`,
  );
}
