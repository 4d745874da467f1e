import * as stored from 'idb-keyval';
import { answered } from './browserStorage.ts';

/** Each call rejects with a `TimeoutError` where IndexedDB does not answer in time. */
export const get = <T>(key: string) => answered(stored.get<T>(key));
export const set = (key: string, value: unknown) => answered(stored.set(key, value));
export const del = (key: string) => answered(stored.del(key));
