import * as stored from 'idb-keyval';
import { inTime } from '#contract/inTime.ts';
import { STORAGE_TIMEOUT_MS } from '#model/limits.ts';

/** Each call rejects with a `TimeoutError` where IndexedDB does not answer in time. */
export const get = <T>(key: string) => answered(stored.get<T>(key));
export const set = (key: string, value: unknown) => answered(stored.set(key, value));
export const del = (key: string) => answered(stored.del(key));
export const delMany = (keys: IDBValidKey[]) => answered(stored.delMany(keys));
export const keys = () => answered(stored.keys<IDBValidKey>());

/** The answer of IndexedDB, if there is one in time. */
export function answered<T>(answer: Promise<T>): Promise<T> {
  return inTime(answer, STORAGE_TIMEOUT_MS, (milliseconds, action) => {
    const timer = setTimeout(action, milliseconds);
    return () => clearTimeout(timer);
  });
}
