import { tablesOf } from '../../support/tablesOf.ts';
import { type Bend, bent } from './entries.ts';
import { type FieldCase, type Nodes, updatesBy } from './FieldCase.ts';
import { lookalikes } from './noMatch.ts';
import { other, people, type Role } from './people.ts';
import { approve, approveItems, approveStored, propose, proposeMany, reject } from './proposals.ts';

const me = people.pinned;
const admin = people.admin;

const P = `gl_proposals/${me.uid}/p2`;
const LIMIT = `gl_proposal_limit/${me.uid}`;
const WAITING = `gl_proposals_waiting/${me.uid}/p2`;
const D = `gl_proposals/${other.uid}/p1/decided`;
const DECIDED_WAITING = `gl_proposals_waiting/${other.uid}/p1`;

const M = `${D}/mapping`;
const FORMER = { description: 'TAXI', glAccount: '6600' };
const ITEMS = `${P}/items`;
const ITEM = `${ITEMS}/02`;
const item = { keyword: 'EPSILON', account: '6700' };
const mark = { '.sv': 'timestamp' };
const D1 = `gl_proposals/${other.uid}/m1/decided:01`;
const MARKS = `gl_proposals_waiting/${other.uid}/m1`;

type Difference = readonly [name: string, bend: Bend, allowed: boolean];

const table = tablesOf('rules/proposals', {
  P,
  P3: P.replace('p2', 'p3'),
  LIMIT,
  WAITING,
  D,
  M,
  DECIDED_WAITING,
  ITEMS,
  ITEM,
  D1,
  MARKS,
  item,
  mark,
  proposal: propose(me)[P],
  limit: propose(me)[LIMIT],
  next: reject(admin, other, 'm1', '02'),
  missing: reject(admin, other, 'm1', '03'),
  decided: reject(admin, other, 'm1', '00'),
  decision: reject(admin)[D],
});

/** The items with another name among them, and with no other beside the first. */
const others: readonly Difference[] = [
  ...['3', '2', '003', '30', '0x', 'x3', '03x', '3 ', '93', 'keyword'].map(
    (key): Difference => [
      `with one under the name ${key}`,
      { [`${ITEMS}/${key}`]: item, [`${WAITING}/${key}`]: mark },
      false,
    ],
  ),
  ...['ab', '30', '90', 'x00', '00x', '000'].map(
    (key): Difference => [
      `of one, with another under the name ${key}`,
      {
        [`${ITEMS}/01`]: null,
        [`${WAITING}/01`]: null,
        [`${ITEMS}/02`]: null,
        [`${WAITING}/02`]: null,
        [`${ITEMS}/${key}`]: item,
        [`${WAITING}/${key}`]: mark,
        [`${P}/count`]: 1,
      },
      false,
    ],
  ),
];

const { [LIMIT]: _limit, ...withoutLimit } = propose(me);

const by = (role: Role, ...rest: Parameters<ReturnType<typeof updatesBy>>) => updatesBy(role)(...rest);

/** A proposal of so many, that says it is of `said`. */
function manyOf(count: number, said: number): Nodes {
  return bent(proposeMany(me, count), { [`${P}/count`]: said });
}

/** One after those, with one left out between. */
function withGap(count: number): Nodes {
  const key = String(count + 1).padStart(2, '0');
  return bent(manyOf(count, count), { [`${ITEMS}/${key}`]: item, [`${WAITING}/${key}`]: mark });
}

/** A decision under another name in its proposal. */
function under(update: Nodes, name: string): Nodes {
  return { ...update, [D1]: null, [D1.replace('decided:01', name)]: update[D1] ?? null };
}

