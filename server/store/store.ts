import type Database from 'libsql';

/** A write that shares its transaction with others, see GroupCommit.ts. Everything in it is synchronous. */
export type SharedWrite = {
  /**
   * Writes the rows, and goes ahead in memory so that the writes after it see it. When it throws it is refused, alone,
   * and must have changed nothing in memory.
   */
  store(): void;
  /** Takes back what `store` changed in memory; the last first. */
  takeBack(): void;
  /** It is on disk: now it happens in memory, and is told. */
  committed(): void;
  /** Nothing of it is stored, because of what `store` threw or with a StorageFailure. */
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
  /** Takes a write into the next transaction that several share; it begins before the process waits for anything. */
  join(write: SharedWrite): void;
  /** Commits now what has joined, so that all of it is told when this returns. */
  settle(): void;
  /** Whether the disk takes writes; tries one when it refused the last. */
  isWritable(): boolean;
  close(): void;
};

/** Runs `work`, which keeps nothing in memory, in a shared transaction; its result once that is on disk. */
export function storeTogether<T>(store: Store, work: () => T): Promise<T> {
  return new Promise((resolve, reject) => {
    let result: () => T;
    store.join({
      store: () => {
        const value = work();
        result = () => value;
      },
      takeBack: () => {},
      committed: () => resolve(result()),
      failed: reject,
    });
  });
}
