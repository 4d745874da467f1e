import { below, pick, type Random } from '../../support/random.ts';
import type { TreeValue } from './actions.ts';
import { accessEntry, chartEntry, listEntry, matchedRunUpdate, runUpdate } from './entries.ts';
import { other, type Person, people, personOf, type Role, roles } from './people.ts';
import { approve, approveItems, approveStored, propose, proposeMany, reject } from './proposals.ts';
import { access, seed } from './seed.ts';

type Nodes = Readonly<Record<string, TreeValue>>;

/** An update that somebody sends, leaf by leaf or whole nodes, at the root. */
export type Attack = { readonly role: Role; readonly update: Nodes };

/** A random update around a valid one: of its own author or of somebody else's, with up to four things changed. */
export function randomAttack(random: Random): Attack {
  const author = random() < 0.7 ? pick(random, WRITERS) : pick(random, roles);
  const first = validUpdate(random, personOf(author));
  const both = random() < 0.15 ? { ...first, ...validUpdate(random, personOf(pick(random, roles))) } : first;
  let update = random() < 0.5 ? asLeaves(both) : both;
  for (let left = below(random, 4); left > 0; left--) {
    update = random() < 0.2 ? withAnother(random, update) : changed(random, update);
  }
  return { role: random() < 0.85 ? author : pick(random, roles), update };
}

/** What the app itself would send in the name of `me`. */
function validUpdate(random: Random, me: Person): Nodes {
  const of = pick(random, Object.values(people));
  const withId = random() < 0.2 ? { id: pick(random, IDS) } : {};
  const makers: (() => Nodes)[] = [
    () => listEntry(me, pick(random, LIST_WRITES), withId),
    () => listEntry(me, pick(random, LIST_WRITES), withId),
    () => chartEntry(me, pick(random, CHART_WRITES), withId),
    () => accessEntry(me, pick(random, accessWrites(of)), withId),
    () => accessEntry(me, pick(random, accessWrites(me))),
    () => propose(me),
    () => proposeMany(me, 1 + below(random, 4)),
    () => reject(me, pick(random, [me, of, other])),
    () => approve(me, pick(random, [me, other, other])),
    () => approveStored(me),
    () => approveItems(me, pick(random, [me, other, other])),
    () => reject(me, pick(random, [me, other]), 'm1', pick(random, ['00', '01', '02', '03'])),
    () => runUpdate(me, 1 + below(random, 3), withId),
    () => matchedRunUpdate(me, 3, below(random, 4), withId),
  ];
  return pick(random, makers)();
}

const LIST_WRITES: readonly Nodes[] = [
  { DELTA: { description: 'DELTA', glAccount: '6400' } },
  { ALPHA_BAR: { description: 'ALPHA.BAR', glAccount: '6101' } },
  { ALPHA_BAR: null },
  { LEGACY: { description: 'LEGACY', glAccount: '6300' } },
  { LEGACY: null },
  { 'BETA CAFE': null, DELTA: { description: 'DELTA', glAccount: '6400' } },
];
const CHART_WRITES: readonly Nodes[] = [
  { 6300: { code: '6300', name: 'Rent' } },
  { '6100%2E1': { code: '6100.1', name: 'Trips', note: 'trains' } },
  { 6200: null },
];

function accessWrites(of: Person): readonly Nodes[] {
  const record = { email: of.email.toLowerCase(), allow: true, admin: false, uid: of.uid };
  return [{ [access(of)]: record }, { [access(of)]: { ...record, admin: true } }, { [access(of)]: null }];
}

function changed(random: Random, update: Nodes): Nodes {
  const paths = Object.keys(update);
  const path = paths.length > 0 ? pick(random, paths) : 'gl_mappings';
  const { [path]: value = null, ...others } = update;
  const changes: (() => Nodes)[] = [
    () => others,
    () => ({ ...update, [path]: null }),
    () => ({ ...update, [path]: pick(random, VALUES) }),
    () => ({ ...others, [elsewhere(random, path)]: value }),
    () => ({ ...update, [elsewhere(random, path)]: value }),
    () => ({ ...update, [path]: bentValue(random, value) }),
    () => ({ ...update, [path]: bentValue(random, value) }),
    () => ({ ...update, [pick(random, STORED)]: pick(random, [null, ...VALUES]) }),
    () => ({ ...update, [pick(random, MORE)]: pick(random, [1, ...VALUES]) }),
  ];
  return withoutOverlaps(pick(random, changes)());
}

