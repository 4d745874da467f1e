import { delMany, keys } from 'idb-keyval';

/** What `open` gives, over IndexedDB; `keepsNothing` where there is none. */
export function overIndexedDb<Keep>(open: () => Keep, keepsNothing: Keep): Keep {
  return typeof indexedDB === 'undefined' ? keepsNothing : open();
}

/** Takes away all that is kept in this browser under keys with this beginning, but for the key `spared`. */
export async function deleteStored(prefix: string, spared?: string): Promise<void> {
  const kept = await keys<IDBValidKey>();
  const dropped = kept.filter((key) => typeof key === 'string' && key.startsWith(prefix) && key !== spared);
  if (dropped.length > 0) await delMany(dropped);
}
