import { CHANGE_KINDS } from '#model/history.ts';
import { MAX_ACCOUNT_LENGTH } from '#model/limits.ts';
import { type Bend, bent, type EntryOptions, entryBends, listEntry } from './entries.ts';
import { type FieldCase, type Nodes, updatesBy } from './FieldCase.ts';
import { people } from './people.ts';

type Bent = readonly [name: string, bend: Bend, options?: EntryOptions];

const me = people.admin;
const GAMMA = { description: 'GAMMA', glAccount: '6400' };
const ALPHA = { description: 'ALPHA.BAR', glAccount: '6100' };
const BETA = { description: 'BETA CAFE', glAccount: '6200' };
const EDITED = { description: 'ALPHA.BAR', glAccount: '6500' };
const long = (length: number) => 'x'.repeat(length);

const V = 'gl_mappings_version';
const H = 'gl_mappings_history/v2';
const C = 'gl_mappings_changes/v2';
const MARK = 'gl_mappings_changes_by_key';
/** Another number at each place. */
const numbered = (seq: number): Bend => ({
  [`${V}/seq`]: seq,
  [`${H}/seq`]: seq,
  [`${C}/seq`]: seq,
  [`${MARK}/ALPHA_BAR/v2`]: seq,
});
/** What names a change of a mapping that stays as it is. */
const ofBeta = (change: Nodes): Bend => ({
  [`${C}/changes/BETA CAFE`]: change,
  [`${MARK}/BETA CAFE/v2`]: 5,
});
const OF_ALPHA = `${C}/changes/ALPHA_BAR`;

const honest: readonly (readonly [name: string, writes: Nodes, options?: EntryOptions])[] = [
  ['adds a mapping', { GAMMA }, { kind: 'add' }],
  ['edits an account', { ALPHA_BAR: EDITED }],
  ['edits a keyword in place', { ALPHA_BAR: { ...ALPHA, description: 'ALPHA BAR' } }],
  ['moves a mapping to another key', { ALPHA_BAR: null, GAMMA }],
  ['removes a mapping', { ALPHA_BAR: null }, { kind: 'delete' }],
  ['removes many', { ALPHA_BAR: null, 'BETA CAFE': null, LEGACY: null }, { kind: 'delete' }],
  ['uploads', { GAMMA, 7: GAMMA, DELTA: GAMMA }, { kind: 'upload' }],
  ['consolidates', { GAMMA, ALPHA_BAR: null, 'BETA CAFE': null }, { kind: 'consolidation' }],
  ['removes a plain text', { LEGACY: null }],
  ['writes a plain text in the present form', { LEGACY: { description: 'LEGACY', glAccount: '6300' } }],
  ['removes a plain number', { OLD: null }, { given: { 'gl_mappings/OLD': 77 } }],
  ['removes true', { OLD: null }, { given: { 'gl_mappings/OLD': true } }],
  [
    'writes a number account as text',
    { OLD: { description: 'OLD', glAccount: '5' } },
    { given: { 'gl_mappings/OLD': { description: 'OLD', glAccount: 5 } } },
  ],
  ['removes half a mapping', { OLD: null }, { given: { 'gl_mappings/OLD': { glAccount: 5 } } }],
  ['removes an unusable mapping', { OLD: null }, { given: { 'gl_mappings/OLD': { other: 5 } } }],
  [
    'removes one with children in its fields',
    { OLD: null },
    { given: { 'gl_mappings/OLD': { description: { x: 1 }, glAccount: '5' } } },
  ],
  [
    'removes one with children in its account',
    { OLD: null },
    { given: { 'gl_mappings/OLD': { description: 'OLD', glAccount: { x: 1 } } } },
  ],
  ['removes a reserved key', { constructor: null }, { given: { 'gl_mappings/constructor': GAMMA } }],
  ['makes the first entry of a list without a version', { GAMMA }, { given: { [V]: null } }],
  ['makes the first entry of a list of the former form', { GAMMA }, { given: { [V]: { id: 'v1' } } }],
  [
    'makes the first entry of a list whose version named keys',
    { GAMMA },
    { given: { [V]: { id: 'v1', after: 'v0', keys: { ALPHA_BAR: true } } } },
  ],
  ['has the shortest id', { GAMMA }, { id: 'v' }],
  ['has the longest id', { GAMMA }, { id: long(64) }],
  ['has an id with every kind of character', { GAMMA }, { id: 'aZ_0-9' }],
  ...CHANGE_KINDS.filter((kind) => kind !== 'outside' && kind !== 'closed').map(
    (kind) => [`changes the list by ${kind}`, { ALPHA_BAR: EDITED }, { kind }] as const,
  ),
];

