import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type Database from 'libsql';
import { openStore } from '#server/store/openStore.ts';
import type { Store } from '#server/store/store.ts';
import { createTransactions } from '#server/store/transactions.ts';

/** The real store; `breakWith` makes it refuse every commit until undone with null. */
export type TestStore = Store & { breakWith(error: Error | null): void };

/** Opens a data folder: the given one, or one of its own that goes away on closing. */
export function openTestStore(folder?: string): TestStore {
  const own = folder ?? mkdtempSync(join(tmpdir(), 'gl-database-'));
  const store = openStore(own);
  let broken: Error | null = null;
  return {
    file: store.file,
    db: store.db,
    ...createTransactions(refusing(store.db, () => broken)),
    close() {
      store.close();
      if (folder === undefined) rmSync(own, { recursive: true, force: true });
    },
    breakWith(error) {
      broken = error;
    },
  };
}

/** The database, whose commits fail while there is a fault. */
function refusing(db: Database.Database, fault: () => Error | null): Database.Database {
  return new Proxy(db, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target);
      if (typeof value !== 'function') return value;
      return (...args: unknown[]) => {
        const error = fault();
        if (name === 'exec' && args[0] === 'COMMIT' && error !== null) throw error;
        return value.apply(target, args);
      };
    },
  });
}
