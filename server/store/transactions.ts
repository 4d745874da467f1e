import type Database from 'libsql';
import { GroupCommit, type Refusal } from './GroupCommit.ts';
import { asStorageFailure, StorageFailure } from './StorageFailure.ts';
import type { Store } from './store.ts';

/**
 * Nested calls join the outer transaction. When one of them throws, the whole transaction is rolled back, even
 * if the outer work swallows the error: half of a nested write must not be committed.
 */
export function createTransactions(db: Database.Database): Omit<Store, 'file' | 'db' | 'close'> {
  let hasRefused = false;
  let depth = 0;
  let failure: { readonly error: unknown } | null = null;

  const joined = <T>(work: () => T): T => {
    depth += 1;
    try {
      return work();
    } catch (error) {
      failure ??= { error };
      throw error;
    } finally {
      depth -= 1;
    }
  };

  const outermost = <T>(work: () => T): T => {
    failure = null;
    db.exec('BEGIN IMMEDIATE');
    try {
      const result = joined(work);
      if (failure !== null) throw (failure as { error: unknown }).error;
      db.exec('COMMIT');
      hasRefused = false;
      return result;
    } catch (thrown) {
      const error = asStorageFailure(thrown);
      hasRefused ||= error instanceof StorageFailure;
      // SQLite has already rolled back after some errors, a full disk among them.
      if (db.inTransaction) db.exec('ROLLBACK');
      throw error;
    }
  };

  const apart = (work: () => void): Refusal | null => {
    db.exec('SAVEPOINT apart');
    try {
      work();
      return null;
    } catch (thrown) {
      const error = asStorageFailure(thrown);
      // SQLite may have rolled back the whole transaction by itself.
      if (error instanceof StorageFailure || !db.inTransaction) throw error;
      db.exec('ROLLBACK TO apart');
      failure = null;
      return { error };
    } finally {
      if (db.inTransaction) db.exec('RELEASE apart');
    }
  };

  const isWritable = () => {
    if (!hasRefused) return true;
    try {
      outermost(() => touch(db));
      return true;
    } catch (error) {
      if (error instanceof StorageFailure) return false;
      throw error;
    }
  };

  const transaction = <T>(work: () => T): T => (depth === 0 ? outermost(work) : joined(work));
  const shared = new GroupCommit(transaction, apart);
  return {
    transaction,
    join: (write) => shared.join(write),
    settle: () => shared.settle(),
    isWritable,
  };
}

/** Writes something that means nothing. It has to differ from what is there, or SQLite would spare itself the write. */
function touch(db: Database.Database): void {
  const [row] = db.pragma('user_version') as { user_version: number }[];
  db.pragma(`user_version = ${((row?.user_version ?? 0) + 1) % 1000}`);
}
