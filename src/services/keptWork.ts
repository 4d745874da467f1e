import { delMany, keys } from 'idb-keyval';
import { KEPT_WORK_PREFIX } from '../model/keptWork.ts';

/** Forgets the texts and edits that the Classifier screen kept in this browser, whoever's they are. */
export async function dropKeptWork(): Promise<void> {
  const kept = (await keys<IDBValidKey>()).filter(
    (key) => typeof key === 'string' && key.startsWith(KEPT_WORK_PREFIX),
  );
  await delMany(kept);
}