/** Differences from the edit of ALPHA_BAR which the rules have nothing against. */
const harmless: readonly Bent[] = [
  ['with a note', { [`${H}/note`]: 'as agreed' }],
  ['with the shortest note', { [`${H}/note`]: 'x' }],
  ['with the longest note', { [`${H}/note`]: long(1000) }],
  ['with nothing left to do', { [`${H}/left`]: 0 }],
  ...[`${H}/set`, `${H}/removed`, `${H}/left`, `${V}/count`].map(
    (place): Bent => [`with as much in ${place} as can be counted`, { [place]: 2 ** 53 - 1 }],
  ),
  ['of the account that all lead to', { [`${H}/kind`]: 'accounts', [`${H}/to`]: '6500' }],
  [
    'of the longest account that all lead to',
    { [`${H}/kind`]: 'accounts', [`${H}/to`]: long(MAX_ACCOUNT_LENGTH) },
  ],
  ['of the shortest account that all lead to', { [`${H}/kind`]: 'accounts', [`${H}/to`]: '6' }],
  ['with one change left to do', { [`${H}/left`]: 1 }],
  ['with much left to do', { [`${H}/left`]: 100_000 }],
  ['of another batch', { [`${H}/batch`]: long(64) }],
  ['of the shortest batch', { [`${H}/batch`]: 'x' }],
  ['of a batch with every kind of character', { [`${H}/batch`]: 'aZ_0-9' }],
  ['that amounts to nothing', { [V]: { id: 'v2', seq: 5, after: 'v1', count: 0, sum: 0 } }],
  ['with the greatest sum', { [`${V}/sum`]: 2 ** 53 - 1 }],
];

