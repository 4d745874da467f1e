import { isDeepStrictEqual } from 'node:util';
import { accessKey, normaliseEmail, usageKey } from '#model/email.ts';
import { at, type Tree } from './memoryTree.ts';
import type { Person } from './people.ts';

/** An update that the rules accepted: who sent it, when (milliseconds), and the tree on either side of it. */
export type Accepted = {
  readonly by: Person | null;
  readonly now: number;
  readonly before: Tree | undefined;
  readonly after: Tree | undefined;
};

/** The promise that an accepted update breaks, in words; undefined: it keeps all of them. */
export function brokenPromise(accepted: Accepted): string | undefined {
  if (isDeepStrictEqual(accepted.before, accepted.after)) return undefined;
  return Object.entries(PROMISES).find(([_promise, isKept]) => !isKept(accepted))?.[0];
}

/**
 * What design.md promises of every accepted update, said without the rules' own words: over whole trees instead of
 * places, so that an oversight there is not repeated here.
 */
const PROMISES: Readonly<Record<string, (accepted: Accepted) => boolean>> = {
  'only allowed people write': ({ by, before }) => rightsOf(by, before).allowed,
  'only known nodes are written': ({ before, after }) =>
    changedKeys(before, after).every((node) => NODES.has(node)),
  'an admin remains': ({ before, after }) => !hasAdmin(before) || hasAdmin(after),
  'nobody changes the own access': ({ by, before, after }) =>
    by !== null && isSame(before, after, ['access', accessKey(normaliseEmail(by.email))]),
  'only admins change list, chart and access': ({ by, before, after }) =>
    rightsOf(by, before).admin || ADMINS_NODES.every((node) => isSame(before, after, [node])),
  'the past of the logs stays': ({ before, after }) =>
    PAST.every((node) => isKeptWhole(at(before, [node]), at(after, [node]))),
  'proposals and decisions stay': ({ before, after }) =>
    isKeptWhole(at(before, ['gl_proposals']), at(after, ['gl_proposals'])),
  'every change of the list has one true entry': hasTrueListEntry,
  'every change of the chart has one true entry': (accepted) => hasTrueEntry(accepted, 'gl_accounts'),
  'every change of access has one true entry': (accepted) => hasTrueEntry(accepted, 'access'),
  'nobody proposes for another': proposesAsOneself,
  'nobody decides for another, or on an own proposal': decidesAsOneself,
  'nobody counts for another': countsAsOneself,
  'what is stored can be read': ({ before, after }) => isReadable(before, after),
};

const LOGS = {
  gl_mappings: { history: 'gl_mappings_history', version: 'gl_mappings_version' },
  gl_accounts: { history: 'gl_accounts_history', version: 'gl_accounts_version' },
  access: { history: 'access_history', version: 'access_version' },
} as const;
type Log = keyof typeof LOGS;

const PAST = [
  'gl_mappings_history',
  'gl_mappings_changes',
  'gl_mappings_changes_by_key',
  'gl_accounts_history',
  'access_history',
];
const ADMINS_NODES = [
  ...PAST,
  'gl_mappings_behind',
  ...Object.keys(LOGS),
  ...Object.values(LOGS).map(({ version }) => version),
];
const NODES = new Set([
  ...ADMINS_NODES,
  'gl_proposals',
  'gl_proposals_waiting',
  'gl_proposal_limit',
  'usage',
]);

function hasTrueListEntry(accepted: Accepted): boolean {
  if (!hasTrueEntry(accepted, 'gl_mappings')) return false;
  const { before, after } = accepted;
  const id = newIdOf(accepted, 'gl_mappings');
  const newSets = changedKeys(at(before, ['gl_mappings_changes']), at(after, ['gl_mappings_changes']));
  const marks = changedLeaves(
    at(before, ['gl_mappings_changes_by_key']),
    at(after, ['gl_mappings_changes_by_key']),
  );
  if (id === undefined) return newSets.length === 0 && marks.length === 0;
  const seq = at(after, ['gl_mappings_version', 'seq']);
  const keys = changedKeys(at(before, ['gl_mappings']), at(after, ['gl_mappings']));
  const expectedMarks = keys.map((key) => `${key}/${id}`).sort();
  return (
    isDeepStrictEqual(newSets, [id]) &&
    at(after, ['gl_mappings_changes', id, 'seq']) === seq &&
    isDeepStrictEqual(marks.sort(), expectedMarks) &&
    expectedMarks.every((mark) => at(after, ['gl_mappings_changes_by_key', ...mark.split('/')]) === seq)
  );
}

