import Database from 'libsql';
import type { Store } from '../../server/store/store.ts';

/** A store that keeps nothing on disk, for tests that write a lot and never restart. */
export function createMemoryStore(): Store {
  const db = new Database(':memory:');
  let open = false;
  return {
    file: ':memory:',
    db,
    transaction(work) {
      if (open) return work();
      db.exec('BEGIN');
      open = true;
      try {
        const result = work();
        db.exec('COMMIT');
        return result;
      } catch (error) {
        db.exec('ROLLBACK');
        throw error;
      } finally {
        open = false;
      }
    },
    isWritable: () => true,
    close: () => db.close(),
  };
}
