import { isDeepStrictEqual as isEqual } from 'node:util';
import { type Email, usageKey } from '#model/email.ts';
import type { StoredMapping } from '#model/history.ts';
import { type ChangeSet, entryUpdate } from '#model/historyUpdate.ts';
import { sumOf } from '#model/listChecksum.ts';
import type { Author } from '#model/log/author.ts';
import { newEntryId, readListVersion } from '#model/log/version.ts';
import type { MappingKey } from '#model/mapping.ts';
import { LIST_VERSION_PATH, MAPPINGS_PATH } from '#model/paths.ts';
import type { RealtimeClient } from './RealtimeClient.ts';

/** Mappings by key; null removes. */
type Entries = Readonly<Record<string, unknown>>;

const MAX_TRIES = 1000;

/**
 * What is stored before a change: the version of the list, and the values at the changed keys; without a version, all
 * values.
 */
type Before = { readonly version: unknown; readonly stored: Readonly<Record<string, unknown>> };

/** What the history says of a change besides who made it; without it, an edit of its own. */
type ChangeSetOptions = Pick<ChangeSet, 'kind' | 'batch' | 'left'>;

/** An update from the root that changes mappings as an entry of the list's history. */
export function listUpdate(
  entries: Entries,
  { version, stored }: Before,
  by: Author,
  changeSet?: ChangeSetOptions,
): Record<string, unknown> {
  const former = readListVersion(version);
  const changes = Object.entries(entries)
    .map(([key, after]) => ({
      key: key as MappingKey,
      before: valueAt(stored, key),
      after: after as StoredMapping | null,
    }))
    // What is stored just so already is no change, and would be refused as one.
    .filter(({ before, after }) => !isEqual(before, after));
  const id = newId();
  const plan = {
    id,
    former,
    sum: former.sum ?? sumOf(Object.entries(stored)),
    changeSet: { kind: 'edit', batch: id, ...changeSet, by } as const,
  };
  return { ...entryUpdate(plan, changes).update };
}

/** The body of a request that changes mappings where nothing is stored under their keys. */
export function listWrite(
  entries: Entries,
  by: Author,
  before: Before = { version: null, stored: {} },
  changeSet?: ChangeSetOptions,
): { p: string; d: Record<string, unknown> } {
  return { p: '/', d: listUpdate(entries, before, by, changeSet) };
}

type ChangeOptions = {
  readonly changeSet?: ChangeSetOptions;
  /** What is stored at the changed keys, where the caller knows it: many keys are slow to read one by one. */
  readonly stored?: Before['stored'];
};

/** Changes mappings over the wire; tries again when somebody else's change comes first. Rejects when it is refused. */
export async function changeList(
  client: RealtimeClient,
  idToken: string,
  entries: Entries,
  { changeSet, stored }: ChangeOptions = {},
): Promise<void> {
  const by = authorOf(idToken);
  for (let tries = 1; ; tries++) {
    const before = await readBefore(client, Object.keys(entries), stored);
    if (Object.entries(entries).every(([key, value]) => isEqual(valueAt(before.stored, key), value))) return;
    const { status, data } = await client.ask('m', listWrite(entries, by, before, changeSet));
    if (status === 'ok') return;
    const now = readListVersion(await client.demand('g', { p: `/${LIST_VERSION_PATH}`, q: {} }));
    const isOvertaken = now.id !== readListVersion(before.version).id;
    if (status !== 'permission_denied' || !isOvertaken || tries === MAX_TRIES)
      throw new Error(`The list was not changed: ${status} ${JSON.stringify(data)}`);
  }
}

/** The person whom a token names. */
export function authorOf(idToken: string): Author {
  const [, payload = ''] = idToken.split('.');
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as {
    user_id: string;
    email: string;
  };
  return { uid: claims.user_id, email: claims.email };
}

/** Keys may be names of `Object.prototype`. */
function valueAt(stored: Before['stored'], key: string): unknown {
  return (Object.hasOwn(stored, key) ? stored[key] : null) ?? null;
}

async function readBefore(
  client: RealtimeClient,
  keys: readonly string[],
  stored: Before['stored'] | undefined,
): Promise<Before> {
  const read = (path: string) => client.demand('g', { p: `/${path}`, q: {} });
  const version = await read(LIST_VERSION_PATH);
  if (readListVersion(version).sum === null)
    return { version, stored: ((await read(MAPPINGS_PATH)) ?? {}) as Record<string, unknown> };
  if (stored !== undefined) return { version, stored };
  const values = await Promise.all(keys.map((key) => read(`${MAPPINGS_PATH}/${key}`)));
  return { version, stored: Object.fromEntries(keys.map((key, i) => [key, values[i]])) };
}

/** An update at `usage` that counts one run of `count` descriptions. */
export function usageUpdate(email: Email, count: number, day: string): Record<string, unknown> {
  const person = `users/${usageKey(email)}`;
  const id = newId();
  const increment = { '.sv': { increment: count } };
  const none = { '.sv': { increment: 0 } };
  return {
    [`daily/${day}`]: increment,
    total: increment,
    [`${person}/daily/${day}`]: increment,
    [`${person}/total`]: increment,
    [`${person}/last_run`]: { day, id },
    [`${person}/runs/${day}/${id}`]: { n: count, unmatched: 0 },
    [`unmatched/daily/${day}`]: none,
    'unmatched/total': none,
    [`unmatched/${person}/daily/${day}`]: none,
    [`unmatched/${person}/total`]: none,
  };
}

function newId() {
  return newEntryId((bytes) => crypto.getRandomValues(bytes));
}
