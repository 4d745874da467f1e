import { delMany, keys } from 'idb-keyval';

/** Removes what the Upload screens of all tabs have stored. */
export async function emptyUploadStorage(): Promise<void> {
  localStorage.clear();
  const stored = await keys<string>();
  await delMany(stored.filter((key) => /^(localMappings|unfinishedUpload)/.test(key)));
}
