import { type Bend, bent } from './entries.ts';
import { type FieldCase, type Nodes, updatesBy } from './FieldCase.ts';
import { lookalikes } from './noMatch.ts';
import { other, people, type Role } from './people.ts';
import { approve, approveItems, approveStored, propose, proposeMany, reject } from './proposals.ts';

const me = people.pinned;
const admin = people.admin;
const long = (length: number) => 'x'.repeat(length);

const P = `gl_proposals/${me.uid}/p2`;
const LIMIT = `gl_proposal_limit/${me.uid}`;
const WAITING = `gl_proposals_waiting/${me.uid}/p2`;
const D = `gl_proposals/${other.uid}/p1/decided`;
const DECIDED_WAITING = `gl_proposals_waiting/${other.uid}/p1`;

/** What differs from a good proposal. */
const proposals: readonly (readonly [name: string, bend: Bend, allowed: boolean])[] = [
  ['as it should be', {}, true],
  ['without a note', { [`${P}/note`]: null }, true],
  ['without an example', { [`${P}/line`]: null }, true],
  ['with the shortest texts', { [`${P}/keyword`]: 'x', [`${P}/account`]: '6', [`${P}/note`]: 'x' }, true],
  ['with the shortest example', { [`${P}/line`]: 'x' }, true],
  ['with the longest keyword', { [`${P}/keyword`]: long(1000) }, true],
  ['with a keyword that is too long', { [`${P}/keyword`]: long(1001) }, false],
  ['with an empty keyword', { [`${P}/keyword`]: '' }, false],
  ['with a number as keyword', { [`${P}/keyword`]: 7 }, false],
  ['without a keyword', { [`${P}/keyword`]: null }, false],
  ['with the longest account', { [`${P}/account`]: long(1000) }, true],
  ['with an account that is too long', { [`${P}/account`]: long(1001) }, false],
  ['with an empty account', { [`${P}/account`]: '' }, false],
  ['with a number as account', { [`${P}/account`]: 6100 }, false],
  ['with the account of a line without a match', { [`${P}/account`]: 'No Match' }, false],
  ['with that account between spaces that do not break', { [`${P}/account`]: 'No\u00a0Match' }, false],
  ['with that account in another case and spacing', { [`${P}/account`]: ' no   MATCH ' }, false],
  ['without an account', { [`${P}/account`]: null }, false],
  ['with the longest note', { [`${P}/note`]: long(1000) }, true],
  ['with a note that is too long', { [`${P}/note`]: long(1001) }, false],
  ['with an empty note', { [`${P}/note`]: '' }, false],
  ['with a number as note', { [`${P}/note`]: 7 }, false],
  ['with the longest example', { [`${P}/line`]: long(1000) }, true],
  ['with an example that is too long', { [`${P}/line`]: long(1001) }, false],
  ['with an empty example', { [`${P}/line`]: '' }, false],
  ['with children as example', { [`${P}/line`]: { x: 'y' } }, false],
  ["under another's address", { [`${P}/email`]: other.email }, false],
  ['under the own address in capitals', { [`${P}/email`]: me.email.toUpperCase() }, false],
  ['without an address', { [`${P}/email`]: null }, false],
  ['at another time', { [`${P}/at`]: 1_700_000_000_000, [WAITING]: 1_700_000_000_000 }, false],
  ['at a time to come', { [`${P}/at`]: 4_100_000_000_000, [WAITING]: 4_100_000_000_000 }, false],
  ['at no time', { [`${P}/at`]: null }, false],
  ['with more in it', { [`${P}/urgent`]: true }, false],
  [
    'that is decided already',
    {
      [`${P}/decided`]: {
        decision: 'rejected',
        word: 'no',
        by: { uid: me.uid, email: me.email },
        at: { '.sv': 'timestamp' },
      },
    },
    false,
  ],
  ['without a time of the last one', { [LIMIT]: undefined }, false],
  ['with another time of the last one', { [`${LIMIT}/at`]: 1_700_000_000_000 }, false],
  ['with no time of the last one', { [`${LIMIT}/at`]: null }, false],
  ['with another last one', { [`${LIMIT}/last`]: 'p1' }, false],
  ['with a last one that is not there', { [`${LIMIT}/last`]: 'p3' }, false],
  ['without a last one', { [`${LIMIT}/last`]: null }, false],
  ['with more about the last one', { [`${LIMIT}/count`]: 2 }, false],
  ['without the mark that it waits', { [WAITING]: undefined }, false],
  ['with a mark of another time', { [WAITING]: 1_700_000_000_000 }, false],
  ['with a text as mark', { [WAITING]: 'x' }, false],
  ['with children as mark', { [WAITING]: { x: 1 } }, false],
  ['with a second proposal', { [P.replace('p2', 'p3')]: propose(me)[P] ?? null }, false],
  [
    'with a second proposal and its mark',
    {
      [P.replace('p2', 'p3')]: propose(me)[P] ?? null,
      [WAITING.replace('p2', 'p3')]: { '.sv': 'timestamp' },
    },
    false,
  ],
  ["with another's proposal", { [`gl_proposals/${other.uid}/p2`]: propose(me)[P] ?? null }, false],
  ['with a mark of a former one', { [WAITING.replace('p2', 'p0')]: 1_700_000_000_000 }, false],
  ['and changes a former one', { [`gl_proposals/${me.uid}/p1/account`]: '6800' }, false],
  ['and removes a former one', { [`gl_proposals/${me.uid}/p1`]: null }, false],
];