const FORMER_ENTRY = { 'gl_mappings_history/v0': { seq: 3 }, 'gl_mappings_changes/v0': { seq: 3 } };
const refused: readonly Bent[] = [
  // One of the parts is missing.
  ['without a version', { [V]: undefined }],
  ['without an entry', { [H]: undefined }],
  ['without its changes', { [C]: undefined }],
  ['without the mark of the key', { [`${MARK}/ALPHA_BAR/v2`]: undefined }],
  ['without changing the list', { 'gl_mappings/ALPHA_BAR': undefined }],
  ['with an entry alone', { [V]: undefined, [C]: undefined, 'gl_mappings/ALPHA_BAR': undefined }],
  // The changes say something else.
  ['that says another account before', { [`${OF_ALPHA}/before/glAccount`]: '9' }],
  ['that says another keyword before', { [`${OF_ALPHA}/before/description`]: 'X' }],
  ['that says nothing was there before', { [`${OF_ALPHA}/before`]: null }],
  ['that says a text was there before', { [`${OF_ALPHA}/before`]: '6100' }],
  ['that leaves out the account before', { [`${OF_ALPHA}/before/glAccount`]: null }],
  ['that leaves out the keyword before', { [`${OF_ALPHA}/before/description`]: null }],
  ['that says more before', { [`${OF_ALPHA}/before/note`]: 'x' }],
  ['that says another account after', { [`${OF_ALPHA}/after/glAccount`]: '9' }],
  ['that says another keyword after', { [`${OF_ALPHA}/after/description`]: 'X' }],
  ['that says nothing is there after', { [`${OF_ALPHA}/after`]: null }],
  ['that says a text is there after', { [`${OF_ALPHA}/after`]: '6500' }],
  ['that says more after', { [`${OF_ALPHA}/after/note`]: 'x' }],
  ['with a side named beforehand', { [`${OF_ALPHA}/beforehand`]: ALPHA }],
  ['that says more of the mapping', { [`${OF_ALPHA}/why`]: 'x' }],
  ['that changes nothing', { 'gl_mappings/ALPHA_BAR': ALPHA, [`${OF_ALPHA}/after`]: ALPHA }],
  ['that names no key', { [`${C}/changes`]: null }],
  [
    'with a text in place of its changes',
    { 'gl_mappings/ALPHA_BAR': undefined, [`${MARK}/ALPHA_BAR/v2`]: undefined, [`${C}/changes`]: 'x' },
  ],
  ['that names a key which stays as it is', ofBeta({ before: BETA, after: { ...BETA, glAccount: '6300' } })],
  ['that says a mapping was removed which stays', ofBeta({ before: BETA })],
  [
    'that says a plain text was removed which stays',
    { [`${C}/changes/LEGACY`]: { before: '6300' }, [`${MARK}/LEGACY/v2`]: 5 },
  ],
  [
    'that says a plain text was replaced which stays',
    { [`${C}/changes/LEGACY`]: { before: '6300', after: '6301' }, [`${MARK}/LEGACY/v2`]: 5 },
  ],
  ['that says again what stays', ofBeta({ before: BETA, after: BETA })],
  [
    'that names a key which nobody has',
    { [`${C}/changes/NOBODY`]: { after: GAMMA }, [`${MARK}/NOBODY/v2`]: 5 },
  ],
  ['with another mapping that it does not name', { 'gl_mappings/GAMMA': GAMMA }],
  ['with a removal that it does not name', { 'gl_mappings/LEGACY': null }],
  ['with a mark of its key in another place', { ['other_by_key/ALPHA_BAR/v2']: 5 }],
  ['with a mark of a key that it does not name', { [`${MARK}/BETA CAFE/v2`]: 5 }],
  ['with a mark below that of the key', { [`${MARK}/ALPHA_BAR/v2`]: { seq: 5 } }],
  ['with a mark of another number', { [`${MARK}/ALPHA_BAR/v2`]: 4 }],
  ['with a mark of a higher number', { [`${MARK}/ALPHA_BAR/v2`]: 6 }],
  ['with changes of a higher number', { [`${C}/seq`]: 6 }],
  ['with an entry of a higher number', { [`${H}/seq`]: 6 }],
  ['with another mark for a former entry', { [`${MARK}/ALPHA_BAR/v0`]: 5 }],
  ['with more in its changes', { [`${C}/who`]: 'x' }],
  ['with changes of another number', { [`${C}/seq`]: 4 }],
  ['with changes without a number', { [`${C}/seq`]: null }],
  // The entry says something else.
  ...entryBends(H, me.email),
  ['that does not say how many it set', { [`${H}/set`]: null }],
  ['that set less than nothing', { [`${H}/set`]: -1 }],
  ['that set half a mapping', { [`${H}/set`]: 0.5 }],
  ['that does not say how many it removed', { [`${H}/removed`]: null }],
  ['that removed less than nothing', { [`${H}/removed`]: -1 }],
  ['that removed half a mapping', { [`${H}/removed`]: 0.5 }],
  ['that removed a text', { [`${H}/removed`]: '1' }],
  ['of one mapping with the account that all lead to', { [`${H}/to`]: '6500' }],
  ...CHANGE_KINDS.filter((kind) => !['accounts', 'outside', 'closed'].includes(kind)).map(
    (kind): Bent => [
      `of ${kind} with the account that all lead to`,
      { [`${H}/kind`]: kind, [`${H}/to`]: '6500' },
    ],
  ),
  ...['set', 'removed', 'left'].map(
    (field): Bent => [`with more than can be counted in ${field}`, { [`${H}/${field}`]: 2 ** 53 }],
  ),
  ['with more than can be counted as count', { [`${V}/count`]: 2 ** 53 }],
  ['of an empty account that all lead to', { [`${H}/kind`]: 'accounts', [`${H}/to`]: '' }],
  [
    'of an account that is too long',
    { [`${H}/kind`]: 'accounts', [`${H}/to`]: long(MAX_ACCOUNT_LENGTH + 1) },
  ],
  ['of a number as account', { [`${H}/kind`]: 'accounts', [`${H}/to`]: 6500 }],
  ['with less than nothing left to do', { [`${H}/left`]: -1 }],
  ['with half a change left to do', { [`${H}/left`]: 0.5 }],
  ['with a text as what is left to do', { [`${H}/left`]: '1' }],
  ['with an entry after another than the version', { [`${H}/after`]: 'v0' }],
  ['with an entry after nothing', { [`${H}/after`]: null }],
  ['with an entry of another number', { [`${H}/seq`]: 4 }],
  ['with an entry without a number', { [`${H}/seq`]: null }],
  [
    'with sums of a change outside',
    { [`${H}/expected`]: { count: 3, sum: 77 }, [`${H}/found`]: { count: 3, sum: 5 } },
  ],
  ['with an expected sum', { [`${H}/expected`]: { count: 3, sum: 77 } }],
  ['with a found sum', { [`${H}/found`]: { count: 3, sum: 5 } }],
  ['called a change outside', { [`${H}/kind`]: 'outside' }],
  [
    'called a change outside, with sums',
    {
      [`${H}/kind`]: 'outside',
      [`${H}/expected`]: { count: 3, sum: 77 },
      [`${H}/found`]: { count: 3, sum: 5 },
    },
  ],
  // The version says something else.
  ['with a gap in the numbers', numbered(6)],
  ['with the number again', numbered(4)],
  ['that begins the numbers anew', numbered(1)],
  ['after an older version', { [`${V}/after`]: 'v0', [`${H}/after`]: 'v0' }],
  [
    'after an older version that the history has',
    { [`${V}/after`]: 'v0', [`${H}/after`]: 'v0' },
    { given: FORMER_ENTRY },
  ],
  ['after none', { [`${V}/after`]: 'none', [`${H}/after`]: 'none' }],
  ['after nothing', { [`${V}/after`]: null }],
  ['with another id in its version', { [`${V}/id`]: 'v3' }],
  ['with a number as id', { [`${V}/id`]: 2 }],
  ['without an id', { [`${V}/id`]: null }],
  ['without a count', { [`${V}/count`]: null }],
  ['with less than nothing as count', { [`${V}/count`]: -1 }],
  ['with half a count', { [`${V}/count`]: 0.5 }],
  ['with a text as count', { [`${V}/count`]: '3' }],
  ['without a sum', { [`${V}/sum`]: null }],
  ['with less than nothing as sum', { [`${V}/sum`]: -1 }],
  ['with half a sum', { [`${V}/sum`]: 0.5 }],
  ['with a sum out of range', { [`${V}/sum`]: 2 ** 53 }],
  ['with a text as sum', { [`${V}/sum`]: '5' }],
  ['with more in its version', { [`${V}/keys`]: { ALPHA_BAR: true } }],
  ['with a plain text as version', { [V]: 'v2' }],
  ['with a removed version', { [V]: null }],
  // The id is not a new one.
  ['under an id that is too long', {}, { id: long(65) }],
  ['under the id of the last entry', {}, { id: 'v1' }],
  ['under an id with a space', {}, { id: 'v 2' }],
  ['under the id of a former entry', {}, { given: { 'gl_mappings_history/v2': { seq: 2, at: 1 } } }],
  [
    'with another mark for a former change of the key',
    { [`${MARK}/ALPHA_BAR/v0`]: 5 },
    { given: { 'gl_mappings_changes/v0': { seq: 3, changes: { ALPHA_BAR: { after: ALPHA } } } } },
  ],
  [
    'that the history has already, with a lower number',
    { [H]: undefined },
    { given: { [H]: { ...(listEntry(me, { ALPHA_BAR: EDITED })[H] as Nodes), seq: 2 } } },
  ],
  [
    'whose changes are there already, with a lower number',
    { [C]: undefined },
    { given: { [C]: { seq: 2, changes: { ALPHA_BAR: { before: ALPHA, after: EDITED } } } } },
  ],
  ['under the id of former changes', {}, { given: { 'gl_mappings_changes/v2': { seq: 2 } } }],
  [
    'under the name of the version of the former form',
    {},
    {
      id: 'v1',
      given: { [V]: { id: 'v1' }, 'gl_mappings_history/v1': null, 'gl_mappings_changes/v1': null },
    },
  ],
  ['that is not the first, and begins the numbers', numbered(5), { given: { [V]: { id: 'v1' } } }],
  ['with a second entry', { 'gl_mappings_history/v3': { seq: 5, after: 'v1' } }],
  ['with second changes', { 'gl_mappings_changes/v3': { seq: 5 } }],
  // Something of the history is changed beside it.
  ['and another note for the last entry', { 'gl_mappings_history/v1/note': 'x' }],
  ['and another kind for the last entry', { 'gl_mappings_history/v1/kind': 'edit' }],
  ['without the last entry', { 'gl_mappings_history/v1': null }],
  [
    'with other changes for the last entry',
    { 'gl_mappings_changes/v1/changes/BETA CAFE/after/glAccount': '9' },
  ],
  ['without the changes of the last entry', { 'gl_mappings_changes/v1': null }],
  ['without the mark of the last entry', { [`${MARK}/BETA CAFE/v1`]: null }],
];

