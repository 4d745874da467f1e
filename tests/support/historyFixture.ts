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
  ACCESS_PATH,
  ACCESS_VERSION_PATH,
  CHANGES_BY_KEY_PATH,
  CHANGES_PATH,
  HISTORY_PATH,
  LIST_VERSION_PATH,
  MAPPINGS_PATH,
} from '#model/paths.ts';
import type { Changes } from '#workers/ledger/database.ts';
import { createHistoryServices } from '#workers/ledger/history/historyServices.ts';
import { ChangeSetWriter } from '#workers/ledger/list/ChangeSetWriter.ts';
import { leavesOf } from './mapping.ts';
import { createMemoryDatabase, type MemoryDatabase } from './memoryDatabase.ts';
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

/**
 * A list with its history in memory, as the database has it, and the history's API over it.
 * @param older number of mappings `OLD 1`… that the list has had before its history
 */
export function createHistoryFixture(older = 0) {
  const names = Array.from({ length: older }, (_unused, i) => `OLD ${i + 1}`);
  const database = createMemoryDatabase();
  const entries = new Map<MappingKey, Mapping>();
  store(leavesOf(Object.fromEntries(names.map((name) => [name, '6000']))));
  const revisionListeners = new Set<(revision: number) => void>();
  let latestRevision = 0;
  let at = FIRST_AT;

  function store(update: Changes): void {
    for (const [path, value] of Object.entries(update)) {
      const [node, key = ''] = path.split('/');
      if (node === MAPPINGS_PATH) setMapping(key as MappingKey, value);
    }
    database.writePastRules(update);
  }

  function setMapping(key: MappingKey, value: unknown): void {
    if (value === null) entries.delete(key);
    else entries.set(key, readMapping(key, value));
  }

  /** The time of the next entry. */
  function setTime(time: number): void {
    at = time;
    database.setTime(at);
  }

  function plan({ kind = 'edit', by = ANN, batch, note, left, at: time }: EntryOptions) {
    setTime(time ?? at + MINUTE);
    const former = readListVersion(database.stored(LIST_VERSION_PATH));
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
  const accessOf = (key: string) => readAccessEntry(key, database.stored(`${ACCESS_PATH}/${key}`));
  const readAccess = () =>
    Object.keys(database.stored(ACCESS_PATH) ?? {}).flatMap((key): AccessEntry[] =>
      [accessOf(key) ?? []].flat(),
    );
  const parts = createHistoryServices({
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
    /** The next read of entries fails. */
    failNextRead(): void {
      const { readChildren } = database;
      database.readChildren = async () => {
        database.readChildren = readChildren;
        throw new Error('the test lets it fail');
      };
    },
    /** A backup is put back: the history is that of another fixture. */
    replaceBy(other: { readonly database: MemoryDatabase }): void {
      const paths = [HISTORY_PATH, CHANGES_PATH, CHANGES_BY_KEY_PATH, LIST_VERSION_PATH];
      store(Object.fromEntries(paths.map((path) => [path, other.database.stored(path)])));
    },
    /** Writes what neither the app nor its server would. */
    put: (path: string, value: unknown) => store({ [path]: value }),
    /** Changes access as the app does: what each person may do, null for nothing. */
    setAccess(rights: Readonly<Record<string, 'user' | 'admin' | null>>, by = ANN): EntryId {
      setTime(at + MINUTE);
      const former = readListVersion(database.stored(ACCESS_VERSION_PATH));
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
    setOutside: (description: string, glAccount: string) => store(leavesOf({ [description]: glAccount })),
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

function formOf(mapping: Mapping | null) {
  return mapping && { description: mapping.description, glAccount: mapping.glAccount };
}