const ids: readonly (readonly [name: string, id: string, allowed: boolean])[] = [
  ['of the shortest id', 'p', true],
  ['of the longest id', long(64), true],
  ['of an id that is too long', long(65), false],
  ['of an id with every kind of character', 'aZ_0-9', true],
  ['of an id with a space', 'p 2', false],
];

/** What differs from a good rejection. */
const rejections: readonly (readonly [name: string, bend: Bend, allowed: boolean])[] = [
  ['as it should be', {}, true],
  ['with the shortest word', { [`${D}/word`]: 'x' }, true],
  ['with the longest word', { [`${D}/word`]: long(1000) }, true],
  ['with a word that is too long', { [`${D}/word`]: long(1001) }, false],
  ['with an empty word', { [`${D}/word`]: '' }, false],
  ['with a number as word', { [`${D}/word`]: 7 }, false],
  ['without a word', { [`${D}/word`]: null }, false],
  ['without a decision', { [`${D}/decision`]: null }, false],
  ['with an unknown decision', { [`${D}/decision`]: 'postponed' }, false],
  ['with a decision with text behind it', { [`${D}/decision`]: 'rejected?' }, false],
  ['with a decision with text before it', { [`${D}/decision`]: 'not rejected' }, false],
  ["in somebody else's name", { [`${D}/by/uid`]: other.uid }, false],
  ["under somebody else's address", { [`${D}/by/email`]: other.email }, false],
  ['without an address', { [`${D}/by/email`]: null }, false],
  ['without an account', { [`${D}/by/uid`]: null }, false],
  ['by nobody', { [`${D}/by`]: null }, false],
  ['by somebody with more fields', { [`${D}/by/name`]: 'Ari' }, false],
  ['at another time', { [`${D}/at`]: 1_700_000_000_000 }, false],
  ['at no time', { [`${D}/at`]: null }, false],
  ['with more in it', { [`${D}/mood`]: 'x' }, false],
  ['that leaves it waiting', { [DECIDED_WAITING]: undefined }, false],
  ['that changes it', { [`gl_proposals/${other.uid}/p1/account`]: '6900' }, false],
  [
    'with a mapping',
    { [`${D}/mapping`]: { key: 'BETA CAFE', keyword: 'BETA CAFE', account: '6200' } },
    false,
  ],
];

const M = `${D}/mapping`;
const FORMER = { description: 'TAXI', glAccount: '6600' };
/** What differs from a good approval. */
const approvals: readonly (readonly [name: string, bend: Bend, allowed: boolean])[] = [
  ['as it should be', {}, true],
  ['with a word', { [`${D}/word`]: 'Thank you' }, true],
  ['without naming the entry', { [`${M}/batch`]: null }, true],
  ['without the mapping', { [M]: null }, false],
  ['with a word in place of the mapping', { [M]: null, [`${D}/word`]: 'x' }, false],
  ['without the key', { [`${M}/key`]: null }, false],
  ['with the key of another mapping', { [`${M}/key`]: 'BETA CAFE' }, false],
  ['with a key that is not there', { [`${M}/key`]: 'NOWHERE' }, false],
  ['with a number as key', { [`${M}/key`]: 7 }, false],
  ['with a slash behind the key', { [`${M}/key`]: 'TAXI/' }, false],
  ['with a slash before the key', { [`${M}/key`]: '/TAXI' }, false],
  ['with another keyword than is stored', { [`${M}/keyword`]: 'TAXI 2' }, false],
  ['without the keyword', { [`${M}/keyword`]: null }, false],
  ['with another account than is stored', { [`${M}/account`]: '6800' }, false],
  ['without the account', { [`${M}/account`]: null }, false],
  ['with another batch', { [`${M}/batch`]: 'b2' }, false],
  ['with more in the mapping', { [`${M}/note`]: 'x' }, false],
  ['by an entry of another kind', { 'gl_mappings_history/v2/kind': 'edit' }, false],
];

