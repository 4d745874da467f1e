import { delMany, keys } from 'idb-keyval';
import { KEPT_LIST_PREFIX } from '../model/keptList.ts';

/** Forgets the mapping lists that ledgers have kept in this browser, whoever's they are. */
export async function dropKeptLists(): Promise<void> {
  const kept = (await keys<IDBValidKey>()).filter((key) => String(key).startsWith(KEPT_LIST_PREFIX));
  await delMany(kept);
}
