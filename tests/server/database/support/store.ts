import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStore } from '../../../../server/store/openStore.ts';
import type { Store } from '../../../../server/store/store.ts';

/** The real store; `breakWith` makes it refuse every transaction until undone with null. */
export type TestStore = Store & { breakWith(error: Error | null): void };

/** Opens a data folder: the given one, or one of its own that goes away on closing. */
export function openTestStore(folder?: string): TestStore {
  const own = folder ?? mkdtempSync(join(tmpdir(), 'gl-database-'));
  const store = openStore(own);
  let broken: Error | null = null;
  return {
    file: store.file,
    db: store.db,
    transaction: (work) =>
      store.transaction(() => {
        const result = work();
        if (broken !== null) throw broken;
        return result;
      }),
    isWritable: () => broken === null,
    close() {
      store.close();
      if (folder === undefined) rmSync(own, { recursive: true, force: true });
    },
    breakWith(error) {
      broken = error;
    },
  };
}
