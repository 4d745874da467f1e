import { set } from 'idb-keyval';

/** Stores a value in IndexedDB for the page; resolves with why the browser refuses, null when it is stored. */
export async function putLarge(key: string, value: unknown): Promise<string | null> {
  try {
    await set(key, value);
    return null;
  } catch (error) {
    if (error instanceof DOMException) return `${error.name}: ${error.message}`;
    throw error;
  }
}
