import type { TreeValue } from './actions.ts';
import { accessEntry, type Bend, bent, entryBends } from './entries.ts';
import { type FieldCase, type Nodes, updatesBy } from './FieldCase.ts';
import { other, people } from './people.ts';
import { access } from './seed.ts';

type Case<T> = readonly [name: string, value: T, allowed: boolean];

const me = people.admin;
const absent = { email: 'no.one@example.test' };
const long = (length: number) => 'x'.repeat(length);
const keyOf = (person: { readonly email: string }) => access(person).slice('access/'.length);

const entry = { email: absent.email, allow: true, admin: false, uid: 'uid-no-one' };
const entries: readonly Case<TreeValue>[] = [
  ['as it should be', entry, true],
  ['without a uid', { email: absent.email, allow: true, admin: false }, true],
  ['of an admin', { ...entry, admin: true }, true],
  ['of an admin who is not allowed', { ...entry, allow: false, admin: true }, false],
  ['that forbids', { ...entry, allow: false }, true],
  ["with another's email address", { ...entry, email: other.email }, false],
  ['with the email address in capitals', { ...entry, email: absent.email.toUpperCase() }, false],
  ['with the email address of a sloppy key', { ...entry, email: 'no_one@example.test' }, false],
  ['with a number as email address', { ...entry, email: 7 }, false],
  ['without an email address', { allow: true, admin: false }, false],
  ['with a text as allow', { ...entry, allow: 'true' }, false],
  ['without allow', { email: absent.email, admin: false }, false],
  ['with a number as admin', { ...entry, admin: 1 }, false],
  ['without admin', { email: absent.email, allow: true }, false],
  ['with an empty uid', { ...entry, uid: '' }, false],
  ['with a number as uid', { ...entry, uid: 7 }, false],
  ['with true as uid', { ...entry, uid: true }, false],
  ['with the shortest uid', { ...entry, uid: 'u' }, true],
  ['with the longest uid', { ...entry, uid: long(128) }, true],
  ['with a uid that is too long', { ...entry, uid: long(129) }, false],
  ['with an extra field', { ...entry, name: 'x' }, false],
  ['as a plain text', 'x', false],
  ['as true', true, false],
];

const entryUpdates: readonly Case<Record<string, TreeValue>>[] = [
  ['pin it anew', { uid: 'uid-2' }, true],
  ['clear the uid', { uid: null }, true],
  ['forbid and leave the rest', { allow: false }, true],
  ['forbid and make an admin', { allow: false, admin: true }, false],
  ['remove allow', { allow: null }, false],
  ['remove admin', { admin: null }, false],
  ['remove the email address', { email: null }, false],
  ['change the email address', { email: absent.email }, false],
];

const V = 'access_version';
const H = 'access_history/a2';
const OF_OTHER = `${H}/changes/${keyOf(other)}`;

/** What differs from an honest entry that forbids another. */
const bends: readonly (readonly [name: string, bend: Bend])[] = [
  ['without a version', { [V]: undefined }],
  ['without its entry', { [H]: undefined }],
  ['without changing anything', { [`${access(other)}/allow`]: undefined }],
  ['without changes', { [`${H}/changes`]: null }],
  ['with a text in place of changes', { [`${access(other)}/allow`]: undefined, [`${H}/changes`]: 'x' }],
  ['that says another right before', { [`${OF_OTHER}/before/allow`]: false }],
  ['that says another pinned account before', { [`${OF_OTHER}/before/uid`]: 'uid-2' }],
  ['that says another address before', { [`${OF_OTHER}/before/email`]: 'x@y' }],
  ['that says admin before', { [`${OF_OTHER}/before/admin`]: true }],
  ['that says nothing before', { [`${OF_OTHER}/before`]: null }],
  ['that says emailx before', { [`${OF_OTHER}/before/emailx`]: 'x' }],
  ['that says emailx after', { [`${OF_OTHER}/after/emailx`]: 'x' }],
  ['that says xuid before', { [`${OF_OTHER}/before/xuid`]: 'x' }],
  ['that says xuid after', { [`${OF_OTHER}/after/xuid`]: 'x' }],
  ['that says allowed before', { [`${OF_OTHER}/before/allowed`]: 'x' }],
  ['that says allowed after', { [`${OF_OTHER}/after/allowed`]: 'x' }],
  ['that says adm before', { [`${OF_OTHER}/before/adm`]: 'x' }],
  ['that says adm after', { [`${OF_OTHER}/after/adm`]: 'x' }],
  ['that says more before', { [`${OF_OTHER}/before/name`]: 'x' }],
  ['that says another right after', { [`${OF_OTHER}/after/allow`]: true }],
  ['that says another pinned account after', { [`${OF_OTHER}/after/uid`]: 'uid-2' }],
  ['that says another address after', { [`${OF_OTHER}/after/email`]: 'x@y' }],
  ['that says admin after', { [`${OF_OTHER}/after/admin`]: true }],
  ['that says nothing after', { [`${OF_OTHER}/after`]: null }],
  ['that says more of the person', { [`${OF_OTHER}/why`]: { allow: true } }],
  ['with a side named beforehand', { [`${OF_OTHER}/beforehand`]: { allow: true } }],
  [
    'that names somebody who stays as they are',
    {
      [`${H}/changes/${keyOf(people.pinned)}`]: {
        before: entryOf(people.pinned),
        after: entryOf(people.pinned),
      },
    },
  ],
  ['with a second person that it does not name', { [`${access(people.pinned)}/allow`]: false }],
  ...entryBends(H, me.email),
  ['of a kind of the list', { [`${H}/kind`]: 'upload' }],
  ['with a gap in the numbers', { [`${V}/seq`]: 4, [`${H}/seq`]: 4 }],
  ['after an older version', { [`${V}/after`]: 'a0', [`${H}/after`]: 'a0' }],
  ['with another id in its version', { [`${V}/id`]: 'a3' }],
  ['with more in its version', { [`${V}/count`]: 3 }],
  ['and without the last entry', { 'access_history/a1': null }],
  ['and another kind for the last entry', { 'access_history/a1/kind': 'edit' }],
];