const ITEMS = `${P}/items`;
const ITEM = `${ITEMS}/02`;
const item = { keyword: 'EPSILON', account: '6700' };
const mark = { '.sv': 'timestamp' };
/** What differs from a good proposal of three mappings. */
const proposalsOfSeveral: readonly (readonly [name: string, bend: Bend, allowed: boolean])[] = [
  ['without examples', { [`${ITEM}/line`]: null }, true],
  [
    'with the shortest texts',
    { [`${ITEM}/keyword`]: 'x', [`${ITEM}/account`]: '6', [`${ITEM}/line`]: 'x' },
    true,
  ],
  ['with the longest keyword', { [`${ITEM}/keyword`]: long(1000) }, true],
  ['with a keyword that is too long', { [`${ITEM}/keyword`]: long(1001) }, false],
  ['with an empty keyword', { [`${ITEM}/keyword`]: '' }, false],
  ['with a number as keyword', { [`${ITEM}/keyword`]: 7 }, false],
  ['with one without a keyword', { [`${ITEM}/keyword`]: null }, false],
  ['with the longest account', { [`${ITEM}/account`]: long(1000) }, true],
  ['with an account that is too long', { [`${ITEM}/account`]: long(1001) }, false],
  ['with an empty account', { [`${ITEM}/account`]: '' }, false],
  ['with one to the account of a line without a match', { [`${ITEM}/account`]: 'No Match' }, false],
  ['with that account in another case and spacing', { [`${ITEM}/account`]: ' no\u00a0MATCH ' }, false],
  ['with one without an account', { [`${ITEM}/account`]: null }, false],
  ['with the longest example', { [`${ITEM}/line`]: long(1000) }, true],
  ['with an example that is too long', { [`${ITEM}/line`]: long(1001) }, false],
  ['with an empty example', { [`${ITEM}/line`]: '' }, false],
  ['with more in one', { [`${ITEM}/note`]: 'x' }, false],
  ['with a text as one', { [ITEM]: 'x' }, false],
  ['with a text as all', { [ITEMS]: 'x' }, false],
  ['with one that is decided', { [`${ITEM}/decided`]: 'approved' }, false],
  ['of none', { [ITEMS]: null, [`${P}/count`]: 0, [WAITING]: mark }, false],
  ['of none, without a number', { [ITEMS]: null, [`${P}/count`]: null, [WAITING]: mark }, false],
  ['without a number', { [`${P}/count`]: null }, false],
  ['with a text as number', { [`${P}/count`]: '3' }, false],
  ['without the first', { [`${ITEMS}/00`]: null, [`${WAITING}/00`]: null }, false],
  [
    'without the first, of one less',
    { [`${ITEMS}/00`]: null, [`${WAITING}/00`]: null, [`${P}/count`]: 2 },
    false,
  ],
  ['with a gap', { [`${ITEMS}/01`]: null, [`${WAITING}/01`]: null }, false],
  ['with a gap, of one less', { [`${ITEMS}/01`]: null, [`${WAITING}/01`]: null, [`${P}/count`]: 2 }, false],
  ['with one more after a gap', { [`${ITEMS}/04`]: item, [`${WAITING}/04`]: mark }, false],
  ...['3', '2', '003', '30', '0x', 'x3', '03x', '3 ', '93', 'keyword'].map((key): [string, Bend, boolean] => [
    `with one under the name ${key}`,
    { [`${ITEMS}/${key}`]: item, [`${WAITING}/${key}`]: mark },
    false,
  ]),
  ...['ab', '30', '90', 'x00', '00x', '000'].map((key): [string, Bend, boolean] => [
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
  ]),
  ['with the mark of all in place of theirs', { [WAITING]: mark }, false],
  ['without the marks', { [WAITING]: undefined }, false],
  ['without the mark of one', { [`${WAITING}/02`]: null }, false],
  ['with the mark of one that is not there', { [`${WAITING}/03`]: mark }, false],
  ['with a mark of another time', { [`${WAITING}/02`]: 1_700_000_000_000 }, false],
  ['with more in a mark', { [`${WAITING}/02`]: { x: mark } }, false],
  ['and one besides', { [`${P}/keyword`]: 'ZETA', [`${P}/account`]: '6700' }, false],
  ['and a keyword besides', { [`${P}/keyword`]: 'ZETA' }, false],
  ['and an account besides', { [`${P}/account`]: '6700' }, false],
  ['and an example besides', { [`${P}/line`]: 'ZETA 1' }, false],
  ["under another's address", { [`${P}/email`]: other.email }, false],
  ['without an address', { [`${P}/email`]: null }, false],
  ['without a note', { [`${P}/note`]: null }, true],
  ['at another time', { [`${P}/at`]: 1_700_000_000_000 }, false],
  ['at no time', { [`${P}/at`]: null }, false],
  ['with more in it', { [`${P}/urgent`]: true }, false],
  [
    'of which one is decided already',
    {
      [`${P}/decided:00`]: {
        decision: 'rejected',
        word: 'no',
        by: { uid: me.uid, email: me.email },
        at: mark,
      },
    },
    false,
  ],
];

