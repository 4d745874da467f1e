import type { Changes, LedgerDatabase } from '../database.ts';

/**
 * The same database, which shows nothing as stored before the server has it. The SDK tells of our own updates at
 * once, long before a server that cannot be reached takes or refuses them; here such news is held back until the
 * update has ended, and then the last of it is told.
 */
export function suppressOptimisticEvents(database: LedgerDatabase): LedgerDatabase {
  const held = new DeferredEvents();
  return {
    ...database,
    watchChildren: (path, listener) =>
      database.watchChildren(path, {
        ...listener,
        set: (key, value) => held.tell(`${path}/${key}`, listener, () => listener.set(key, value)),
        removed: (key) => held.tell(`${path}/${key}`, listener, () => listener.removed(key)),
      }),
    watchValue: (path, onValue, onFailure) =>
      database.watchValue(path, (value) => held.tell(path, onValue, () => onValue(value)), onFailure),
    async update(changes) {
      const release = held.hold(changes);
      try {
        await database.update(changes);
      } finally {
        // Before the caller goes on: it expects to find its change.
        release();
      }
    },
  };
}

/** News of paths that are being written. */
class DeferredEvents {
  /** How many updates write a path. */
  readonly #writes = new Map<string, number>();
  /** The last news of a path for each listener. */
  readonly #news = new Map<string, Map<unknown, () => void>>();

  /** Tells now, or when the path is written. */
  tell(path: string, listener: unknown, tellIt: () => void): void {
    if (!this.#writes.has(path)) {
      tellIt();
      return;
    }
    const news = this.#news.get(path) ?? new Map<unknown, () => void>();
    this.#news.set(path, news.set(listener, tellIt));
  }

  hold(changes: Changes): () => void {
    const paths = Object.keys(changes);
    for (const path of paths) this.#writes.set(path, (this.#writes.get(path) ?? 0) + 1);
    return () => {
      for (const path of paths) this.#release(path);
    };
  }

  #release(path: string): void {
    const others = (this.#writes.get(path) ?? 1) - 1;
    if (others > 0) {
      this.#writes.set(path, others);
      return;
    }
    this.#writes.delete(path);
    const news = this.#news.get(path);
    this.#news.delete(path);
    for (const tellIt of news?.values() ?? []) tellIt();
  }
}
