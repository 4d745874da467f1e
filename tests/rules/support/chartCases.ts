import type { TreeValue } from './actions.ts';
import { type Bend, bent, chartEntry, entryBends } from './entries.ts';
import { type FieldCase, type Nodes, updatesBy } from './FieldCase.ts';
import { lookalikes } from './noMatch.ts';
import { people } from './people.ts';

type Case<T> = readonly [name: string, value: T, allowed: boolean];

const me = people.admin;
const long = (length: number) => 'x'.repeat(length);

/** Of the seed: 6100.1 with a note, 6200 retired. */
const KEY = '6100%2E1';
const TRAVEL = { code: '6100.1', name: 'Travel', note: 'trains' };
const NEW = { code: '6300', name: 'Rent' };

const added: readonly Case<TreeValue>[] = [
  ['as it should be', NEW, true],
  ['with a note', { ...NEW, note: 'monthly' }, true],
  ['that is retired', { ...NEW, retired: true }, true],
  ['that is not yet named', { ...NEW, name: '' }, true],
  ['without a name', { code: '6300' }, false],
  ['without a code', { name: 'Rent' }, false],
  ['with the code of another', { ...NEW, code: '6301' }, false],
  ['with a number as code', { ...NEW, code: 6300 }, false],
  ['with a number as name', { ...NEW, name: 7 }, false],
  ['with the longest name', { ...NEW, name: long(200) }, true],
  ['with a name that is too long', { ...NEW, name: long(201) }, false],
  ['with an empty note', { ...NEW, note: '' }, false],
  ['with the shortest note', { ...NEW, note: 'x' }, true],
  ['with the longest note', { ...NEW, note: long(1000) }, true],
  ['with a note that is too long', { ...NEW, note: long(1001) }, false],
  ['with a number as note', { ...NEW, note: 7 }, false],
  ['that is called not retired', { ...NEW, retired: false }, false],
  ['with a text as retired', { ...NEW, retired: 'true' }, false],
  ['with an extra field', { ...NEW, group: 'x' }, false],
  ['as a plain text', 'Rent', false],
  ['as true', true, false],
];

const codes: readonly (readonly [code: string, key: string, allowed: boolean])[] = [
  ['6100_1', '6100_1', true],
  ['a%b.c#d$e[f]g/h', 'a%25b%2Ec%23d%24e%5Bf%5Dg%2Fh', true],
  ['6100.1', '6100_1', false],
  ['6100%2E1', KEY, false],
  [long(200), long(200), true],
  [long(201), long(201), false],
  ['x', 'x', true],
  ['No Match', 'No Match', false],
  ['  no   MATCH ', '  no   MATCH ', false],
  ['no\u00a0match', 'no\u00a0match', false],
  ['No Match!', 'No Match!', true],
  ['No Matches', 'No Matches', true],
  ['see No Match', 'see No Match', true],
  ['constructor', 'constructor', false],
  ['constructors', 'constructors', true],
  ['my constructor', 'my constructor', true],
];

const reserved = [
  '__defineGetter__',
  '__defineSetter__',
  '__lookupGetter__',
  '__lookupSetter__',
  'hasOwnProperty',
  'isPrototypeOf',
  'propertyIsEnumerable',
  'toLocaleString',
  'toString',
  'valueOf',
];

const changed: readonly Case<Nodes>[] = [
  ['rename it', { name: 'Trips' }, true],
  ['take its name', { name: '' }, true],
  ['change the note', { note: 'planes' }, true],
  ['remove the note', { note: null }, true],
  ['retire it', { retired: true }, true],
  ['remove the name', { name: null }, false],
  ['remove the code', { code: null }, false],
  ['change the code', { code: '6100.2' }, false],
];

const V = 'gl_accounts_version';
const H = 'gl_accounts_history/c2';
const OF_TRAVEL = `${H}/changes/${KEY}`;