/** Either nothing of the log changed, or one entry joined it, by the writer, now, that says exactly what did. */
function hasTrueEntry(accepted: Accepted, log: Log): boolean {
  const { by, now, before, after } = accepted;
  const { history, version } = LOGS[log];
  const keys = changedKeys(at(before, [log]), at(after, [log]));
  const entries = changedKeys(at(before, [history]), at(after, [history]));
  const id = newIdOf(accepted, log);
  if (id === undefined) return keys.length === 0 && entries.length === 0 && isSame(before, after, [version]);
  if (!isDeepStrictEqual(entries, [id]) || id === 'none') return false;
  const entry = at(after, [history, id]);
  const seq = ((at(before, [version, 'seq']) as number | undefined) ?? 0) + 1;
  const former = at(before, [version, 'id']) ?? 'none';
  return (
    [at(entry, ['seq']), at(after, [version, 'seq'])].every((number) => number === seq) &&
    [at(entry, ['after']), at(after, [version, 'after'])].every((place) => place === former) &&
    at(entry, ['at']) === now &&
    isDeepStrictEqual(at(entry, ['by']), authorOf(by)) &&
    isDeepStrictEqual(changesOf(after, log, id), expectedChanges(accepted, log, keys))
  );
}

function newIdOf({ before, after }: Accepted, log: Log): string | undefined {
  const [former, id] = [before, after].map((tree) => at(tree, [LOGS[log].version, 'id']));
  return typeof id === 'string' && id !== former ? id : undefined;
}

/** What the entry says; of access and chart it stands in the entry itself. */
function changesOf(tree: Tree | undefined, log: Log, id: string): Tree | undefined {
  const node = log === 'gl_mappings' ? 'gl_mappings_changes' : LOGS[log].history;
  return at(tree, [node, id, 'changes']);
}

function expectedChanges({ before, after }: Accepted, log: Log, keys: readonly string[]): Tree | undefined {
  if (keys.length === 0) return undefined;
  const sidesOf = (key: string) => {
    const sides = { before: at(before, [log, key]), after: at(after, [log, key]) };
    return Object.fromEntries(Object.entries(sides).filter(([_side, value]) => value !== undefined));
  };
  return Object.fromEntries(keys.map((key) => [key, sidesOf(key)])) as Tree;
}

function proposesAsOneself({ by, now, before, after }: Accepted): boolean {
  const added = newProposals(before, after);
  if (added.length > 1) return false;
  const isOwn = added.every(([uid, id]) => {
    const proposal = at(after, ['gl_proposals', uid, id]);
    return (
      uid === by?.uid &&
      at(proposal, ['email']) === authorOf(by).email &&
      at(proposal, ['at']) === now &&
      hasOneForm(proposal) &&
      decisionsOf(proposal).length === 0 &&
      isDeepStrictEqual(at(after, ['gl_proposals_waiting', uid, id]), marksOf(proposal, now)) &&
      isDeepStrictEqual(at(after, ['gl_proposal_limit', uid]), { last: id, at: now }) &&
      earliestNext(before, uid) <= now
    );
  });
  const limits = changedKeys(at(before, ['gl_proposal_limit']), at(after, ['gl_proposal_limit']));
  return isOwn && limits.every((uid) => added.some(([proposer]) => proposer === uid));
}

/** Either one mapping, or 1 to 30 items with their number, in sequence. */
function hasOneForm(proposal: Tree | undefined): boolean {
  const fields = (place: Tree | undefined) => keysOf(place).filter((name) => MAPPING_FIELDS.includes(name));
  const isMapping = (place: Tree | undefined) =>
    hasTexts(place ?? {}, ['keyword', 'account']) && !isNoMatch(at(place, ['account']));
  const items = at(proposal, ['items']);
  if (items === undefined) return isMapping(proposal) && at(proposal, ['count']) === undefined;
  const keys = keysOf(items);
  return (
    fields(proposal).length === 0 &&
    keys.length >= 1 &&
    keys.length <= 30 &&
    keys.length === at(proposal, ['count']) &&
    keys.toSorted().every((key, i) => key === String(i).padStart(2, '0') && isMapping(at(items, [key])))
  );
}

const MAPPING_FIELDS = ['keyword', 'account', 'line'];

/** What says that a proposal waits: its time, or that of each item. */
function marksOf(proposal: Tree | undefined, now: number): Tree {
  const items = at(proposal, ['items']);
  return items === undefined ? now : Object.fromEntries(keysOf(items).map((key) => [key, now]));
}

/** Ten seconds after the last proposal for each mapping of that one. */
function earliestNext(before: Tree | undefined, uid: string): number {
  const last = at(before, ['gl_proposal_limit', uid]);
  const count = at(before, ['gl_proposals', uid, String(at(last, ['last'])), 'count']) ?? 1;
  return last === undefined ? 0 : Number(at(last, ['at'])) + 10_000 * Number(count);
}

