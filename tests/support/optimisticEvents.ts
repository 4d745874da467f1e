import { LIST_VERSION_PATH } from '#model/paths.ts';
import { suppressOptimisticEvents } from '#workers/ledger/database.ts';
import type { MemoryDatabase } from './memoryDatabase.ts';

/**
 * The database as the app has it: the SDK shows the version of the list that is on its way, and not that of the server,
 * until the last own update is answered; the app defers these events.
 */
export function withOptimisticEvents(database: MemoryDatabase): MemoryDatabase {
  const { update, watchValue } = database;
  const onTheirWay: unknown[] = [];
  const shows = new Set<() => void>();
  const showAll = () => {
    for (const show of shows) show();
  };
  const optimistic = suppressOptimisticEvents({
    ...database,
    watchValue(path, onValue, onFailure) {
      if (path !== LIST_VERSION_PATH) return watchValue(path, onValue, onFailure);
      let stored: unknown = null;
      let shown: unknown;
      const show = () => {
        const value = onTheirWay.at(-1) ?? stored;
        if (shown === value) return;
        shown = value;
        onValue(value);
      };
      const onStored = (value: unknown) => {
        stored = value;
        show();
      };
      const end = watchValue(path, onStored, onFailure);
      shows.add(show);
      return () => {
        shows.delete(show);
        end();
      };
    },
    async update(changes) {
      const version = changes[LIST_VERSION_PATH];
      onTheirWay.push(version);
      showAll();
      try {
        await update(changes);
      } finally {
        onTheirWay.splice(onTheirWay.indexOf(version), 1);
        showAll();
      }
    },
  });
  return Object.assign(Object.create(database) as MemoryDatabase, {
    watchValue: optimistic.watchValue,
    update: optimistic.update,
  });
}
