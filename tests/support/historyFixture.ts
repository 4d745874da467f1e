import { type AccessEntry, readAccessEntry } from '#model/access.ts';
import { accessChangeKind, accessUpdate } from '#model/accessHistory.ts';
import { accessKey, normaliseEmail } from '#model/email.ts';
import { type ChangeKind, LIST_LOG, type StoredChange } from '#model/history.ts';
import { closedUpdate, entryUpdate, outsideUpdate } from '#model/historyUpdate.ts';
import { EMPTY_SUM } from '#model/listChecksum.ts';
import { type Author, SERVER_AUTHOR } from '#model/log/author.ts';
import { takeoverUpdate } from '#model/log/entry.ts';
import { type EntryId, readListVersion } from '#model/log/version.ts';
import { type Mapping, type MappingKey, mappingKey, readMapping } from '#model/mapping.ts';
import {
  ACCESS_HISTORY_PATH,
  ACCESS_PATH,
  ACCESS_VERSION_PATH,
  CHANGES_BY_KEY_PATH,
  CHANGES_PATH,
  CHART_HISTORY_PATH,
  CHART_VERSION_PATH,
  HISTORY_PATH,
  LIST_VERSION_PATH,
  MAPPINGS_PATH,
} from '#model/paths.ts';
import type { ChildQuery } from '#workers/ledger/database.ts';
import { createHistoryParts } from '#workers/ledger/history/historyParts.ts';
import { ChangeSetWriter } from '#workers/ledger/list/ChangeSetWriter.ts';
import { createMemoryPlans } from './memoryPlans.ts';
import { NO_PREVIEW } from './previewerOptions.ts';

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

/**
 * A list with its history in memory, as the database has it, and the history's API over it.
 * @param older number of mappings `OLD 1`… that the list has had before its history
 */
export function createHistoryFixture(older = 0) {
  const nodes = new Map<string, Tree>([
    [HISTORY_PATH, {}],
    [CHANGES_PATH, {}],
    [CHANGES_BY_KEY_PATH, {}],
    [ACCESS_PATH, {}],
    [ACCESS_HISTORY_PATH, {}],
    [CHART_HISTORY_PATH, {}],
  ]);
  const entries = new Map<MappingKey, Mapping>();
  for (let n = 1; n <= older; n++)
    setMapping(mappingKey(`OLD ${n}`), { description: `OLD ${n}`, glAccount: '6000' });
  const revisionListeners = new Set<(revision: number) => void>();
  let latestRevision = 0;
  const watches = new Map<(value: unknown) => void, string>();
  const reads: string[] = [];
  const versions = new Map<string, unknown>([
    [LIST_VERSION_PATH, null],
    [ACCESS_VERSION_PATH, null],
    [CHART_VERSION_PATH, null],
  ]);
  let at = FIRST_AT;
  let failing = 0;

  function nodeAt(path: string): Tree {
    const node = nodes.get(path);
    if (node === undefined) throw new Error(`the test has no ${path}`);
    return node;
  }

  function store(update: Readonly<Record<string, unknown>>): void {
    for (const [path, value] of Object.entries(update)) storeAt(path, value);
    notifyAll();
  }

  function notifyAll(): void {
    for (const [notify, path] of watches) notify(versions.get(path));
  }

  function storeAt(path: string, value: unknown): void {
    const [node = '', key = '', id] = path.split('/');
    if (versions.has(path)) versions.set(path, value);
    else if (node === MAPPINGS_PATH) setMapping(key as MappingKey, value);
    else if (id !== undefined) nodeAt(node)[key] = { ...(nodeAt(node)[key] as Tree), [id]: value };
    else if (value === null) delete nodeAt(node)[key];
    else nodeAt(node)[key] = node.endsWith('_history') ? { ...(value as Tree), at } : value;
  }

  function setMapping(key: MappingKey, value: unknown): void {
    if (value === null) entries.delete(key);
    else entries.set(key, readMapping(key, value));
  }

  function plan({ kind = 'edit', by = ANN, batch, note, left, at: time }: EntryOptions) {
    at = time ?? at + MINUTE;
    const former = readListVersion(versions.get(LIST_VERSION_PATH));
    const id = `entry-${former.seq + 1}` as EntryId;
    const changeSet = {
      kind,
      by,
      batch: batch ?? id,
      ...(note !== undefined && { note }),
      ...(left !== undefined && { left }),
    };
    return { id, former, sum: former.sum ?? { ...EMPTY_SUM, count: older }, changeSet };
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
        if (versions.has(path)) return versions.get(path);
        const [node = '', ...steps] = path.split('/');
        return steps.reduce<unknown>(
          (value, step) => (value as Tree | null)?.[step] ?? null,
          nodes.get(node),
        );
      }),
    readChildren: (path: string, query: ChildQuery = { orderBy: 'seq' }) =>
      answer(path, () => selected(nodes.get(path) ?? {}, query)),
    watchValue(path: string, onValue: (value: unknown) => void) {
      watches.set(onValue, path);
      onValue(versions.get(path));
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
  const accessOf = (key: string) => readAccessEntry(key, nodeAt(ACCESS_PATH)[key]);
  const readAccess = () =>
    Object.keys(nodeAt(ACCESS_PATH)).flatMap((key): AccessEntry[] => [accessOf(key) ?? []].flat());
  const parts = createHistoryParts({
    database,
    list,
    writer: new ChangeSetWriter(list, plans),
    // As if every change was one line's.
    preview: async (changes) => ({ ...NO_PREVIEW, others: changes.length }),
    readAccess: async () => readAccess(),
    onRevision(_part, revision) {
      latestRevision = revision;
      for (const notify of revisionListeners) notify(revision);
    },
  });

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
      versions.set(LIST_VERSION_PATH, other.version());
      notifyAll();
    },
    nodes,
    version: () => versions.get(LIST_VERSION_PATH),
    /** Changes access as the app does: what each person may do, null for nothing. */
    setAccess(rights: Readonly<Record<string, 'user' | 'admin' | null>>, by = ANN): EntryId {
      at += MINUTE;
      const former = readListVersion(versions.get(ACCESS_VERSION_PATH));
      const id = `access-${former.seq + 1}` as EntryId;
      const changes = Object.entries(rights).map(([address, right]) => {
        const email = normaliseEmail(address);
        const after = right && { email, allow: true, admin: right === 'admin', uid: `uid of ${email}` };
        return { email, before: accessOf(accessKey(email)), after };
      });
      const [first = { before: null, after: null }] = changes;
      store(accessUpdate({ id, former, by, kind: accessChangeKind(first) }, changes));
      return id;
    },
    /** What each person may do. */
    rights: () =>
      Object.fromEntries(readAccess().map(({ email, admin }) => [email, admin ? 'admin' : 'user'])),
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
    /** The server takes over the list that has no history yet. */
    takeOver(): void {
      const { id, former } = plan({});
      const act = { id, former, by: SERVER_AUTHOR, batch: id };
      store(takeoverUpdate(LIST_LOG, act, { count: entries.size, sum: 0 }));
    },
    /** Accepts what was changed without the history. */
    accept(): void {
      store(outsideUpdate(plan({ kind: 'outside' }), { count: entries.size, sum: 0 }).update);
    },
    accounts: () =>
      Object.fromEntries([...entries.values()].map(({ description, glAccount }) => [description, glAccount])),
    api: parts.history,
    accessApi: parts.accessHistory,
    chartApi: parts.chartHistory,
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