const D1 = `gl_proposals/${other.uid}/m1/decided:01`;
const MARKS = `gl_proposals_waiting/${other.uid}/m1`;
/** What differs from a good rejection of an item. */
const rejectionsOfItem: readonly (readonly [name: string, bend: Bend, allowed: boolean])[] = [
  ['as it should be', {}, true],
  ['without a word', { [`${D1}/word`]: null }, false],
  ["in somebody else's name", { [`${D1}/by/uid`]: other.uid }, false],
  ['at another time', { [`${D1}/at`]: 1_700_000_000_000 }, false],
  ['that leaves it waiting', { [`${MARKS}/01`]: undefined }, false],
  ['that takes the mark of another away', { [`${MARKS}/02`]: null }, false],
  ['that takes all marks away', { [`${MARKS}/01`]: undefined, [MARKS]: null }, false],
  ['that leaves another mark than was', { [`${MARKS}/01`]: undefined, [MARKS]: { '02': mark } }, false],
  ['that changes it', { [`gl_proposals/${other.uid}/m1/items/01/account`]: '6900' }, false],
  ['that changes the number', { [`gl_proposals/${other.uid}/m1/count`]: 2 }, false],
  ['and the next one', reject(admin, other, 'm1', '02'), true],
  ['and one that is not there', reject(admin, other, 'm1', '03'), false],
  ['and one that is decided', reject(admin, other, 'm1', '00'), false],
  [
    'and the proposal as a whole',
    { [`gl_proposals/${other.uid}/m1/decided`]: reject(admin)[D] ?? null },
    false,
  ],
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
  ...proposals.map(([name, bend, allowed]) =>
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
  ...ids.map(([name, id, allowed]) => by('pinned', `proposes ${name}`, propose(me, id), allowed)),
  ...proposalsOfSeveral.map(([name, bend, allowed]) =>
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
  by(
    'pinned',
    'has an item that is decided wait again',
    { [`gl_proposals_waiting/${me.uid}/m1/00`]: mark },
    false,
  ),
  by(
    'pinned',
    'takes the mark of an own item away',
    { [`gl_proposals_waiting/${me.uid}/m1/01`]: null },
    false,
  ),
  by('pinned', 'adds an item later', { [`gl_proposals/${me.uid}/m1/items/03`]: item }, false),
  by('pinned', 'rejects an own item', reject(me, me, 'm1', '01'), false),
  by('admin', 'rejects an own item', reject(admin, admin, 'm1', '01'), false),
  ...rejectionsOfItem.map(([name, bend, allowed]) =>
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
  by('admin', 'takes the mark of an item away that is not there', { [`${MARKS}/00`]: null }, false),
  by('admin', 'takes the mark of an item away that is not decided', { [`${MARKS}/01`]: null }, false),
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
  by('pinned', 'renews the time of the last one alone', { [LIMIT]: propose(me)[LIMIT] ?? null }, false),
  by(
    'pinned',
    'renews the time of the last one alone, naming it',
    { [LIMIT]: { last: 'p1', at: { '.sv': 'timestamp' } } },
    false,
  ),
  by('pinned', 'removes the time of the last one', { [LIMIT]: null }, false),
  by('pinned', 'has a decided one wait again', { [WAITING.replace('p2', 'p0')]: 1_700_000_000_000 }, false),
  by('pinned', 'takes the mark of an own one away', { [WAITING.replace('p2', 'p1')]: null }, false),
  ...rejections.map(([name, bend, allowed]) =>
    by('admin', `rejects a proposal ${name}`, bent(reject(admin), bend), allowed),
  ),
  ...approvals.map(([name, bend, allowed]) =>
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
  by(
    'admin',
    'takes the decision of another back',
    { [`gl_proposals/${other.uid}/p0/decided`]: null },
    false,
  ),
  by('admin', 'takes the mark of one away that is not decided', { [DECIDED_WAITING]: null }, false),
  by(
    'admin',
    'takes a mark away that is not there',
    {
      [`gl_proposals_waiting/${other.uid}/p0`]: null,
    },
    false,
  ),
];
