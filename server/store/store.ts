import type Database from 'libsql';

/** A write that shares its transaction with others, see transactions.ts. Everything in it is synchronous. */
export type SharedWrite = {
  /** Writes the rows, and changes nothing in memory. When it throws, this write alone is refused. */
  store(): void;
  /**
   * Changes the memory so that the writes after it in the transaction see what it has stored; called only where there are
   * any. Returns what takes that back, which is called for the last write first.
   */
  applySpeculatively(): () => void;
  /** Called when the write is on disk: applies it to the memory and notifies listeners. */
  committed(): void;
  /** Called when nothing of the write is stored. @param error what `store` threw, or a StorageFailure */
  failed(error: unknown): void;
};

/**
 * The data folder of one running server. SQLite in WAL mode with `synchronous=FULL`: when `transaction`
 * returns, what it wrote is on disk. Each service prepares its own statements on `db` and owns its tables.
 */
export type Store = {
  /** The database, for messages. */
  readonly file: string;
  readonly db: Database.Database;
  /**
   * Runs `work` in one transaction, rolls back when it throws. Nested calls join the outer one.
   * @throws StorageFailure when the disk does not take it
   */
  transaction<T>(work: () => T): T;
  /**
   * Runs `work` once the transaction that is open now is on disk, before anything else happens; never when it is
   * rolled back. Outside of a transaction: at once. What it throws is logged.
   */
  afterCommit(work: () => void): void;
  /** Adds a write to the next shared transaction, which begins before the process waits for anything. */
  join(write: SharedWrite): void;
  /** Commits the joined writes now; all their callbacks have run when this returns. */
  settle(): void;
  /** Whether the disk takes writes; tries one when it refused the last. */
  isWritable(): boolean;
  close(): void;
};

/** Runs `work`, which changes only rows, in a shared transaction; resolves with its result once that is on disk. */
export function storeTogether<T>(store: Store, work: () => T): Promise<T> {
  return new Promise((resolve, reject) => {
    let result: () => T;
    store.join({
      store: () => {
        const value = work();
        result = () => value;
      },
      applySpeculatively: () => () => {},
      committed: () => resolve(result()),
      failed: reject,
    });
  });
}
