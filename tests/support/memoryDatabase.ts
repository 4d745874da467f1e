import { newListVersion, readListStep, type StoredListVersion } from '#model/listVersion.ts';
import { LIST_VERSION_PATH, MAPPINGS_PATH } from '#model/paths.ts';
import {
  type Changes,
  type ChildrenListener,
  Increment,
  type LedgerDatabase,
} from '#workers/ledger/database.ts';

type ValueWatch = { readonly path: string; readonly onValue: (value: unknown) => void };
type ChildrenWatch = { readonly path: string; readonly listener: ChildrenListener };

/** A Realtime Database in memory, with switches for what can go wrong. */
export type MemoryDatabase = LedgerDatabase & {
  /** The stored value at a path, or null. */
  stored(path: string): unknown;
  /** Somebody else's write; one of the mapping list brings a new version of it. */
  writeElsewhere(changes: Changes): void;
  /** A write past the rules, as the owner of the database can make. */
  writePastRules(changes: Changes): void;
  /** How often a list was read. */
  readonly listsRead: number;
  /** Events of values are held back until `releaseValues`. */
  holdValues(): void;
  releaseValues(): void;
  /** Writes wait until `releaseWrites`. */
  holdWrites(): void;
  releaseWrites(): void;
  /** While true, reads and writes are refused as the rules would. */
  refuse: boolean;
  /**
   * Loses the answer of the next update; `meanwhile` happens before the SDK sends it again, as it does after a lost
   * connection.
   */
  loseAnswer(meanwhile: () => void): void;
  /** Updates that reached the server, oldest first. */
  readonly updates: readonly Changes[];
  /** While true, lists are not answered. */
  silent: boolean;
  setConnected(isConnected: boolean): void;
};

/** Number of list entries that an update writes. */
export function entriesIn(changes: Changes): number {
  return Object.keys(changes).filter((path) => path.startsWith(`${MAPPINGS_PATH}/`)).length;
}

/** `leaves`: values by path. Children of a path are the entries one segment below it. */
export function createMemoryDatabase(leaves: Changes = {}): MemoryDatabase {
  const stored = new Map<string, unknown>(Object.entries(leaves));
  const valueWatches = new Set<ValueWatch>();
  const childrenWatches = new Set<ChildrenWatch>();
  const connectionWatches = new Set<(isConnected: boolean) => void>();
  const updates: Changes[] = [];
  let listsRead = 0;
  /** Events that are held back; null while none are. */
  let held: (() => void)[] | null = null;
  let isConnected = true;
  /** What releases the writes that wait; null while none are to wait. */
  let heldWrites: (() => void)[] | null = null;
  let lostAnswer: (() => void) | null = null;

  function write(changes: Changes): void {
    for (const [path, change] of Object.entries(changes)) {
      const value = change instanceof Increment ? Number(stored.get(path) ?? 0) + change.by : change;
      if (value === null) removeTree(path);
      else stored.set(path, value);
      for (const watch of valueWatches) if (watch.path === path) notifyValue(watch);
      notifyParents(path, value);
    }
  }

  function notifyValue(watch: ValueWatch): void {
    const notify = () => valueWatches.has(watch) && watch.onValue(stored.get(watch.path) ?? null);
    if (held === null) notify();
    else held.push(notify);
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

  function notifyParents(path: string, value: unknown): void {
    const cut = path.lastIndexOf('/');
    const key = path.slice(cut + 1);
    for (const watch of childrenWatches) {
      if (watch.path !== path.slice(0, cut)) continue;
      if (value === null) watch.listener.removed(key);
      else watch.listener.set(key, value);
    }
  }

  /** As the rules have it: a change of the list brings a new version, and names the one that it was planned on. */
  function isOvertaken(changes: Changes): boolean {
    if (entriesIn(changes) === 0) return false;
    const { id, after } = (changes[LIST_VERSION_PATH] ?? {}) as Partial<StoredListVersion>;
    const current = readListStep(stored.get(LIST_VERSION_PATH)).id;
    return id === undefined || id === current || (after !== undefined && after !== current);
  }

  /** Answers come in the order of what happened. */
  async function inTurn(): Promise<void> {
    if (held !== null) await new Promise<void>((resolve) => held?.push(resolve));
  }

  const database: MemoryDatabase = {
    refuse: false,
    silent: false,
    updates,
    get listsRead() {
      return listsRead;
    },
    holdValues() {
      held ??= [];
    },
    releaseValues() {
      const late = held ?? [];
      held = null;
      for (const notify of late) notify();
    },
    holdWrites() {
      heldWrites ??= [];
    },
    releaseWrites() {
      for (const release of heldWrites ?? []) release();
      heldWrites = null;
    },
    writePastRules: write,
    signedIn: Promise.resolve(),
    stored: (path) => stored.get(path) ?? null,
    async read(path) {
      await inTurn();
      return tree(path);
    },
    writeElsewhere(changes) {
      write(
        entriesIn(changes) > 0
          ? {
              ...changes,
              [LIST_VERSION_PATH]: { id: newListVersion((bytes) => crypto.getRandomValues(bytes)) },
            }
          : changes,
      );
    },
    watchChildren(path, listener) {
      if (database.silent) return () => {};
      if (database.refuse) {
        listener.failed({ kind: 'refused', detail: 'permission_denied' });
        return () => {};
      }
      listsRead++;
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
      notifyValue(watch);
      return () => valueWatches.delete(watch);
    },
    watchConnection(onChange) {
      connectionWatches.add(onChange);
      onChange(isConnected);
      return () => connectionWatches.delete(onChange);
    },
    async update(changes) {
      await new Promise<void>((resolve) => (heldWrites === null ? resolve() : heldWrites.push(resolve)));
      if (database.refuse || isOvertaken(changes)) throw new Error('PERMISSION_DENIED: Permission denied');
      updates.push(changes);
      write(changes);
      const meanwhile = lostAnswer;
      if (meanwhile === null) return;
      lostAnswer = null;
      meanwhile();
      await database.update(changes);
    },
    loseAnswer(meanwhile) {
      lostAnswer = meanwhile;
    },
    ping: inTurn,
    reconnect() {},
    setConnected(next) {
      isConnected = next;
      for (const notify of [...connectionWatches]) notify(next);
    },
  };
  return database;
}
