import type { ChangeKind, StoredChange } from '#model/history.ts';
import { closedUpdate, entryUpdate, outsideUpdate } from '#model/historyUpdate.ts';
import { EMPTY_SUM } from '#model/listChecksum.ts';
import type { Author } from '#model/log/author.ts';
import { type EntryId, NO_VERSION, readListVersion } from '#model/log/version.ts';
import { type Mapping, type MappingKey, mappingKey, readMapping } from '#model/mapping.ts';
import {
  CHANGES_BY_KEY_PATH,
  CHANGES_PATH,
  HISTORY_PATH,
  LIST_VERSION_PATH,
  MAPPINGS_PATH,
} from '#model/paths.ts';
import type { ChildQuery } from '#workers/ledger/database.ts';
import { createHistoryApi } from '#workers/ledger/history/historyApi.ts';
import { ChangeSetWriter } from '#workers/ledger/list/ChangeSetWriter.ts';
import { createMemoryPlans } from './memoryPlans.ts';

export const ANN: Author = { uid: 'ann', email: 'ann@example.com' };
export const BOB: Author = { uid: 'bob', email: 'bob@example.com' };

/** 2 March 2026, 9:00 in the time zone of the tests; each entry is one minute later. */
const FIRST_AT = new Date(2026, 2, 2, 9).getTime();
const MINUTE = 60_000;

type EntryOptions = {
  kind?: ChangeKind;
  by?: Author;
  batch?: string;
  note?: string;
  left?: number;
  at?: number;
};
type Tree = Record<string, unknown>;

