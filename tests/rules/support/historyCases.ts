import { CHANGE_KINDS } from '#model/history.ts';
import { tablesOf } from '../../support/tablesOf.ts';
import { type Bend, bent, type EntryOptions, entryBends, listEntry } from './entries.ts';
import { type FieldCase, type Nodes, updatesBy } from './FieldCase.ts';
import { people } from './people.ts';

type Bent = readonly [name: string, bend: Bend, options?: EntryOptions];
type Difference = readonly [name: string, bend: Bend, allowed: boolean];

const me = people.admin;
const GAMMA = { description: 'GAMMA', glAccount: '6400' };
const EDITED = { description: 'ALPHA.BAR', glAccount: '6500' };

const V = 'gl_mappings_version';
const H = 'gl_mappings_history/v2';
const C = 'gl_mappings_changes/v2';
const B = 'gl_mappings_behind';
const MARK = 'gl_mappings_changes_by_key';

const kindsOfChange = (...besides: readonly string[]) =>
  CHANGE_KINDS.filter((kind) => !['outside', 'closed', 'behind', ...besides].includes(kind));

const table = tablesOf('rules/history', {
  V,
  H,
  C,
  MARK,
  B,
  OF_ALPHA: `${C}/changes/ALPHA_BAR`,
  // A mapping that stays as it is.
  OF_BETA: `${C}/changes/BETA CAFE`,
  MARK_OF_BETA: `${MARK}/BETA CAFE/v2`,
  OF_OLD: `${C}/changes/OLD`,
  ALPHA: { description: 'ALPHA.BAR', glAccount: '6100' },
  BETA: { description: 'BETA CAFE', glAccount: '6200' },
  GAMMA,
  EDITED,
  FORMER_ENTRY: { 'gl_mappings_history/v0': { seq: 3 }, 'gl_mappings_changes/v0': { seq: 3 } },
  OLD_NUMBER: { 'gl_mappings/OLD': { description: 'OLD', glAccount: 5 } },
  OLD_SHAPE: { 'gl_mappings/OLD': { other: 5 } },
  older: { ...(listEntry(me, { ALPHA_BAR: EDITED })[H] as Nodes), seq: 2 },
});

const honest: readonly (readonly [name: string, writes: Nodes, options?: EntryOptions])[] = [
  ...table<[string, Nodes, EntryOptions?]>('honest'),
  ...kindsOfChange().map((kind) => [`changes the list by ${kind}`, { ALPHA_BAR: EDITED }, { kind }] as const),
];

/** Differences from the edit of ALPHA_BAR. */
const refused: readonly Bent[] = [
  ...table<Bent>('refused'),
  ...entryBends(H, me.email),
  ...kindsOfChange('accounts').map(
    (kind): Bent => [
      `of ${kind} with the account that all lead to`,
      { [`${H}/kind`]: kind, [`${H}/to`]: '6500' },
    ],
  ),
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

/** Entries that close a batch: without changes, over the list as it is. */
const CLOSED: Nodes = {
  [V]: { id: 'v2', seq: 5, after: 'v1', count: 3, sum: 77 },
  [H]: { ...(listEntry(me, { GAMMA })[H] as Nodes), kind: 'closed', set: 0 },
  [C]: { seq: 5 },
};

const NOW = { '.sv': 'timestamp' } as const;

/** Entries that say that others are missing: without changes, and named in a place of their own. */
const BEHIND: Nodes = {
  ...CLOSED,
  [H]: { ...(CLOSED[H] as Nodes), kind: 'behind' },
  [B]: { id: 'v2', seq: 5, at: NOW },
};
const STORED_BEHIND = { 'gl_mappings_history/v1/kind': 'behind', 'gl_mappings_changes/v1/changes': null };
const LAST_BEHIND = { id: 'v1', seq: 4, at: 1_700_000_000_000 };

/** What an admin could write as the entry of the stored version. */
const LAST = { ...(CLOSED[H] as Nodes), seq: 4, after: 'v0' };

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
  ...table<Bent>('harmless').map(([name, bend]) => by(`makes an entry ${name}`, edit(bend), true)),
  ...refused.map(([name, bend, options]) =>
    by(`makes an entry ${name}`, edit(bend, options), false, options?.given),
  ),
  ...table<[string, Nodes, Bend, Nodes]>('refused of a former shape').map(([name, writes, bend, given]) =>
    by(`makes an entry ${name}`, bent(listEntry(me, writes, { given }), bend), false, given),
  ),
  ...table<Difference>('outside').map(([name, bend, allowed]) =>
    by(`accepts a change from outside by an entry ${name}`, bent(OUTSIDE, bend), allowed),
  ),
  ...table<Difference>('closed').map(([name, bend, allowed]) =>
    by(`closes a batch by an entry ${name}`, bent(CLOSED, bend), allowed),
  ),
  {
    ...by('closes a batch without being an admin', CLOSED, false),
    by: 'pinned',
  },
  ...table<Difference>('behind').map(([name, bend, allowed]) =>
    by(`says that entries are missing by an entry ${name}`, bent(BEHIND, bend), allowed),
  ),
  by('says a second time that entries are missing', BEHIND, true, { ...STORED_BEHIND, [B]: LAST_BEHIND }),
  by('names the last entry again', { [B]: { ...LAST_BEHIND, at: NOW } }, false, STORED_BEHIND),
  by('names an entry in another place too', { ...BEHIND, gl_mappings_beyond: BEHIND[B] ?? null }, false),
  by(
    'names an older entry beside a new one',
    { ...listEntry(me, { GAMMA }), [B]: LAST_BEHIND },
    false,
    STORED_BEHIND,
  ),
  ...['closed', 'behind'].map((kind) =>
    by(`changes the list by an entry of kind ${kind}`, edit({ [`${H}/kind`]: kind }), false),
  ),
  {
    ...by('accepts a list that was never summed', OUTSIDE, false),
    given: { [`${V}/count`]: null, [`${V}/sum`]: null },
  },
  ...table<[string, Nodes]>('pieces').map(([name, update]) => by(name, update, false)),
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