/** What differs in the update of a former shape. */
const OLD_NUMBER = { 'gl_mappings/OLD': { description: 'OLD', glAccount: 5 } };
const OLD_SHAPE = { 'gl_mappings/OLD': { other: 5 } };
const OF_OLD = `${C}/changes/OLD`;
const refusedOfFormer: readonly (readonly [name: string, writes: Nodes, bend: Bend, given: Nodes])[] = [
  ['that says a text for a number', { OLD: null }, { [`${OF_OLD}/before/glAccount`]: '5' }, OLD_NUMBER],
  ['that says nothing was there', { OLD: GAMMA }, { [`${OF_OLD}/before`]: null }, OLD_SHAPE],
  [
    'that says children before',
    { OLD: null },
    { [`${OF_OLD}/before/description`]: { x: 2 } },
    { 'gl_mappings/OLD': { description: { x: 1 }, glAccount: '5' } },
  ],
  ['that replaces an unusable mapping by itself', { OLD: { other: 5 } }, {}, OLD_SHAPE],
  ['that says another text', { LEGACY: null }, { [`${C}/changes/LEGACY/before`]: '6301' }, {}],
  ['that says a mapping for a text', { LEGACY: null }, { [`${C}/changes/LEGACY/before`]: GAMMA }, {}],
  [
    'that removes a key which the SDK cannot read',
    { hasOwnProperty: null },
    {},
    { 'gl_mappings/hasOwnProperty': GAMMA },
  ],
];

