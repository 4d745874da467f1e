import type { StoredMapping } from '#model/history.ts';
import { entryUpdate } from '#model/historyUpdate.ts';
import { sumOf } from '#model/listChecksum.ts';
import { newEntryId, readListVersion } from '#model/log/version.ts';
import type { MappingKey } from '#model/mapping.ts';
import {
  ACCESS_VERSION_PATH,
  BEHIND_PATH,
  CHANGES_PATH,
  CHART_PATH,
  CHART_VERSION_PATH,
  HISTORY_PATH,
  LIST_VERSION_PATH,
  MAPPINGS_PATH,
  PROPOSALS_PATH,
} from '#model/paths.ts';
import type { Changes, Child, ChildQuery, LedgerDatabase } from '#workers/ledger/database.ts';

type ValueWatch = { readonly path: string; readonly onValue: (value: unknown) => void };

/** A Realtime Database in memory, with switches for what can go wrong. */
export type MemoryDatabase = LedgerDatabase & {
  /** The stored value at a path, or null. */
  stored(path: string): unknown;
  /** Somebody else's write; one of the mapping list is an entry of the history. */
  writeElsewhere(changes: Changes): void;
  /** Keeps the list and its history as they are; the function puts them back, as an older copy of the data would. */
  keepCopy(): () => void;
  /** A write past the rules, as the owner of the database can make. */
  writePastRules(changes: Changes): void;
  /** How often the whole list was read. */
  readonly listsRead: number;
  /** Paths of the other reads so far. */
  readonly reads: readonly string[];
  /** Events of values are held back until `releaseValues`. */
  holdValues(): void;
  releaseValues(): void;
  /** Writes wait until `releaseWrites`. */
  holdWrites(): void;
  releaseWrites(): void;
  /** While true, reads of the list and writes are refused as the rules would. */
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
  /** What the server puts from now on in the place of its time stamp; at first `MEMORY_TIME`. */
  setTime(at: number): void;
};

const LIST_NODES = [MAPPINGS_PATH, LIST_VERSION_PATH, HISTORY_PATH, CHANGES_PATH, BEHIND_PATH];

type Tree = { [key: string]: unknown };

export const MEMORY_TIME = Date.parse('2026-03-01T12:00:00Z');
const SOMEBODY = { uid: 'uid-else', email: 'somebody.else@example.com' };
const refused = () => new Error('PERMISSION_DENIED: Permission denied');

/** Number of list entries that an update writes. */
export function entriesIn(changes: Changes): number {
  return Object.keys(changes).filter((path) => path.startsWith(`${MAPPINGS_PATH}/`)).length;
}

/** Paths of what the updates write of lists, histories and proposals: everything but counters and access. */
export const listPathsIn = (updates: readonly Changes[]): readonly string[] =>
  updates.flatMap((changes) => Object.keys(changes).filter((path) => path.startsWith('gl_')));

/** What the entry in the update says is left to do of its change set. */
export function leftIn(changes: Changes): unknown {
  const entry = Object.entries(changes).find(([path]) => path.startsWith(`${HISTORY_PATH}/`))?.[1];
  return (entry as Tree | undefined)?.['left'];
}

