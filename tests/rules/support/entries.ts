import { accessUpdate } from '#model/accessHistory.ts';
import { chartUpdate } from '#model/chartHistory.ts';
import { normaliseEmail } from '#model/email.ts';
import type { ChangeKind, StoredMapping } from '#model/history.ts';
import { behindUpdate, entryUpdate } from '#model/historyUpdate.ts';
import { EMPTY_SUM } from '#model/listChecksum.ts';
import { type EntryId, readListVersion } from '#model/log/version.ts';
import type { MappingKey } from '#model/mapping.ts';
import { type Action, increment, type TreeValue, updateTree } from './actions.ts';
import { at, partsOf, type Tree, withUpdate } from './memoryTree.ts';
import type { Person } from './people.ts';
import { seed, TODAY, unmatchedOf, usageOf } from './seed.ts';

type Nodes = Readonly<Record<string, TreeValue>>;

export type EntryOptions = {
  /** What stands in the tree beforehand, other than the seed says. */
  readonly given?: Nodes;
  readonly id?: string;
  readonly kind?: ChangeKind;
};

/** The update that makes `writes`, by path below `gl_mappings`, as an honest entry of the history. */
export function listEntry(
  me: Pick<Person, 'uid' | 'email'>,
  writes: Nodes,
  { given = {}, id = 'v2', kind = 'edit' }: EntryOptions = {},
): Nodes {
  const { stored, written } = aroundUpdate('gl_mappings', writes, given);
  const keys = [...new Set(Object.keys(writes).map((path) => partsOf(path)[0] ?? ''))];
  const changes = keys.map((key) => ({
    key: key as MappingKey,
    before: at(stored, ['gl_mappings', key]) ?? null,
    after: fieldsOf(at(written, ['gl_mappings', key]), MAPPING_FIELDS) as StoredMapping | null,
  }));
  const former = readListVersion(at(stored, ['gl_mappings_version']));
  const by = { uid: me.uid, email: normaliseEmail(me.email) };
  const changeSet = { kind, by, batch: 'b1' };
  const plan = { id: id as EntryId, former, sum: former.sum ?? EMPTY_SUM, changeSet };
  const { update, version } = entryUpdate(plan, changes);
  const others = Object.entries(update).filter(([path]) => !path.startsWith('gl_mappings/'));
  return {
    ...(Object.fromEntries(others) as Nodes),
    // The sums of the seed are made up; the rules check their type and range only.
    gl_mappings_version: { ...version, count: 3, sum: 5 },
    ...Object.fromEntries(Object.entries(writes).map(([path, value]) => [`gl_mappings/${path}`, value])),
  };
}

/** Changes mappings, by path below `gl_mappings`, as the app does. */
export function changeMappings(
  me: Pick<Person, 'uid' | 'email'>,
  writes: Nodes,
  options?: EntryOptions,
): Action {
  return updateTree('', listEntry(me, writes, options));
}

/** Says that entries are missing, as the app does. */
export function acknowledgeBehind(me: Pick<Person, 'uid' | 'email'>): Action {
  const by = { uid: me.uid, email: normaliseEmail(me.email) };
  const former = readListVersion(at(withUpdate(undefined, seed.tree), ['gl_mappings_version']));
  const changeSet = { kind: 'behind', by, batch: 'b1' } as const;
  const plan = { id: 'v2' as EntryId, former, sum: former.sum ?? EMPTY_SUM, changeSet };
  return updateTree('', behindUpdate(plan).update as Nodes);
}

type AccessOptions = { readonly given?: Nodes; readonly id?: string };

/** The update that makes `writes`, by path, as an honest entry of the history of access. */
export function accessEntry(
  me: Pick<Person, 'uid' | 'email'>,
  writes: Nodes,
  { given = {}, id = 'a2' }: AccessOptions = {},
): Nodes {
  const { stored, written } = aroundUpdate('', writes, given);
  const keys = [...new Set(Object.keys(writes).map((path) => partsOf(path)[1] ?? ''))];
  const changes = keys.map((key) => [
    key,
    {
      before: fieldsOf(at(stored, ['access', key]), ACCESS_FIELDS),
      after: fieldsOf(at(written, ['access', key]), ACCESS_FIELDS),
    },
  ]);
  const by = { uid: me.uid, email: normaliseEmail(me.email) };
  const former = readListVersion(at(stored, ['access_version']));
  const update = accessUpdate({ id: id as EntryId, former, by, kind: 'edit' }, []);
  const entry = update[`access_history/${id}`] as Nodes;
  return {
    ...(update as Nodes),
    [`access_history/${id}`]: { ...entry, batch: 'b1', changes: Object.fromEntries(changes) },
    ...writes,
  };
}

