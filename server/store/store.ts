import type Database from 'libsql';

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
  /** Whether the disk takes writes; tries one when it refused the last. */
  isWritable(): boolean;
  close(): void;
};
