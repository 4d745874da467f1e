import { delMany, keys } from 'idb-keyval';
import { DRAFT_PREFIX, MAPPING_CACHE_PREFIX, OWN_ACCESS_PREFIX } from '#contract/browserStorage.ts';
import { dropRowEdit } from './rowEditStorage.ts';

/** Deletes the mapping lists that ledger workers have stored in this browser, and the access to them, for all users. */
export async function deleteCachedLists(): Promise<void> {
  await deleteStored(OWN_ACCESS_PREFIX);
  await deleteStored(MAPPING_CACHE_PREFIX);
}

/**
 * Deletes the texts and edits of the Classifier screen that are stored in this browser, for all users, and the row of the
 * Database screen that was being edited in this tab.
 */
export function deleteDrafts(): Promise<void> {
  dropRowEdit();
  return deleteStored(DRAFT_PREFIX);
}

async function deleteStored(prefix: string): Promise<void> {
  const stored = await keys<IDBValidKey>();
  await delMany(stored.filter((key) => typeof key === 'string' && key.startsWith(prefix)));
}