/** Changes access entries, by path from the root, as the app does. */
export function changeAccess(
  me: Pick<Person, 'uid' | 'email'>,
  writes: Nodes,
  options?: AccessOptions,
): Action {
  return updateTree('', accessEntry(me, writes, options));
}

/** The update that makes `writes`, by path below `gl_accounts`, as an honest entry of the history of the chart. */
export function chartEntry(
  me: Pick<Person, 'uid' | 'email'>,
  writes: Nodes,
  { given = {}, id = 'c2' }: AccessOptions = {},
): Nodes {
  const { stored, written } = aroundUpdate('gl_accounts', writes, given);
  const keys = [...new Set(Object.keys(writes).map((path) => partsOf(path)[0] ?? ''))];
  const changes = keys.map((key) => [
    key,
    {
      before: fieldsOf(at(stored, ['gl_accounts', key]), CHART_FIELDS),
      after: fieldsOf(at(written, ['gl_accounts', key]), CHART_FIELDS),
    },
  ]);
  const by = { uid: me.uid, email: normaliseEmail(me.email) };
  const former = readListVersion(at(stored, ['gl_accounts_version']));
  const update = chartUpdate({ id: id as EntryId, former, by, kind: 'edit', batch: 'b1' }, []);
  const entry = update[`gl_accounts_history/${id}`] as Nodes;
  return {
    ...(update as Nodes),
    [`gl_accounts_history/${id}`]: { ...entry, changes: Object.fromEntries(changes) },
    ...Object.fromEntries(Object.entries(writes).map(([path, value]) => [`gl_accounts/${path}`, value])),
  };
}

/** Changes accounts of the chart, by path below `gl_accounts`, as the app does. */
export function changeChart(
  me: Pick<Person, 'uid' | 'email'>,
  writes: Nodes,
  options?: AccessOptions,
): Action {
  return updateTree('', chartEntry(me, writes, options));
}

export type RunOptions = { readonly day?: string; readonly id?: string };

/** The update that counts a run of `n` descriptions, `unmatched` of them without a match. */
export function matchedRunUpdate(
  whose: Pick<Person, 'email'>,
  n: number,
  unmatched: number,
  { day = TODAY, id = 'r2' }: RunOptions = {},
): Nodes {
  return {
    ...runUpdate(whose, n, { day, id }),
    [`${usageOf(whose)}/runs/${day}/${id}`]: { n, unmatched },
    [`usage/unmatched/daily/${day}`]: increment(unmatched),
    'usage/unmatched/total': increment(unmatched),
    [`${unmatchedOf(whose)}/daily/${day}`]: increment(unmatched),
    [`${unmatchedOf(whose)}/total`]: increment(unmatched),
  };
}

/**
 * The update that counts a run of `count` descriptions, without saying how many have no match. `whose`: the person whose
 * own counters take it.
 */
export function runUpdate(
  whose: Pick<Person, 'email'>,
  count: number,
  { day = TODAY, id = 'r2' }: RunOptions = {},
): Nodes {
  return {
    [`usage/daily/${day}`]: increment(count),
    'usage/total': increment(count),
    [`${usageOf(whose)}/daily/${day}`]: increment(count),
    [`${usageOf(whose)}/total`]: increment(count),
    [`${usageOf(whose)}/last_run`]: { day, id },
    [`${usageOf(whose)}/runs/${day}/${id}`]: count,
  };
}

const MAPPING_FIELDS = ['description', 'glAccount'];
const ACCESS_FIELDS = ['email', 'allow', 'admin', 'uid'];
const CHART_FIELDS = ['code', 'name', 'note', 'retired'];

