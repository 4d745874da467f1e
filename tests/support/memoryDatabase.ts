import {
  type Changes,
  type ChildrenListener,
  Increment,
  type LedgerDatabase,
} from '../../workers/ledger/database.ts';

type ValueWatch = { readonly path: string; readonly onValue: (value: unknown) => void };
type ChildrenWatch = { readonly path: string; readonly listener: ChildrenListener };

/** A Realtime Database in memory, with switches for what can go wrong. */
export type MemoryDatabase = LedgerDatabase & {
  /** The stored value at a path, or null. */
  stored(path: string): unknown;
  /** Somebody else's write. */
  writeElsewhere(changes: Changes): void;
  /** While true, reads and writes are refused as the rules would. */
  refuse: boolean;
  /** Updates that reached the server, oldest first. */
  readonly updates: readonly Changes[];
  /** While true, lists are not answered. */
  silent: boolean;
  setConnected(isConnected: boolean): void;
};

/** `leaves`: values by path. Children of a path are the entries one segment below it. */
export function createMemoryDatabase(leaves: Changes = {}): MemoryDatabase {
  const stored = new Map<string, unknown>(Object.entries(leaves));
  const valueWatches = new Set<ValueWatch>();
  const childrenWatches = new Set<ChildrenWatch>();
  const connectionWatches = new Set<(isConnected: boolean) => void>();
  const updates: Changes[] = [];

  function write(changes: Changes): void {
    for (const [path, change] of Object.entries(changes)) {
      const value = change instanceof Increment ? Number(stored.get(path) ?? 0) + change.by : change;
      if (value === null) removeTree(path);
      else stored.set(path, value);
      for (const watch of valueWatches) if (watch.path === path) watch.onValue(value);
      tellParents(path, value);
    }
  }

  function removeTree(path: string): void {
    for (const at of [...stored.keys()]) if (at === path || at.startsWith(`${path}/`)) stored.delete(at);
  }

  /** A leaf as it is, what lies below a path as nested objects, and null for nothing. */
  function tree(path: string): unknown {
    if (stored.has(path)) return stored.get(path);
    const below: Record<string, unknown> = {};
    for (const at of stored.keys()) {
      if (!at.startsWith(`${path}/`)) continue;
      const key = at.slice(path.length + 1).split('/')[0] ?? '';
      below[key] ??= tree(`${path}/${key}`);
    }
    return Object.keys(below).length > 0 ? below : null;
  }

  function tellParents(path: string, value: unknown): void {
    const cut = path.lastIndexOf('/');
    const key = path.slice(cut + 1);
    for (const watch of childrenWatches) {
      if (watch.path !== path.slice(0, cut)) continue;
      if (value === null) watch.listener.removed(key);
      else watch.listener.set(key, value);
    }
  }

  const database: MemoryDatabase = {
    refuse: false,
    silent: false,
    updates,
    signedIn: Promise.resolve(),
    stored: (path) => stored.get(path) ?? null,
    read: async (path) => tree(path),
    writeElsewhere: write,
    watchChildren(path, listener) {
      if (database.silent) return () => {};
      if (database.refuse) {
        listener.failed({ kind: 'refused', detail: 'permission_denied' });
        return () => {};
      }
      for (const [at, value] of stored) {
        if (at.startsWith(`${path}/`)) listener.set(at.slice(path.length + 1), value);
      }
      const watch = { path, listener };
      childrenWatches.add(watch);
      listener.loaded();
      return () => childrenWatches.delete(watch);
    },
    watchValue(path, onValue) {
      const watch = { path, onValue };
      valueWatches.add(watch);
      onValue(stored.get(path) ?? null);
      return () => valueWatches.delete(watch);
    },
    watchConnection(onChange) {
      connectionWatches.add(onChange);
      onChange(true);
      return () => connectionWatches.delete(onChange);
    },
    async replace(path, decide) {
      const next = decide(stored.get(path) ?? null);
      if (next === undefined) return { isReplaced: false, stored: stored.get(path) ?? null };
      await database.update({ [path]: next });
      return { isReplaced: true, stored: next };
    },
    async update(changes) {
      if (database.refuse) throw new Error('PERMISSION_DENIED: Permission denied');
      updates.push(changes);
      write(changes);
    },
    ping: async () => null,
    reconnect() {},
    setConnected(isConnected) {
      for (const tell of connectionWatches) tell(isConnected);
    },
  };
  return database;
}