/** What differs from an honest entry that retires an account with another name and note. */
const bends: readonly (readonly [name: string, bend: Bend])[] = [
  ['without a version', { [V]: undefined }],
  ['without its entry', { [H]: undefined }],
  ['without changing anything', { [`gl_accounts/${KEY}`]: undefined }],
  ['without changes', { [`${H}/changes`]: null }],
  ['with a text in place of changes', { [`gl_accounts/${KEY}`]: undefined, [`${H}/changes`]: 'x' }],
  ['that says another code before', { [`${OF_TRAVEL}/before/code`]: '6100' }],
  ['that says another name before', { [`${OF_TRAVEL}/before/name`]: 'Tours' }],
  ['that says another note before', { [`${OF_TRAVEL}/before/note`]: 'ships' }],
  ['that says it was retired before', { [`${OF_TRAVEL}/before/retired`]: true }],
  ['that says nothing before', { [`${OF_TRAVEL}/before`]: null }],
  ['that says codex before', { [`${OF_TRAVEL}/before/codex`]: 'x' }],
  ['that says codex after', { [`${OF_TRAVEL}/after/codex`]: 'x' }],
  ['that says xname before', { [`${OF_TRAVEL}/before/xname`]: 'x' }],
  ['that says xname after', { [`${OF_TRAVEL}/after/xname`]: 'x' }],
  ['that says notes before', { [`${OF_TRAVEL}/before/notes`]: 'x' }],
  ['that says notes after', { [`${OF_TRAVEL}/after/notes`]: 'x' }],
  ['that says retire before', { [`${OF_TRAVEL}/before/retire`]: 'x' }],
  ['that says retire after', { [`${OF_TRAVEL}/after/retire`]: 'x' }],
  ['that says more before', { [`${OF_TRAVEL}/before/group`]: 'x' }],
  ['that says another code after', { [`${OF_TRAVEL}/after/code`]: '6100' }],
  ['that says another name after', { [`${OF_TRAVEL}/after/name`]: 'Tours' }],
  ['that says another note after', { [`${OF_TRAVEL}/after/note`]: 'ships' }],
  ['that says it is not retired after', { [`${OF_TRAVEL}/after/retired`]: null }],
  ['that says nothing after', { [`${OF_TRAVEL}/after`]: null }],
  ['that says more of the account', { [`${OF_TRAVEL}/why`]: { code: '6100.1' } }],
  ['with a side named beforehand', { [`${OF_TRAVEL}/beforehand`]: { code: '6100.1' } }],
  [
    'that names an account which stays as it is',
    {
      [`${H}/changes/6200`]: {
        before: { code: '6200', name: 'Hotels', retired: true },
        after: { code: '6200', name: 'Hotels', retired: true },
      },
    },
  ],
  ['with a second account that it does not name', { 'gl_accounts/6200': null }],
  ...entryBends(H, me.email),
  ['of a kind of the list', { [`${H}/kind`]: 'upload' }],
  ['with a gap in the numbers', { [`${V}/seq`]: 6, [`${H}/seq`]: 6 }],
  ['after an older version', { [`${V}/after`]: 'c0', [`${H}/after`]: 'c0' }],
  ['with another id in its version', { [`${V}/id`]: 'c3' }],
  ['with more in its version', { [`${V}/count`]: 3 }],
  ['and without the last entry', { 'gl_accounts_history/c1': null }],
  ['and another kind for the last entry', { 'gl_accounts_history/c1/kind': 'edit' }],
];

const by = updatesBy('admin');

const CHANGED = { code: '6100.1', name: 'Trips', note: 'planes', retired: true };
const change = (bend: Bend, id?: string) =>
  bent(chartEntry(me, { [KEY]: CHANGED }, id === undefined ? {} : { id }), bend);

const after = (id: string) => change({ [`${V}/after`]: id, [`${H}/after`]: id });

const kinds = ['add', 'edit', 'delete', 'import', 'undo'];
const notes: readonly (readonly [name: string, note: string])[] = [
  ['with the shortest note', 'x'],
  ['with the longest note', long(1000)],
];