/** What the history keeps of a value: a bad one is to be refused for itself, not for what its entry says. */
function fieldsOf(value: Tree | undefined, names: readonly string[]): Tree | null {
  if (typeof value !== 'object') return value ?? null;
  const fields = Object.entries(value).filter(
    ([name, field]) => names.includes(name) && typeof field !== 'object',
  );
  return Object.fromEntries(fields);
}

/** What differs from an honest update: other values by path; undefined leaves a path out. */
export type Bend = Readonly<Record<string, TreeValue | undefined>>;

const long = (length: number) => 'x'.repeat(length);

/** Differences of the entry at `H`, which the admin with this address makes. */
export const entryBends = (H: string, email: string): readonly (readonly [name: string, bend: Bend])[] => [
  ["in somebody else's name", { [`${H}/by/uid`]: 'uid-amy' }],
  ["in the server's name", { [`${H}/by`]: { uid: 'server' } }],
  ["in the server's name, with the own address", { [`${H}/by/uid`]: 'server' }],
  ["under somebody else's address", { [`${H}/by/email`]: 'amy.mail@example.test' }],
  ['under the own address in capitals', { [`${H}/by/email`]: email.toUpperCase() }],
  ['without an address', { [`${H}/by/email`]: null }],
  ['without an account', { [`${H}/by/uid`]: null }],
  ['by nobody', { [`${H}/by`]: null }],
  ['by somebody with more fields', { [`${H}/by/name`]: 'Ari' }],
  ['at another time', { [`${H}/at`]: 1_700_000_000_000 }],
  ['a minute ago', { [`${H}/at`]: Date.now() - 60_000 }],
  ['at a time to come', { [`${H}/at`]: 4_100_000_000_000 }],
  ['at no time', { [`${H}/at`]: null }],
  ['of no kind', { [`${H}/kind`]: null }],
  ['of a kind in capitals', { [`${H}/kind`]: 'EDIT' }],
  ['of an unknown kind', { [`${H}/kind`]: 'whim' }],
  ['of the kind that only the server may write', { [`${H}/kind`]: 'takeover' }],
  ['of a kind with something behind it', { [`${H}/kind`]: 'editor' }],
  ['of a kind with something before it', { [`${H}/kind`]: 're-edit' }],
  ['of no batch', { [`${H}/batch`]: null }],
  ['of an empty batch', { [`${H}/batch`]: '' }],
  ['of a batch that is no id', { [`${H}/batch`]: 'a b' }],
  ['of a batch that is a number', { [`${H}/batch`]: 7 }],
  ['of a batch that is too long', { [`${H}/batch`]: long(65) }],
  ['with an empty note', { [`${H}/note`]: '' }],
  ['with a note that is too long', { [`${H}/note`]: long(1001) }],
  ['with a number as note', { [`${H}/note`]: 7 }],
  ['with more in its entry', { [`${H}/client`]: 'x' }],
  ['with an entry after another than the version', { [`${H}/after`]: 'x0' }],
  ['with an entry after nothing', { [`${H}/after`]: null }],
  ['with an entry of another number', { [`${H}/seq`]: 1 }],
  ['with an entry without a number', { [`${H}/seq`]: null }],
];

/**
 * An update with other values at some paths, which may lie below its own; undefined leaves a path out.
 */
export function bent(update: Nodes, others: Bend): Nodes {
  const result: Record<string, TreeValue> = { ...update };
  for (const [path, value] of Object.entries(others)) {
    const above = Object.keys(update).find((known) => path.startsWith(`${known}/`));
    if (above !== undefined)
      result[above] = within(result[above] ?? null, partsOf(path.slice(above.length)), value);
    else if (value === undefined) delete result[path];
    else result[path] = value;
  }
  return result;
}

function within(node: TreeValue, [key, ...rest]: readonly string[], value: TreeValue | undefined): TreeValue {
  if (key === undefined) return value ?? null;
  const children = typeof node === 'object' && node !== null ? (node as Nodes) : {};
  return { ...children, [key]: within(children[key] ?? null, rest, value) };
}

/** The tree before and after writes below `base`. */
function aroundUpdate(base: string, writes: Nodes, given: Nodes) {
  const stored = withUpdate(undefined, { ...seed.tree, ...given });
  const below = Object.entries(writes).map(([path, value]) => [`${base}/${path}`, value]);
  return { stored, written: withUpdate(stored, Object.fromEntries(below)) };
}
