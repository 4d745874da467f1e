import type Database from 'libsql';
import { log } from '../log.ts';
import { asStorageFailure, StorageFailure } from './StorageFailure.ts';
import type { SharedWrite, Store } from './store.ts';

/** The transactions of a store on `db`, alone or shared. */
export function createTransactions(db: Database.Database): Omit<Store, 'file' | 'db' | 'close'> {
  const transactions = new Transactions(db);
  const shared = new GroupCommit(transactions);
  return {
    transaction: (work) => transactions.run(work),
    afterCommit: (work) => transactions.afterCommit(work),
    join: (write) => shared.join(write),
    settle: () => shared.settle(),
    isWritable: () => transactions.isWritable(),
  };
}

/**
 * Nested calls join the outer transaction. When one of them throws, the whole transaction is rolled back, even if the
 * outer work swallows the error: half of a nested write must not be committed.
 */
class Transactions {
  /** Whether the disk refused the last transaction. */
  private hasRefused = false;
  private depth = 0;
  private failure: { readonly error: unknown } | null = null;
  private dueAfterCommit: (() => void)[] = [];

  constructor(private readonly db: Database.Database) {}

  run<T>(work: () => T): T {
    return this.depth === 0 ? this.runOutermost(work) : this.runJoined(work);
  }

  afterCommit(work: () => void): void {
    if (this.depth === 0) runLogged(work);
    else this.dueAfterCommit.push(work);
  }

  isWritable(): boolean {
    if (!this.hasRefused) return true;
    try {
      this.runOutermost(() => touch(this.db));
      return true;
    } catch (error) {
      if (error instanceof StorageFailure) return false;
      throw error;
    }
  }

  /** Runs one write within the open transaction. A write that throws is refused alone; what is thrown here refuses all. */
  runIsolated(work: () => void): Refusal | null {
    this.db.exec('SAVEPOINT isolated');
    const dueBefore = this.dueAfterCommit.length;
    try {
      work();
      return null;
    } catch (thrown) {
      const error = asStorageFailure(thrown);
      // SQLite may have rolled back the whole transaction by itself.
      if (error instanceof StorageFailure || !this.db.inTransaction) throw error;
      this.db.exec('ROLLBACK TO isolated');
      this.dueAfterCommit.length = dueBefore;
      this.failure = null;
      return { error };
    } finally {
      if (this.db.inTransaction) this.db.exec('RELEASE isolated');
    }
  }

  private runJoined<T>(work: () => T): T {
    this.depth += 1;
    try {
      return work();
    } catch (error) {
      this.failure ??= { error };
      throw error;
    } finally {
      this.depth -= 1;
    }
  }

  private runOutermost<T>(work: () => T): T {
    this.failure = null;
    this.dueAfterCommit = [];
    this.db.exec('BEGIN IMMEDIATE');
    let result: T;
    try {
      result = this.runJoined(work);
      this.throwFailure();
      this.db.exec('COMMIT');
      this.hasRefused = false;
    } catch (thrown) {
      const error = asStorageFailure(thrown);
      this.hasRefused ||= error instanceof StorageFailure;
      // SQLite has already rolled back after some errors, a full disk among them.
      if (this.db.inTransaction) this.db.exec('ROLLBACK');
      throw error;
    }
    for (const due of this.dueAfterCommit) runLogged(due);
    return result;
  }

  private throwFailure(): void {
    if (this.failure !== null) throw this.failure.error;
  }
}

/** What is stored stays stored, whatever comes after it. */
function runLogged(work: () => void): void {
  try {
    work();
  } catch (error) {
    log.error('Something failed after a commit', { error });
  }
}

/** Writes a number that nothing reads. It must differ from the stored one, or SQLite would skip the write. */
export function touch(db: Database.Database): void {
  const [row] = db.pragma('user_version') as { user_version: number }[];
  db.pragma(`user_version = ${((row?.user_version ?? 0) + 1) % 1000}`);
}

/** Why one write of several is not stored. */
type Refusal = { readonly error: unknown };

/** A write of the group, with its rows written (`refusal` is null) or refused. */
type ProcessedWrite = {
  readonly write: SharedWrite;
  readonly refusal: Refusal | null;
  /** Takes back what the writes after it have seen. */
  readonly revert: () => void;
};

/**
 * Commits writes that arrive while the server is busy, above all while it waits for the disk, in one shared
 * transaction: under load a commit carries all writes that arrived meanwhile, otherwise one.
 *
 * First each write in turn stores its rows and, where another follows, changes the memory, so that the next write is
 * evaluated on its result. After the commit these changes are taken back, and each write is applied again and published.
 * So listeners see only what is on disk, and see each write with exactly the state before and after it.
 */
class GroupCommit {
  private due: SharedWrite[] = [];
  private scheduled: NodeJS.Immediate | null = null;
  private isCommitting = false;

  constructor(private readonly transactions: Transactions) {}

  join(write: SharedWrite): void {
    this.due.push(write);
    // After everything that has arrived has been read.
    this.scheduled ??= setImmediate(() => this.settle());
  }

  settle(): void {
    // A listener that a write calls must not start the next group in the middle of this one.
    if (this.isCommitting) return;
    if (this.scheduled !== null) clearImmediate(this.scheduled);
    this.scheduled = null;
    const group = this.due;
    this.due = [];
    this.isCommitting = true;
    try {
      if (group.length > 0) this.commit(group);
    } finally {
      this.isCommitting = false;
      if (this.due.length > 0) this.scheduled ??= setImmediate(() => this.settle());
    }
  }

  private commit(group: readonly SharedWrite[]): void {
    const processed: ProcessedWrite[] = [];
    try {
      this.transactions.run(() => {
        for (const write of group) processed.push(this.process(write, write !== group.at(-1)));
      });
    } catch (error) {
      revert(processed);
      this.refuseGroup(group, error);
      return;
    }
    revert(processed);
    for (const { write, refusal } of processed) {
      notify(() => (refusal === null ? write.committed() : write.failed(refusal.error)));
    }
  }

  private process(write: SharedWrite, isFollowed: boolean): ProcessedWrite {
    let revert = () => {};
    const refusal = this.transactions.runIsolated(() => {
      write.store();
      if (isFollowed) revert = write.applySpeculatively();
    });
    return { write, refusal, revert };
  }

  /** Writes that do not fit on the disk together may fit one by one: a big write must not make small ones fail. */
  private refuseGroup(group: readonly SharedWrite[], error: unknown): void {
    const isFull = error instanceof StorageFailure && error.kind === 'full';
    if (isFull && group.length > 1) for (const write of group) this.commit([write]);
    else for (const write of group) notify(() => write.failed(error));
  }
}

function revert(processed: readonly ProcessedWrite[]): void {
  for (const write of processed.toReversed()) write.revert();
}

/** A callback that throws must not prevent the callbacks of the other writes. */
function notify(work: () => void): void {
  try {
    work();
  } catch (error) {
    log.error('The outcome of a write could not be reported', { error });
  }
}