/** A list with its history in memory, as the database has it, and the history's API over it. */
export function createHistoryFixture() {
  const nodes = new Map<string, Tree>([
    [HISTORY_PATH, {}],
    [CHANGES_PATH, {}],
    [CHANGES_BY_KEY_PATH, {}],
    ['access_history', {}],
  ]);
  const entries = new Map<MappingKey, Mapping>();
  const revisionListeners = new Set<(revision: number) => void>();
  let latestRevision = 0;
  const watches = new Set<(value: unknown) => void>();
  const reads: string[] = [];
  let version: unknown = null;
  let at = FIRST_AT;
  let failing = 0;

  function nodeAt(path: string): Tree {
    const node = nodes.get(path);
    if (node === undefined) throw new Error(`the test has no ${path}`);
    return node;
  }

  function store(update: Readonly<Record<string, unknown>>): void {
    for (const [path, value] of Object.entries(update)) storeAt(path, value);
    for (const notify of watches) notify(version);
  }

  function storeAt(path: string, value: unknown): void {
    const [node = '', key = '', id] = path.split('/');
    if (path === LIST_VERSION_PATH) version = value;
    else if (node === MAPPINGS_PATH) setMapping(key as MappingKey, value);
    else if (id !== undefined) nodeAt(node)[key] = { ...(nodeAt(node)[key] as Tree), [id]: value };
    else nodeAt(node)[key] = node === HISTORY_PATH ? { ...(value as Tree), at } : value;
  }

  function setMapping(key: MappingKey, value: unknown): void {
    if (value === null) entries.delete(key);
    else entries.set(key, readMapping(key, value));
  }

  function plan({ kind = 'edit', by = ANN, batch, note, left, at: time }: EntryOptions) {
    at = time ?? at + MINUTE;
    const former = version === null ? NO_VERSION : readListVersion(version);
    const id = `entry-${former.seq + 1}` as EntryId;
    const changeSet = {
      kind,
      by,
      batch: batch ?? id,
      ...(note !== undefined && { note }),
      ...(left !== undefined && { left }),
    };
    return { id, former, sum: former.sum ?? EMPTY_SUM, changeSet };
  }

  /** Stores one entry, of changes as they are; returns its id. */
  function commit(changes: readonly StoredChange[], options: EntryOptions = {}): EntryId {
    const planned = entryUpdate(plan(options), changes);
    store(planned.update);
    return planned.version.id;
  }

  async function answer<T>(path: string, value: () => T): Promise<T> {
    reads.push(path);
    if (failing > 0) {
      failing--;
      throw new Error('the test lets it fail');
    }
    return structuredClone(value());
  }

  const database = {
    signedIn: Promise.resolve(),
    read: (path: string) =>
      answer(path, () => {
        if (path === LIST_VERSION_PATH) return version;
        const [node = '', ...steps] = path.split('/');
        return steps.reduce<unknown>(
          (value, step) => (value as Tree | null)?.[step] ?? null,
          nodes.get(node),
        );
      }),
    readChildren: (path: string, query: ChildQuery = { orderBy: 'seq' }) =>
      answer(path, () => selected(nodes.get(path) ?? {}, query)),
    watchValue(_path: string, onValue: (value: unknown) => void) {
      watches.add(onValue);
      onValue(version);
      return () => watches.delete(onValue);
    },
  };
  const list = {
    entries,
    isConfirmed: true,
    async writePipelined(
      changeSet: { kind: ChangeKind; batch: string; note?: string; left?: number },
      planChanges: () => readonly { key: MappingKey; before: Mapping | null; after: Mapping | null }[],
    ) {
      const changes = planChanges();
      if (changes.length > 0) {
        commit(
          changes.map(({ key, before, after }) => ({ key, before: formOf(before), after: formOf(after) })),
          { ...changeSet, by: BOB },
        );
      }
      return changes;
    },
    async closeBatch(batch: string) {
      store(closedUpdate(plan({ kind: 'closed', by: BOB, batch })).update);
    },
  };
  const plans = createMemoryPlans();

  return {
    commit,
    plans,
    entries,
    list,
    database,
    /** Paths that were read. */
    reads,
    /** The next reads fail. */
    failNext: (count: number) => {
      failing = count;
    },
    /** A backup is put back: the history is that of another fixture. */
    replaceBy(other: { readonly nodes: ReadonlyMap<string, Tree>; readonly version: () => unknown }): void {
      for (const [path, node] of other.nodes) nodes.set(path, node);
      version = other.version();
      for (const notify of watches) notify(version);
    },
    nodes,
    version: () => version,
    storeAccess: (id: string, entry: Tree) => {
      nodeAt('access_history')[id] = entry;
    },
    /** Changes the list as the app does: the account of each description, null to remove it. */
    set(accounts: Readonly<Record<string, string | null>>, options: EntryOptions = {}): EntryId {
      const changes = Object.entries(accounts).map(([description, glAccount]) => {
        const key = mappingKey(description);
        const before = formOf(entries.get(key) ?? null);
        return { key, before, after: glAccount === null ? null : { description, glAccount } };
      });
      return commit(changes, options);
    },
    /** Changes the list without the history. */
    setOutside(description: string, glAccount: string): void {
      const key = mappingKey(description);
      entries.set(key, { key, description, glAccount });
    },
    /** Accepts what was changed without the history. */
    accept(): void {
      store(outsideUpdate(plan({ kind: 'outside' }), { count: entries.size, sum: 0 }).update);
    },
    accounts: () =>
      Object.fromEntries([...entries.values()].map(({ description, glAccount }) => [description, glAccount])),
    api: createHistoryApi({
      database,
      list,
      writer: new ChangeSetWriter(list, plans),
      // As if every change was one line's.
      effectOf: (changes) => ({ unmatched: 0, others: changes.length }),
      onRevision(revision) {
        latestRevision = revision;
        for (const notify of revisionListeners) notify(revision);
      },
    }),
    /** As `HistoryService.watchRevision`. */
    watchRevision(onRevision: (revision: number) => void) {
      revisionListeners.add(onRevision);
      return () => revisionListeners.delete(onRevision);
    },
    /** Resolves when pages of this revision read otherwise. */
    async untilNewer(revision: number) {
      if (latestRevision <= revision)
        await new Promise<void>((resolve) => revisionListeners.add(() => resolve()));
    },
  };
}

export type HistoryFixture = ReturnType<typeof createHistoryFixture>;

/** As `orderByChild` and its bounds select. */
function selected(node: Tree, { orderBy, startAt, endAt, equalTo, limitToLast }: ChildQuery) {
  const orderOf = ([, child]: [string, unknown]) => (child as Tree)[orderBy] as number;
  const children = Object.entries(node)
    .filter((child) => equalTo === undefined || String(orderOf(child)) === equalTo)
    .filter((child) => startAt === undefined || orderOf(child) >= startAt)
    .filter((child) => endAt === undefined || orderOf(child) <= endAt)
    .sort((a, b) => orderOf(a) - orderOf(b));
  return limitToLast === undefined ? children : children.slice(-limitToLast);
}

function formOf(mapping: Mapping | null) {
  return mapping && { description: mapping.description, glAccount: mapping.glAccount };
}