/** The same id, number or text replaced wherever it stands, so that the parts go on agreeing with each other. */
function withAnother(random: Random, update: Nodes): Nodes {
  const names = Object.keys(update).flatMap((path) => path.split('/'));
  const texts = Object.values(asLeaves(update)).filter(
    (value) => typeof value !== 'object' || value === null,
  );
  const former = pick(random, [...names, ...texts]);
  const replacement =
    typeof former === 'number' ? pick(random, NUMBERS) : pick(random, random() < 0.4 ? IDS : NAMES);
  const renamed = (value: TreeValue): TreeValue => {
    if (value === former) return replacement;
    if (isLeaf(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([name, child]) => [rename(name), renamed(child)]));
  };
  const rename = (name: string) => (name === former ? String(replacement) : name);
  const entries = Object.entries(update).map(([path, value]) => [
    path.split('/').map(rename).join('/'),
    renamed(value),
  ]);
  return withoutOverlaps(Object.fromEntries(entries) as Nodes);
}

/** The value with one thing below it removed, replaced or added. */
function bentValue(random: Random, value: TreeValue): TreeValue {
  if (isLeaf(value)) return pick(random, VALUES);
  const children = value as Nodes;
  const name = pick(random, [...Object.keys(children), 'extra']);
  if (random() < 0.5) return { ...children, [name]: bentValue(random, children[name] ?? null) };
  return { ...children, [name]: pick(random, [null, ...VALUES]) };
}

/** The path with one of its names exchanged for one that some node has. */
function elsewhere(random: Random, path: string): string {
  const parts = path.split('/');
  const place = random() < 0.5 ? parts.length - 1 : below(random, parts.length);
  parts[place] = pick(random, random() < 0.4 ? IDS : NAMES);
  return parts.join('/');
}

/** An update never names a place and one below it: the protocol refuses that itself. */
function withoutOverlaps(update: Nodes): Nodes {
  const paths = Object.keys(update);
  const isBelow = (path: string) => paths.some((above) => path.startsWith(`${above}/`));
  return Object.fromEntries(Object.entries(update).filter(([path]) => !isBelow(path)));
}

/** Whether a value is written whole: it has no children, or is the server's. */
function isLeaf(value: TreeValue): value is Exclude<TreeValue, Nodes> {
  return value === null || typeof value !== 'object' || '.sv' in value;
}

function asLeaves(nodes: Nodes, base = ''): Nodes {
  const leaves = Object.entries(nodes).map(([name, value]): Nodes => {
    const path = base === '' ? name : `${base}/${name}`;
    return isLeaf(value) ? { [path]: value } : asLeaves(value, path);
  });
  return Object.assign({}, ...leaves) as Nodes;
}

const VALUES: readonly TreeValue[] = [
  true,
  false,
  0,
  -1,
  5,
  1.5,
  '',
  'none',
  'server',
  'v1',
  'v2',
  'outside',
  'proposal',
  'No\u00a0Match',
  'ALPHA.BAR',
  '6200',
  other.uid,
  other.email,
  people.admin.uid,
  people.admin.email,
  people.admin.email.toUpperCase(),
  { '.sv': 'timestamp' },
  { '.sv': { increment: 1 } },
  { description: 'ALPHA.BAR', glAccount: '6100' },
  { uid: people.admin.uid, email: people.admin.email },
  { uid: 'server' },
];
const NUMBERS = [-1, 0, 1, 2, 3, 4, 5, 6, 9];
/** Whose own updates are accepted. */
const WRITERS = ['admin', 'adminByEmail', 'pinned', 'byEmail'] as const satisfies readonly Role[];
const STORED = [...new Set([...Object.keys(seed.tree), ...Object.keys(asLeaves(seed.tree))])];
/** Of entries, proposals and runs, stored ones and new ones. */
const IDS = ['v0', 'c0', 'a0', 'p1', 'r1', 'v2', 'a2', 'c2', 'p2', 'r2', 'x'];
const NAMES = [...new Set(STORED.flatMap((path) => path.split('/'))), ...IDS];
const MORE = [
  'gl_mappings/DELTA',
  'gl_mappings_changes_by_key/ALPHA_BAR/v2',
  'gl_mappings_changes_by_key/DELTA/v2',
  'gl_mappings_history/v3',
  'gl_mappings_changes/v3/seq',
  'gl_proposals/uid-otto/p3',
  'gl_proposals/uid-otto/m1/items/03',
  'gl_proposals_waiting/uid-otto/m1/00',
  'gl_proposal_limit/uid-otto/at',
  'gl_accounts/6400',
  access({ email: 'no.one@example.test' }),
  'gl_mappings_seal',
];
