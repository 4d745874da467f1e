import type Database from 'libsql';
import { log } from '../log.ts';
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
  let dueAfterCommit: (() => void)[] = [];

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
    dueAfterCommit = [];
    db.exec('BEGIN IMMEDIATE');
    let result: T;
    try {
      result = joined(work);
      if (failure !== null) throw (failure as { error: unknown }).error;
      db.exec('COMMIT');
      hasRefused = false;
    } catch (thrown) {
      const error = asStorageFailure(thrown);
      hasRefused ||= error instanceof StorageFailure;
      // SQLite has already rolled back after some errors, a full disk among them.
      if (db.inTransaction) db.exec('ROLLBACK');
      throw error;
    }
    for (const due of dueAfterCommit) runLogged(due);
    return result;
  };

  const apart = (work: () => void): Refusal | null => {
    db.exec('SAVEPOINT apart');
    const dueBefore = dueAfterCommit.length;
    try {
      work();
      return null;
    } catch (thrown) {
      const error = asStorageFailure(thrown);
      // SQLite may have rolled back the whole transaction by itself.
      if (error instanceof StorageFailure || !db.inTransaction) throw error;
      db.exec('ROLLBACK TO apart');
      dueAfterCommit.length = dueBefore;
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
  const afterCommit = (work: () => void) => {
    if (depth === 0) runLogged(work);
    else dueAfterCommit.push(work);
  };
  const shared = new GroupCommit(transaction, apart);
  return {
    transaction,
    afterCommit,
    join: (write) => shared.join(write),
    settle: () => shared.settle(),
    isWritable,
  };
}

/** What is stored stays stored, whatever comes after it. */
function runLogged(work: () => void): void {
  try {
    work();
  } catch (error) {
    log.error('Something failed after a commit', { error });
  }
}

/** Writes something that means nothing. It has to differ from what is there, or SQLite would spare itself the write. */
function touch(db: Database.Database): void {
  const [row] = db.pragma('user_version') as { user_version: number }[];
  db.pragma(`user_version = ${((row?.user_version ?? 0) + 1) % 1000}`);
}