function entryOf({ email, record }: typeof other | typeof people.pinned): Nodes {
  return { email, ...(record as Nodes) };
}

const by = updatesBy('admin');

const forbid = (bend: Bend, id?: string) =>
  bent(accessEntry(me, { [`${access(other)}/allow`]: false }, id === undefined ? {} : { id }), bend);

const after = (id: string) => forbid({ [`${V}/after`]: id, [`${H}/after`]: id });

const promote = accessEntry(me, { [`${access(other)}/admin`]: true });
const promotions: readonly (readonly [name: string, bend: Bend])[] = [
  ['that says another right before', { [`${OF_OTHER}/before/allow`]: false }],
  ['that says no right before', { [`${OF_OTHER}/before/allow`]: null }],
  ['that says another right after', { [`${OF_OTHER}/after/allow`]: false }],
  ['that says no right after', { [`${OF_OTHER}/after/allow`]: null }],
];
const notes: readonly (readonly [name: string, note: string])[] = [
  ['with the shortest note', 'x'],
  ['with the longest note', long(1000)],
];
const NOTHING = bent(forbid({ [`${access(other)}/allow`]: undefined }), { [`${H}/changes`]: null });

/** Changes of access entries and their history: what the rules take, and what they refuse. */
export const accessCases: readonly FieldCase[] = [
  ...entries.map(([name, value, allowed]) =>
    by(`adds an access entry ${name}`, accessEntry(me, { [access(absent)]: value }), allowed),
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
  ...entryUpdates.map(([name, values, allowed]) =>
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
  ...bends.map(([name, bend]) => by(`changes access by an entry ${name}`, forbid(bend), false)),
  ...promotions.map(([name, bend]) => by(`promotes by an entry ${name}`, bent(promote, bend), false)),
  by('promotes another', promote, true),
  ...notes.map(([name, note]) => by(`changes access ${name}`, forbid({ [`${H}/note`]: note }), true)),
  by('renews the version of access alone', { [V]: { id: 'a2', seq: 3, after: 'a1' } }, false),
  by('makes an entry of access without changes', NOTHING, false),
  by('changes access under the id of a former entry', forbid({}), false, {
    'access_history/a2': { seq: 1, changes: { x: { after: { allow: true } } } },
  }),
  by('changes access by a former entry', forbid({ [H]: undefined }), false, {
    'access_history/a2': { seq: 1, changes: { [keyOf(other)]: { after: { allow: true } } } },
  }),
  by('changes access after an older version that the history has', after('a0'), false, {
    'access_history/a0': { seq: 1 },
  }),
  by('changes access under the id of the last entry', forbid({}, 'a1'), false),
  by('changes access by a batch with a dash', forbid({ [`${H}/batch`]: 'aZ_0-9' }), true),
  by('changes access under an id with a dash', forbid({}, 'aZ_0-9'), true),
  ...(
    [
      ['the shortest', 'x', true],
      ['the longest', long(64), true],
      ['one that is too long', long(65), false],
    ] as const
  ).flatMap(([name, id, allowed]) => [
    by(`changes access under ${name} of ids`, forbid({}, id), allowed),
    by(`changes access by ${name} of batches`, forbid({ [`${H}/batch`]: id }), allowed),
  ]),
  ...['grant', 'edit', 'withdraw'].map((kind) =>
    by(`changes access by ${kind}`, forbid({ [`${H}/kind`]: kind }), true),
  ),
  by('changes access with a lower number', forbid({ [`${V}/seq`]: 2, [`${H}/seq`]: 2 }), false),
  by('changes access with the first number', forbid({ [`${V}/seq`]: 1, [`${H}/seq`]: 1 }), false),
  by(
    'changes access by a former entry that says the same, with a lower number',
    forbid({ [H]: undefined }),
    false,
    { [H]: { ...(forbid({})[H] as Nodes), seq: 1 } },
  ),
  by('changes access under an id with a space', forbid({}, 'a 2'), false),
  by('changes access by two entries', { ...forbid({}), 'access_history/a9': forbid({})[H] ?? null }, false),
  by('changes access under the id none', forbid({}, 'none'), false),
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