/** Changes of the chart of accounts and their history: what the rules take, and what they refuse. */
export const chartCases: readonly FieldCase[] = [
  ...added.map(([name, value, allowed]) =>
    by(`adds an account ${name}`, chartEntry(me, { 6300: value }), allowed),
  ),
  ...codes.map(([code, key, allowed]) =>
    by(
      `adds an account with the code ${JSON.stringify(code)} as ${key.slice(0, 20)}`,
      chartEntry(me, { [key]: { code, name: 'x' } }),
      allowed,
    ),
  ),
  ...lookalikes
    // No key has a control character.
    .filter(([, code]) => ![...code].some((character) => character < ' '))
    .map(([name, code, allowed]) =>
      by(
        `adds an account with the code no match, ${name}`,
        chartEntry(me, { [code]: { code, name: 'x' } }),
        allowed,
      ),
    ),
  ...reserved.map((code) =>
    by(`adds an account with the code ${code}`, chartEntry(me, { [code]: { code, name: 'x' } }), false),
  ),
  ...changed.map(([name, values, allowed]) =>
    by(
      `changes an account: ${name}`,
      chartEntry(
        me,
        Object.fromEntries(Object.entries(values).map(([field, value]) => [`${KEY}/${field}`, value])),
      ),
      allowed,
    ),
  ),
  by('takes a retired account back into use', chartEntry(me, { '6200/retired': null }), true),
  by('removes an account', chartEntry(me, { [KEY]: null }), true),
  by('changes many accounts', chartEntry(me, { [KEY]: CHANGED, 6200: null, 6300: NEW }), true),
  by('changes an account with another name, note and state', change({}), true),
  ...bends.map(([name, bend]) => by(`changes the chart by an entry ${name}`, change(bend), false)),
  ...kinds.map((kind) => by(`changes the chart by ${kind}`, change({ [`${H}/kind`]: kind }), true)),
  ...notes.map(([name, note]) => by(`changes the chart ${name}`, change({ [`${H}/note`]: note }), true)),
  by('changes the chart by a batch', change({ [`${H}/batch`]: long(64) }), true),
  by('changes the chart by a batch with a dash', change({ [`${H}/batch`]: 'aZ_0-9' }), true),
  by('changes the chart under an id with a dash', change({}, 'aZ_0-9'), true),
  by('renews the version of the chart alone', { [V]: { id: 'c2', seq: 5, after: 'c1' } }, false),
  by(
    'makes an entry of the chart without changes',
    bent(change({ [`gl_accounts/${KEY}`]: undefined }), { [`${H}/changes`]: null }),
    false,
  ),
  by('changes the chart under the id of a former entry', change({}), false, {
    'gl_accounts_history/c2': { seq: 1, changes: { x: { after: { code: 'x' } } } },
  }),
  by('changes the chart by a former entry', change({ [H]: undefined }), false, {
    'gl_accounts_history/c2': { seq: 1, changes: { [KEY]: { after: TRAVEL } } },
  }),
  by('changes the chart after an older version that the history has', after('c0'), false, {
    'gl_accounts_history/c0': { seq: 1 },
  }),
  by('changes the chart under the id of the last entry', change({}, 'c1'), false),
  ...(
    [
      ['the shortest', 'x', true],
      ['the longest', long(64), true],
      ['one that is too long', long(65), false],
    ] as const
  ).flatMap(([name, id, allowed]) => [
    by(`changes the chart under ${name} of ids`, change({}, id), allowed),
    by(`changes the chart by ${name} of batches`, change({ [`${H}/batch`]: id }), allowed),
  ]),
  by('changes the chart with a lower number', change({ [`${V}/seq`]: 4, [`${H}/seq`]: 4 }), false),
  by('changes the chart with the first number', change({ [`${V}/seq`]: 1, [`${H}/seq`]: 1 }), false),
  by(
    'changes the chart by a former entry that says the same, with a lower number',
    change({ [H]: undefined }),
    false,
    { [H]: { ...(change({})[H] as Nodes), seq: 1 } },
  ),
  by('changes the chart under an id with a space', change({}, 'c 2'), false),
  by(
    'changes the chart by two entries',
    { ...change({}), 'gl_accounts_history/c9': change({})[H] ?? null },
    false,
  ),
  by('changes the chart under the id none', change({}, 'none'), false),
  ...(['any text', { code: '6300' }, NEW] as const).map((before) =>
    by(
      `adds an account that says ${JSON.stringify(before)} before`,
      bent(chartEntry(me, { 6300: NEW }), { [`${H}/changes/6300/before`]: before }),
      false,
    ),
  ),
  ...(['any text', { code: '6100.1' }] as const).map((after) =>
    by(
      `removes an account that says ${JSON.stringify(after)} after`,
      bent(chartEntry(me, { [KEY]: null }), { [`${OF_TRAVEL}/after`]: after }),
      false,
    ),
  ),
  by('makes the first entry of the chart', chartEntry(me, { 6300: NEW }, { given: { [V]: null } }), true, {
    [V]: null,
  }),
];