/** Proposals of users and what is decided of them: what the rules take, and what they refuse. */
export const proposalCases: readonly FieldCase[] = [
  ...table<[Role, string, Nodes]>('others').map(([role, name, update]) => by(role, name, update, false)),
  ...table<Difference>('proposals').map(([name, bend, allowed]) =>
    by('pinned', `proposes ${name}`, bent(propose(me), bend), allowed),
  ),
  ...lookalikes.flatMap(([name, account, allowed]) => [
    by('pinned', `proposes no match, ${name}`, bent(propose(me), { [`${P}/account`]: account }), allowed),
    by(
      'pinned',
      `proposes several to no match, ${name}`,
      bent(proposeMany(me, 3), { [`${ITEM}/account`]: account }),
      allowed,
    ),
  ]),
  ...table<[string, string, boolean]>('ids').map(([name, id, allowed]) =>
    by('pinned', `proposes ${name}`, propose(me, id), allowed),
  ),
  ...[...table<Difference>('proposals of several'), ...others].map(([name, bend, allowed]) =>
    by('pinned', `proposes several ${name}`, bent(proposeMany(me, 3), bend), allowed),
  ),
  ...Array.from({ length: 30 }, (_, i) => i + 1).flatMap((count) => [
    by('pinned', `proposes ${count} at once`, manyOf(count, count), true),
    by('pinned', `proposes ${count} at once and says one less`, manyOf(count, count - 1), false),
    by('pinned', `proposes ${count} at once and says one more`, manyOf(count, count + 1), false),
    by('pinned', `proposes ${count} at once and one after a gap`, withGap(count), false),
  ]),
  by('pinned', 'proposes 31 at once', manyOf(31, 31), false),
  by('pinned', 'proposes 31 at once and says 30', manyOf(31, 30), false),
  by('pinned', 'proposes several at once for another', proposeMany({ ...me, uid: other.uid }, 3), false),
  by('removed', 'proposes several at once', proposeMany(people.removed, 3), false),
  by('admin', 'proposes several at once', proposeMany(admin, 3), true),
  by('pinned', 'rejects an own item', reject(me, me, 'm1', '01'), false),
  by('admin', 'rejects an own item', reject(admin, admin, 'm1', '01'), false),
  ...table<Difference>('rejections of an item').map(([name, bend, allowed]) =>
    by('admin', `rejects an item ${name}`, bent(reject(admin, other, 'm1', '01'), bend), allowed),
  ),
  by('admin', 'rejects an item that is decided', reject(admin, other, 'm1', '00'), false),
  by('admin', 'rejects an item of a proposal that has none', reject(admin, other, 'p1', '00'), false),
  by('admin', 'rejects a proposal of several as a whole', reject(admin, other, 'm1'), false),
  by(
    'admin',
    'rejects an item under another name',
    under(reject(admin, other, 'm1', '01'), 'verdict:01'),
    false,
  ),
  by('admin', 'rejects an item under its own name', under(reject(admin, other, 'm1', '01'), 'items'), false),
  ...['decided:', 'decided:items', 'decided::01', 'decided:01:', 'decideddecided', 'decided:decided'].map(
    (name) =>
      by(
        'admin',
        `rejects, when all items are decided, under the name "${name}"`,
        { [`gl_proposals/${other.uid}/m1/${name}`]: reject(admin)[D] ?? null },
        false,
        { [`gl_proposals_waiting/${other.uid}/m1`]: null },
      ),
  ),
  by('admin', 'rejects the number', under(reject(admin, other, 'm1', '01'), 'count'), false),
  by(
    'admin',
    'rejects an item and removes what is stored elsewhere under its names',
    bent(reject(admin, other, 'm1', '01'), { [`unknown/${other.uid}/m1/01`]: null }),
    false,
    { [`unknown/${other.uid}/m1/01`]: 1 },
  ),
  by('admin', 'approves two items in one entry', approveItems(admin), true),
  by(
    'admin',
    'approves two items, one as another mapping',
    bent(approveItems(admin), { [`${D1}/mapping/key`]: 'CAB' }),
    false,
  ),
  by(
    'admin',
    'approves an item under a key that nobody may add',
    approve(admin, other, { kind: 'proposal' }, { id: 'm1', item: '01' }, 'constructor'),
    false,
  ),
  by('pinned', 'approves items', approveItems(me), false),
  by('pinned', 'proposes before the time of the last one', propose(me), false, {
    [`${LIMIT}/at`]: 4_100_000_000_000,
  }),
  by(
    'pinned',
    'proposes and leaves the time of the last one as it was',
    { ...withoutLimit, [`${LIMIT}/last`]: 'p2' },
    false,
  ),
  by('pinned', 'proposes for the first time', propose(me), true, {
    [LIMIT]: null,
    [`gl_proposals/${me.uid}`]: null,
    [`gl_proposals_waiting/${me.uid}`]: null,
  }),
  by('pinned', 'proposes the same again', propose(me, 'p1'), false),
  ...table<Difference>('rejections').map(([name, bend, allowed]) =>
    by('admin', `rejects a proposal ${name}`, bent(reject(admin), bend), allowed),
  ),
  ...table<Difference>('approvals').map(([name, bend, allowed]) =>
    by('admin', `approves a proposal ${name}`, bent(approve(admin), bend), allowed),
  ),
  by('admin', 'approves what the list has already', approveStored(admin), true),
  by(
    'admin',
    'approves what the list has already, with a number as key',
    bent(approveStored(admin), { [M]: { key: 7, keyword: 'SEVEN', account: '6200' } }),
    false,
    { 'gl_mappings/7': { description: 'SEVEN', glAccount: '6200' } },
  ),
  by(
    'admin',
    'approves what the list has already, naming a former entry',
    bent(approveStored(admin), { [`${M}/batch`]: 'v1' }),
    false,
    { 'gl_mappings_history/v1/kind': 'proposal' },
  ),
  by('admin', 'rejects an own one that has the address of another', reject(admin, admin), false, {
    [`gl_proposals/${admin.uid}/p1`]: { keyword: 'TAXI', account: '6700', email: other.email, at: 1 },
    [`gl_proposals_waiting/${admin.uid}/p1`]: 1,
  }),
  by(
    'admin',
    'approves with the account from before the update',
    bent(approve(admin, other, { kind: 'proposal', given: { 'gl_mappings/TAXI': FORMER } }), {
      [`${M}/account`]: FORMER.glAccount,
    }),
    false,
    { 'gl_mappings/TAXI': FORMER },
  ),
  by('admin', 'rejects one that is decided', reject(admin, other, 'p0'), false),
  by('admin', 'rejects one that is not there', reject(admin, other, 'p9'), false),
];
