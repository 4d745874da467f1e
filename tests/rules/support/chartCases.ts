import { differing, tablesOf } from '../../support/tablesOf.ts';
import { type Bend, bent, chartEntry } from './entries.ts';
import { type FieldCase, type Nodes, updatesBy } from './FieldCase.ts';
import { logCases } from './logCases.ts';
import { lookalikes } from './noMatch.ts';
import { people } from './people.ts';

const me = people.admin;

/** Of the seed: 6100.1 with a note, 6200 retired. */
const KEY = '6100%2E1';
const TRAVEL = { code: '6100.1', name: 'Travel', note: 'trains' };
const NEW = { code: '6300', name: 'Rent' };

const V = 'gl_accounts_version';
const H = 'gl_accounts_history/c2';
const OF_TRAVEL = `${H}/changes/${KEY}`;

const table = tablesOf('rules/chart', { V, H, KEY, OF_TRAVEL });

const by = updatesBy('admin');

const CHANGED = { code: '6100.1', name: 'Trips', note: 'planes', retired: true };
const change = (bend: Bend, id?: string) =>
  bent(chartEntry(me, { [KEY]: CHANGED }, id === undefined ? {} : { id }), bend);

/** Changes of the chart of accounts and their history: what the rules take, and what they refuse. */
export const chartCases: readonly FieldCase[] = [
  ...table<[string, unknown, boolean]>('accounts').map(([name, value, allowed]) =>
    by(`adds an account ${name}`, chartEntry(me, { 6300: differing(NEW, value) }), allowed),
  ),
  ...table<[string, string, boolean]>('codes').map(([code, key, allowed]) =>
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
  ...table<[string, Nodes, boolean]>('changes').map(([name, values, allowed]) =>
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
  ...logCases(
    {
      what: 'the chart',
      version: V,
      history: 'gl_accounts_history',
      letter: 'c',
      seq: 4,
      kinds: ['add', 'edit', 'delete', 'import', 'undo'],
      place: `gl_accounts/${KEY}`,
      former: { [KEY]: { after: TRAVEL } },
      change,
    },
    table<[string, Bend]>('entries'),
  ),
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
