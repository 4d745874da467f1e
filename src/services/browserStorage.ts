import { delMany, keys } from 'idb-keyval';
import {
  DRAFT_PREFIX,
  FORMER_BOOKED_ROWS_KEY,
  GUESS_CHOICES_PREFIX,
  MAPPING_CACHE_PREFIX,
  OWN_ACCESS_PREFIX,
  ROW_EDIT_KEY,
  SKIPPED_GROUPS_KEY,
} from '#contract/browserStorage.ts';
import { inTime } from '#contract/inTime.ts';
import { STORAGE_TIMEOUT_MS } from '#model/limits.ts';

/** A database of its own: the others must be created by those who know their form. */
const PROBE = 'storage-check';

/**
 * Why this browser refuses IndexedDB, in the browser's words; null when it does not. May never answer. Without IndexedDB
 * the workers do not know who is signed in.
 */
export function storageProblem(): Promise<string | null> {
  return new Promise((resolve) => {
    try {
      const request = indexedDB.open(PROBE);
      request.onerror = () => resolve(String(request.error));
      request.onsuccess = () => {
        request.result.close();
        resolve(null);
      };
    } catch (error) {
      resolve(String(error));
    }
  });
}

/** The answer of IndexedDB; rejects with a `DOMException`, a `TimeoutError` when there is none in time. */
export function answered<T>(answer: Promise<T>): Promise<T> {
  // In a private window WebKit refuses Blobs, and the transaction that it breaks has no error of its own.
  const named = answer.catch((error: unknown) => {
    throw error ?? new DOMException('the browser does not store this here', 'UnknownError');
  });
  return inTime(named, STORAGE_TIMEOUT_MS, (milliseconds, action) => setTimeout(action, milliseconds));
}

/**
 * Deletes the mapping lists that ledger workers have stored in this browser, and the access to them, for all users; also
 * what an earlier version stored.
 */
export async function deleteCachedLists(): Promise<void> {
  await deleteStored(OWN_ACCESS_PREFIX);
  await deleteStored(MAPPING_CACHE_PREFIX);
  await deleteStored(FORMER_BOOKED_ROWS_KEY);
}

/**
 * Deletes the texts and edits of the Classifier screen that are stored in this browser and what was made of likely accounts,
 * for all users, and the row of the Database screen that was being edited in this tab.
 */
export async function deleteDrafts(): Promise<void> {
  await deleteStored(DRAFT_PREFIX);
  await deleteStored(GUESS_CHOICES_PREFIX);
  sessionStorage.removeItem(ROW_EDIT_KEY);
  sessionStorage.removeItem(SKIPPED_GROUPS_KEY);
}

async function deleteStored(prefix: string): Promise<void> {
  const stored = await answered(keys<IDBValidKey>());
  await delMany(stored.filter((key) => typeof key === 'string' && key.startsWith(prefix)));
}