function decidesAsOneself({ by, now, before, after }: Accepted): boolean {
  const decided = newDecisions(before, after);
  const waiting = changedLeaves(at(before, ['gl_proposals_waiting']), at(after, ['gl_proposals_waiting']));
  const added = newProposals(before, after).map((path) => path.join('/'));
  const marks = decided.map(({ uid, id, name }) => [uid, id, ...itemOf(name)].join('/'));
  if (
    waiting.some((mark) => !marks.includes(mark) && !added.some((path) => `${mark}/`.startsWith(`${path}/`)))
  )
    return false;
  return decided.every(({ uid, id, name }) => {
    const proposal = at(before, ['gl_proposals', uid, id]);
    const decision = at(after, ['gl_proposals', uid, id, name]);
    const item = itemOf(name);
    const subject = item.length === 0 ? proposal : at(proposal, ['items', ...item]);
    return (
      rightsOf(by, before).admin &&
      uid !== by?.uid &&
      isDeepStrictEqual(at(decision, ['by']), authorOf(by)) &&
      at(decision, ['at']) === now &&
      at(subject, ['keyword']) !== undefined &&
      at(after, ['gl_proposals_waiting', uid, id, ...item]) === undefined &&
      namesStoredMapping(decision, after)
    );
  });
}

/** The item that a decision with this name is about; none for the whole proposal. */
function itemOf(name: string): string[] {
  return name === 'decided' ? [] : [name.replace('decided:', '')];
}

/** Everything of a proposal that is not what was proposed. */
function decisionsOf(proposal: Tree | undefined): string[] {
  return keysOf(proposal).filter((name) => !PROPOSAL_FIELDS.has(name));
}

const PROPOSAL_FIELDS = new Set([...MAPPING_FIELDS, 'items', 'count', 'note', 'email', 'at']);

function namesStoredMapping(decision: Tree | undefined, after: Tree | undefined): boolean {
  if (at(decision, ['decision']) !== 'approved') return at(decision, ['mapping']) === undefined;
  const key = at(decision, ['mapping', 'key']);
  const stored = typeof key === 'string' ? at(after, ['gl_mappings', key]) : undefined;
  return (
    at(decision, ['mapping', 'keyword']) === at(stored, ['description']) &&
    at(decision, ['mapping', 'account']) === at(stored, ['glAccount'])
  );
}

/** A run is counted once, on the writer's counters and those of all; an admin may remove another's counters whole. */
function countsAsOneself({ by, before, after }: Accepted): boolean {
  const own = by === null ? '' : usageKey(normaliseEmail(by.email));
  const changed = (path: readonly string[]) => changedKeys(at(before, path), at(after, path));
  const isRemoved = (path: readonly string[]) => at(after, path) === undefined && rightsOf(by, before).admin;
  const others = [
    ['usage', 'users'],
    ['usage', 'unmatched', 'users'],
  ].flatMap((place) =>
    changed(place)
      .filter((user) => user !== own)
      .map((user) => [...place, user]),
  );
  if (!others.every(isRemoved)) return false;
  return isDeepStrictEqual(growth(before, after, own), runGrowth(before, after, own));
}

