import type { Page } from 'playwright-core';

/** Under which keys this browser keeps what is pasted and edited: the text and its notes, if anything. */
export function draftKeys(page: Page): Promise<string[]> {
  return page.evaluate(
    () =>
      new Promise<string[]>((resolve, reject) => {
        const opening = indexedDB.open('keyval-store');
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const database = opening.result;
          if (!database.objectStoreNames.contains('keyval')) {
            database.close();
            resolve([]);
            return;
          }
          const keys = database.transaction('keyval').objectStore('keyval').getAllKeys();
          keys.onsuccess = () => {
            database.close();
            resolve(keys.result.map(String).filter((key) => key.startsWith('classifier-work/')));
          };
        };
      }),
  );
}