/** `leaves`: values by path. */
export function createMemoryDatabase(leaves: Changes = {}): MemoryDatabase {
  const root: Tree = {};
  const valueWatches = new Set<ValueWatch>();
  const connectionWatches = new Set<(isConnected: boolean) => void>();
  const updates: Changes[] = [];
  const reads: string[] = [];
  let listsRead = 0;
  let time = MEMORY_TIME;
  /** Events that are held back; null while none are. */
  let held: (() => void)[] | null = null;
  let isConnected = true;
  const unanswered: (() => void)[] = [];
  /** What releases the writes that wait; null while none are to wait. */
  let heldWrites: (() => void)[] | null = null;
  let lostAnswer: (() => void) | null = null;

  function write(changes: Changes): void {
    for (const [path, change] of Object.entries(changes)) {
      setAt(root, path.split('/'), storedValue(change, at(root, path), time));
    }
    const paths = Object.keys(changes);
    for (const watch of valueWatches) {
      const isHit = paths.some(
        (path) => `${path}/`.startsWith(`${watch.path}/`) || `${watch.path}/`.startsWith(`${path}/`),
      );
      if (isHit) notifyValue(watch);
    }
  }

  function notifyValue(watch: ValueWatch): void {
    const value = at(root, watch.path);
    const notify = () => valueWatches.has(watch) && watch.onValue(value);
    if (held === null) notify();
    else held.push(notify);
  }

  /**
   * As the rules have it: a change of the list is the entry after the stored one; a run is counted once, and a proposal is
   * made and decided once.
   */
  function isRefused(changes: Changes): boolean {
    const run = Object.keys(changes).find((path) => path.includes('/runs/'));
    if (run !== undefined && at(root, run) !== null) return true;
    const proposed = Object.keys(changes).filter((path) => path.startsWith(`${PROPOSALS_PATH}/`));
    if (proposed.some((path) => at(root, path) !== null)) return true;
    const node = [LIST_VERSION_PATH, ACCESS_VERSION_PATH, CHART_VERSION_PATH].find((path) => path in changes);
    if (node === undefined) {
      const writesChart = Object.keys(changes).some((path) => path.startsWith(`${CHART_PATH}/`));
      return writesChart || entriesIn(changes) > 0;
    }
    const { id, seq, parent } = readListVersion(changes[node]);
    const current = readListVersion(at(root, node));
    return id === current.id || parent !== current.id || seq !== current.seq + 1;
  }

  /** Answers come in the order of what happened. */
  async function inTurn(): Promise<void> {
    if (held !== null) await new Promise<void>((resolve) => held?.push(resolve));
  }

  /** The changes as an entry of the history, made by somebody else. */
  function entryOf(changes: Changes): Changes {
    if (entriesIn(changes) === 0) return changes;
    const mappings = (at(root, MAPPINGS_PATH) ?? {}) as Tree;
    const former = readListVersion(at(root, LIST_VERSION_PATH));
    const id = newEntryId((bytes) => crypto.getRandomValues(bytes));
    const changeSet = { kind: 'edit', by: SOMEBODY, batch: id } as const;
    const plan = { id, former, sum: former.sum ?? sumOf(Object.entries(mappings)), changeSet };
    const stored = Object.entries(changes).map(([path, after]) => {
      const key = path.slice(MAPPINGS_PATH.length + 1) as MappingKey;
      return { key, before: mappings[key] ?? null, after: after as StoredMapping | null };
    });
    return entryUpdate(plan, stored).update;
  }

  write(leaves);
  const database: MemoryDatabase = {
    refuse: false,
    silent: false,
    updates,
    reads,
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
    keepCopy() {
      const copy = structuredClone(Object.fromEntries(LIST_NODES.map((path) => [path, at(root, path)])));
      return () => write(copy);
    },
    writePastRules: write,
    stored: (path) => at(root, path),
    async read(path) {
      reads.push(path);
      await inTurn();
      if (database.refuse && path.startsWith(MAPPINGS_PATH)) throw refused();
      return at(root, path);
    },
    async readChildren(path, query) {
      if (path === MAPPINGS_PATH) {
        // The SDK asks again after a reconnect.
        while (database.silent) await new Promise<void>((resolve) => unanswered.push(resolve));
        listsRead++;
        if (database.refuse) throw refused();
      } else reads.push(path);
      await inTurn();
      return select(Object.entries((at(root, path) ?? {}) as Tree), query);
    },
    writeElsewhere: (changes) => write(entryOf(changes)),
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
    serverTime: () => time,
    async update(changes) {
      await new Promise<void>((resolve) => (heldWrites === null ? resolve() : heldWrites.push(resolve)));
      if (database.refuse || isRefused(changes)) throw refused();
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
    findBlockedSockets: async () => null,
    setTime(at) {
      time = at;
    },
    setConnected(next) {
      isConnected = next;
      for (const notify of [...connectionWatches]) notify(next);
      if (next) for (const ask of unanswered.splice(0)) ask();
    },
  };
  return database;
}

function at(node: unknown, path: string): unknown {
  let here = node;
  for (const key of path.split('/')) {
    if (typeof here !== 'object' || here === null) return null;
    here = Object.hasOwn(here, key) ? (here as Tree)[key] : null;
  }
  return here ?? null;
}

/** Null removes; what becomes empty by it is removed, too. */
function setAt(node: Tree, [key = '', ...rest]: readonly string[], value: unknown): void {
  if (rest.length === 0) {
    if (value === null) delete node[key];
    else node[key] = value;
    return;
  }
  const child = typeof node[key] === 'object' && node[key] !== null ? (node[key] as Tree) : {};
  setAt(child, rest, value);
  // To list the keys of a long list for each one written would be most of a test's time.
  if (value === null && Object.keys(child).length === 0) delete node[key];
  else node[key] = child;
}

/** A written value with what the server makes of its place holders, and as a copy. */
function storedValue(written: unknown, stored: unknown, time: number): unknown {
  if (typeof written !== 'object' || written === null) return written;
  if ('.sv' in written) return serverValue(written['.sv'], stored, time);
  return Object.fromEntries(
    Object.entries(written).map(([key, child]) => [key, storedValue(child, null, time)]),
  );
}

function serverValue(wanted: unknown, stored: unknown, time: number): number {
  const { increment } = Object(wanted) as { readonly increment?: number };
  return increment === undefined ? time : Number(stored ?? 0) + increment;
}

function select(children: readonly Child[], query: ChildQuery | undefined): readonly Child[] {
  if (query === undefined) return children;
  const { orderBy, startAt = -Infinity, endAt = Infinity, equalTo, limitToLast = Infinity } = query;
  const valueOfChild = ([, child]: Child) => (child as Tree)[orderBy];
  const found = children.filter((child) => {
    const value = valueOfChild(child);
    if (equalTo !== undefined) return value === equalTo;
    return typeof value === 'number' && value >= startAt && value <= endAt;
  });
  const ordered =
    equalTo === undefined
      ? found.toSorted((a, b) => Number(valueOfChild(a)) - Number(valueOfChild(b)))
      : found;
  return ordered.slice(Math.max(0, ordered.length - limitToLast));
}