/** How the counters of all, and of one person, changed: path → number. */
function growth(before: Tree | undefined, after: Tree | undefined, own: string): Record<string, unknown> {
  const paths = changedLeaves(at(before, ['usage']), at(after, ['usage'])).filter((path) => {
    const [user, kind] = path
      .replace(/^unmatched\//, '')
      .replace(/^users\//, 'users:')
      .split('/');
    return !user?.startsWith('users:') || (user === `users:${own}` && kind !== 'runs' && kind !== 'last_run');
  });
  return Object.fromEntries(
    paths.map((path) => {
      const [former, current] = [before, after].map((tree) => at(tree, ['usage', ...path.split('/')]));
      return [path, Number(current) - Number(former ?? 0)];
    }),
  );
}

/** How they must have changed, by the one run that was added. */
function runGrowth(before: Tree | undefined, after: Tree | undefined, own: string): Record<string, number> {
  const runs = (tree: Tree | undefined) => at(tree, ['usage', 'users', own, 'runs']);
  const added = [
    ...new Set(changedLeaves(runs(before), runs(after)).map((path) => path.split('/', 2).join('/'))),
  ];
  const [run] = added;
  if (run === undefined) return {};
  const [day = '', id = ''] = run.split('/');
  const stored = at(runs(after), [day, id]);
  const n = Number(typeof stored === 'object' ? at(stored, ['n']) : stored);
  if (added.length > 1 || at(runs(before), [day, id]) !== undefined || !(n >= 1)) return { 'two runs': 1 };
  const unmatched = Number(at(stored, ['unmatched']) ?? 0);
  const counters = [`daily/${day}`, 'total', `users/${own}/daily/${day}`, `users/${own}/total`];
  const grown = counters.flatMap((path): [string, number][] => [
    [path, n],
    [`unmatched/${path}`, unmatched],
  ]);
  return Object.fromEntries(grown.filter(([_path, by]) => by !== 0));
}

function isReadable(before: Tree | undefined, after: Tree | undefined): boolean {
  const written = (node: string) =>
    changedKeys(at(before, [node]), at(after, [node])).flatMap((key) => at(after, [node, key]) ?? []);
  return (
    written('gl_mappings').every((mapping) => hasTexts(mapping, ['description', 'glAccount'])) &&
    written('gl_mappings').every((mapping) => !isNoMatch(at(mapping, ['glAccount']))) &&
    written('gl_accounts').every(
      (account) => hasTexts(account, ['code', 'name']) && !isNoMatch(at(account, ['code'])),
    )
  );
}

function hasTexts(value: Tree, names: readonly string[]): boolean {
  return names.every((name) => typeof at(value, [name]) === 'string');
}

function isNoMatch(account: Tree | undefined): boolean {
  return typeof account === 'string' && /^\s*no\s+match\s*$/iu.test(account);
}

function newProposals(before: Tree | undefined, after: Tree | undefined): [uid: string, id: string][] {
  return proposalsOf(after).filter(([uid, id]) => at(before, ['gl_proposals', uid, id]) === undefined);
}

function newDecisions(before: Tree | undefined, after: Tree | undefined) {
  return proposalsOf(after).flatMap(([uid, id]) =>
    decisionsOf(at(after, ['gl_proposals', uid, id]))
      .filter((name) => !isSame(before, after, ['gl_proposals', uid, id, name]))
      .map((name) => ({ uid, id, name })),
  );
}

function proposalsOf(tree: Tree | undefined): [uid: string, id: string][] {
  return keysOf(at(tree, ['gl_proposals'])).flatMap((uid) =>
    keysOf(at(tree, ['gl_proposals', uid])).map((id): [string, string] => [uid, id]),
  );
}

/** As access/… says it: the pinned account, or the confirmed address where none is pinned. */
function rightsOf(by: Person | null, tree: Tree | undefined): { allowed: boolean; admin: boolean } {
  const record = by === null ? undefined : at(tree, ['access', accessKey(normaliseEmail(by.email))]);
  if (!by || !record) return { allowed: false, admin: false };
  const pinned = at(record, ['uid']);
  const isTheirs = pinned === undefined ? by.verified : pinned === by.uid;
  const allowed = isTheirs && at(record, ['allow']) === true;
  return { allowed, admin: allowed && at(record, ['admin']) === true };
}

function hasAdmin(tree: Tree | undefined): boolean {
  return keysOf(at(tree, ['access'])).some(
    (key) => at(tree, ['access', key, 'allow']) === true && at(tree, ['access', key, 'admin']) === true,
  );
}

function authorOf(by: Person | null) {
  return { uid: by?.uid ?? '', email: normaliseEmail(by?.email ?? '') };
}

function isSame(before: Tree | undefined, after: Tree | undefined, path: readonly string[]): boolean {
  return isDeepStrictEqual(at(before, path), at(after, path));
}

function keysOf(tree: Tree | undefined): string[] {
  return typeof tree === 'object' ? Object.keys(tree) : [];
}

function changedKeys(before: Tree | undefined, after: Tree | undefined): string[] {
  const keys = [...new Set([...keysOf(before), ...keysOf(after)])].sort();
  return keys.filter((key) => !isSame(before, after, [key]));
}

/** Paths of the leaves that differ. */
function changedLeaves(before: Tree | undefined, after: Tree | undefined): string[] {
  if (before === after || isDeepStrictEqual(before, after)) return [];
  if (typeof before !== 'object' && typeof after !== 'object') return [''];
  return changedKeys(before, after).flatMap((key) =>
    changedLeaves(at(before, [key]), at(after, [key])).map((path) => (path === '' ? key : `${key}/${path}`)),
  );
}

/** Whether everything that was there is there still, as it was; more may have joined it. */
function isKeptWhole(before: Tree | undefined, after: Tree | undefined): boolean {
  if (before === undefined) return true;
  if (typeof before !== 'object') return before === after;
  return Object.keys(before).every((key) => isKeptWhole(at(before, [key]), at(after, [key])));
}