/** Entries that accept what was changed past the app: without changes, with both sums. */
const OUTSIDE: Nodes = {
  [V]: { id: 'v2', seq: 5, after: 'v1', count: 2, sum: 5 },
  [H]: {
    ...(listEntry(me, { GAMMA })[H] as Nodes),
    kind: 'outside',
    set: 0,
    expected: { count: 3, sum: 77 },
    found: { count: 2, sum: 5 },
  },
  [C]: { seq: 5 },
};
const outside: readonly (readonly [name: string, bend: Bend, allowed: boolean])[] = [
  ['as it should be', {}, true],
  ['without what was expected', { [`${H}/expected`]: null }, false],
  ['without what was found', { [`${H}/found`]: null }, false],
  ['that expected another count', { [`${H}/expected/count`]: 4 }, false],
  ['that expected less', { [`${H}/expected/count`]: 2 }, false],
  ['that expected a lower sum', { [`${H}/expected/sum`]: 76 }, false],
  ['that found less', { [`${H}/found/count`]: 1 }, false],
  ['that found a lower sum', { [`${H}/found/sum`]: 4 }, false],
  ['that expected another sum', { [`${H}/expected/sum`]: 78 }, false],
  ['that expected no sum', { [`${H}/expected/sum`]: null }, false],
  ['that expected no count', { [`${H}/expected/count`]: null }, false],
  ['that found another count', { [`${H}/found/count`]: 3 }, false],
  ['that found another sum', { [`${H}/found/sum`]: 6 }, false],
  ['that expected more', { [`${H}/expected/keys`]: 1 }, false],
  ['that found no sum', { [`${H}/found/sum`]: null }, false],
  ['that found more', { [`${H}/found/keys`]: 1 }, false],
  ['that found no count', { [`${H}/found/count`]: null }, false],
  ['with a mapping beside it', { 'gl_mappings/GAMMA': GAMMA }, false],
  ['called an edit', { [`${H}/kind`]: 'edit' }, false],
  [
    'called an edit, without sums',
    { [`${H}/kind`]: 'edit', [`${H}/expected`]: null, [`${H}/found`]: null },
    false,
  ],
  ['without changes at all', { [C]: undefined }, false],
  ["in somebody else's name", { [`${H}/by/uid`]: 'uid-amy' }, false],
];

