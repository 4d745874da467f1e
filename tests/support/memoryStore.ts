import Database from 'libsql';
import type { Store } from '#server/store/store.ts';
import { createTransactions } from '#server/store/transactions.ts';

/** A store that keeps nothing on disk, for tests that write a lot and never restart. */
export function createMemoryStore(): Store {
  const db = new Database(':memory:');
  return { file: ':memory:', db, ...createTransactions(db), close: () => db.close() };
}
