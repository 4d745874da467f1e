import { differing, tablesOf } from '../../support/tablesOf.ts';
import { accessEntry, type Bend, bent } from './entries.ts';
import { type FieldCase, type Nodes, updatesBy } from './FieldCase.ts';
import { logCases } from './logCases.ts';
import { other, people } from './people.ts';
import { access } from './seed.ts';

const me = people.admin;
const absent = { email: 'no.one@example.test' };
const keyOf = (person: { readonly email: string }) => access(person).slice('access/'.length);

const entry = { email: absent.email, allow: true, admin: false, uid: 'uid-no-one' };
const V = 'access_version';
const H = 'access_history/a2';
const OF_OTHER = `${H}/changes/${keyOf(other)}`;

const table = tablesOf('rules/access', {
  V,
  H,
  OF_OTHER,
  ENTRY: access(other),
  entry,
  keyOfPinned: keyOf(people.pinned),
  pinned: entryOf(people.pinned),
});

function entryOf({ email, record }: typeof other | typeof people.pinned): Nodes {
  return { email, ...(record as Nodes) };
}

const by = updatesBy('admin');

const forbid = (bend: Bend, id?: string) =>
  bent(accessEntry(me, { [`${access(other)}/allow`]: false }, id === undefined ? {} : { id }), bend);

const promote = accessEntry(me, { [`${access(other)}/admin`]: true });

/** Changes of access entries and their history: what the rules take, and what they refuse. */
export const accessCases: readonly FieldCase[] = [
  ...table<[string, unknown, boolean]>('access entries').map(([name, value, allowed]) =>
    by(
      `adds an access entry ${name}`,
      accessEntry(me, { [access(absent)]: differing(entry, value) }),
      allowed,
    ),
  ),
  ...['constructor', '__definegetter__', 'no one'].map((email) =>
    by(
      `adds an access entry for ${email}`,
      accessEntry(me, { [`access/${email}`]: { ...entry, email } }),
      false,
    ),
  ),
  by(
    'adds an access entry with an address in capitals under the key of such an address',
    accessEntry(me, {
      [access(absent).toUpperCase().replace('ACCESS', 'access')]: {
        ...entry,
        email: absent.email.toUpperCase(),
      },
    }),
    false,
  ),
  ...table<[string, Nodes, boolean]>('changes').map(([name, values, allowed]) =>
    by(
      `changes another's access entry: ${name}`,
      accessEntry(
        me,
        Object.fromEntries(
          Object.entries(values).map(([field, value]) => [`${access(other)}/${field}`, value]),
        ),
      ),
      allowed,
    ),
  ),
  by(
    "changes another's access entry and the own one",
    accessEntry(me, { [`${access(other)}/allow`]: false, [`${access(me)}/uid`]: 'uid-2' }),
    false,
  ),
  ...table<[string, Bend]>('promotions').map(([name, bend]) =>
    by(`promotes by an entry ${name}`, bent(promote, bend), false),
  ),
  by('promotes another', promote, true),
  ...logCases(
    {
      what: 'access',
      version: V,
      history: 'access_history',
      letter: 'a',
      seq: 2,
      kinds: ['grant', 'edit', 'withdraw'],
      place: `${access(other)}/allow`,
      former: { [keyOf(other)]: { after: { allow: true } } },
      change: forbid,
    },
    table<[string, Bend]>('entries'),
  ),
  ...(['any text', true, { email: absent.email }, entry] as const).map((before) =>
    by(
      `adds an access entry that says ${JSON.stringify(before)} before`,
      bent(accessEntry(me, { [access(absent)]: entry }), {
        [`${H}/changes/${keyOf(absent)}/before`]: before,
      }),
      false,
    ),
  ),
  ...(['any text', true, { email: other.email }] as const).map((after) =>
    by(
      `removes an access entry that says ${JSON.stringify(after)} after`,
      bent(accessEntry(me, { [access(other)]: null }), { [`${OF_OTHER}/after`]: after }),
      false,
    ),
  ),
  by('demotes themselves', accessEntry(me, { [`${access(me)}/admin`]: false }), false),
  by('removes themselves', accessEntry(me, { [access(me)]: null }), false),
  by('makes the first entry', accessEntry(me, { [access(other)]: null }, { given: { [V]: null } }), true, {
    [V]: null,
  }),
];
