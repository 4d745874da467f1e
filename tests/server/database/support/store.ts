import Database from 'libsql';
import type { Store } from '../../../../server/store/store.ts';

/** A store on one SQLite file (or `:memory:`); `breakWith` makes it refuse every transaction until undone. */
export type TestStore = Store & { breakWith(error: Error | null): void };

export function openTestStore(file = ':memory:'): TestStore {
  const db = new Database(file);
  let broken: Error | null = null;
  db.exec('PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;');
  return {
    db,
    transaction: (work) =>
      db.transaction(() => {
        const result = work();
        if (broken !== null) throw broken;
        return result;
      })(),
    close: () => {
      db.close();
    },
    breakWith: (error) => {
      broken = error;
    },
  };
}