/** Entries that close a batch: without changes, over the list as it is. */
const CLOSED: Nodes = {
  [V]: { id: 'v2', seq: 5, after: 'v1', count: 3, sum: 77 },
  [H]: { ...(listEntry(me, { GAMMA })[H] as Nodes), kind: 'closed', set: 0 },
  [C]: { seq: 5 },
};
const closed: readonly (readonly [name: string, bend: Bend, allowed: boolean])[] = [
  ['as it should be', {}, true],
  ['with a note', { [`${H}/note`]: '3,000 of 5,000' }, true],
  ['with changes', { [`${C}/changes`]: { GAMMA: { after: GAMMA } } }, false],
  ['with a mapping beside it', { 'gl_mappings/GAMMA': GAMMA }, false],
  ['with what was found', { [`${H}/found`]: { count: 3, sum: 77 } }, false],
  ['called an edit', { [`${H}/kind`]: 'edit' }, false],
  ['called an acceptance, without sums', { [`${H}/kind`]: 'outside' }, false],
  ['of no batch', { [`${H}/batch`]: null }, false],
  ["in somebody else's name", { [`${H}/by/uid`]: 'uid-amy' }, false],
];

/** What an admin could write as the entry of the stored version. */
const LAST = { ...(CLOSED[H] as Nodes), seq: 4, after: 'v0' };

/** Writes of less than an update of the list. */
const pieces: readonly (readonly [name: string, update: Nodes])[] = [
  ['changes a mapping of the last entry again', { 'gl_mappings/BETA CAFE': GAMMA }],
  ['changes one field of a mapping', { 'gl_mappings/ALPHA_BAR/glAccount': '6500' }],
  ['changes the id of the version', { [`${V}/id`]: 'v2' }],
  ['changes what the version came after', { [`${V}/after`]: 'v1' }],
  ['changes the count', { [`${V}/count`]: 4 }],
  ['writes into the changes of the last entry', { 'gl_mappings_changes/v1/changes/GAMMA': { after: GAMMA } }],
  ['takes the mark of the last entry away', { [`${MARK}/BETA CAFE/v1`]: null }],
  ['writes the mark of the last entry again', { [`${MARK}/BETA CAFE/v1`]: 4 }],
  ['writes a mark for the last entry', { [`${MARK}/ALPHA_BAR/v1`]: 4 }],
  ['renames the author of the last entry', { 'gl_mappings_history/v1/by/email': me.email }],
];

const by = updatesBy('admin');

const edit = (bend: Bend, options?: EntryOptions) => {
  const id = options?.id ?? 'v2';
  const atId = (path: string) => path.replace(/\/v2(?=\/|$)/, `/${id}`);
  const bends = Object.entries(bend).map(([path, value]) => [id === 'v2' ? path : atId(path), value]);
  return bent(listEntry(me, { ALPHA_BAR: EDITED }, options), Object.fromEntries(bends));
};

/** Changes of the mapping list and its history: what the rules take, and what they refuse. */
export const historyCases: readonly FieldCase[] = [
  ...honest.map(([name, writes, options]) => by(name, listEntry(me, writes, options), true, options?.given)),
  ...harmless.map(([name, bend]) => by(`makes an entry ${name}`, edit(bend), true)),
  ...refused.map(([name, bend, options]) =>
    by(`makes an entry ${name}`, edit(bend, options), false, options?.given),
  ),
  ...refusedOfFormer.map(([name, writes, bend, given]) =>
    by(`makes an entry ${name}`, bent(listEntry(me, writes, { given }), bend), false, given),
  ),
  ...outside.map(([name, bend, allowed]) =>
    by(`accepts a change from outside by an entry ${name}`, bent(OUTSIDE, bend), allowed),
  ),
  ...closed.map(([name, bend, allowed]) =>
    by(`closes a batch by an entry ${name}`, bent(CLOSED, bend), allowed),
  ),
  {
    ...by('closes a batch without being an admin', CLOSED, false),
    by: 'pinned',
  },
  by('changes the list by an entry of kind closed', edit({ [`${H}/kind`]: 'closed' }), false),
  {
    ...by('accepts a list that was never summed', OUTSIDE, false),
    given: { [`${V}/count`]: null, [`${V}/sum`]: null },
  },
  ...pieces.map(([name, update]) => by(name, update, false)),
  ...['x', { description: 'GAMMA' }, { glAccount: '6400' }, { description: 'X', glAccount: '1' }].map(
    (before) =>
      by(
        `adds a mapping and says ${JSON.stringify(before)} before`,
        bent(listEntry(me, { GAMMA }), { [`${C}/changes/GAMMA/before`]: before }),
        false,
      ),
  ),
  by('makes the mark again that the last entry lacks', { [`${MARK}/BETA CAFE/v1`]: 4 }, false, {
    [`${MARK}/BETA CAFE/v1`]: null,
  }),
  by('makes the entry again that the last version lacks', { 'gl_mappings_history/v1': LAST }, false, {
    'gl_mappings_history/v1': null,
    'gl_mappings_changes/v1/changes': null,
  }),
  by(
    'makes a second entry beside',
    {
      ...listEntry(me, { GAMMA }),
      'gl_mappings_history/v9': {
        ...(OUTSIDE['gl_mappings_history/v2'] as Nodes),
        found: { count: 3, sum: 5 },
      },
    },
    false,
  ),
  by('adds changes to the last entry, which has none', { 'gl_mappings_changes/v1': { seq: 4 } }, false, {
    'gl_mappings_changes/v1': null,
  }),
  by('makes an entry under the id none', edit({}, { id: 'none' }), false),
  {
    ...by('makes an honest entry without being an admin', listEntry(people.pinned, { GAMMA }), false),
    by: 'pinned',
  },
  {
    ...by('uses a version that is stored already', edit({ [V]: undefined }), false),
    given: { [V]: { id: 'v2', seq: 5, after: 'v1', count: 3, sum: 5 } },
  },
];
