import { utcDay } from '#model/day.ts';
import { RESERVED_KEYS } from '#model/keyProblem.ts';
import {
  type Action,
  changeMappings,
  commit,
  type DocumentData,
  increment,
  merge,
  REMOVED,
  SERVER_TIME,
  set,
  setDocument,
  type TreeValue,
  updateTree,
} from './actions.ts';
import { other, people, type Role } from './people.ts';
import { access, applications, CREATED_AT, LAST_LOGIN, oldHand, TODAY, usageOf, users } from './seed.ts';

/** One write that differs from a good one in a single respect. */
export type FieldCase = {
  readonly name: string;
  readonly by: Role;
  readonly action: Action;
  readonly allowed: boolean;
  /** What stands in the tree beforehand, other than the seed says. */
  readonly given?: Readonly<Record<string, TreeValue>>;
};
type Case<T> = readonly [name: string, value: T, allowed: boolean];

const absent = { email: 'no.one@example.test' };
const newUser = { email: absent.email, name: 'No One', allow: true, admin: false };
const long = (length: number) => 'x'.repeat(length);
const without = (data: DocumentData, field: string): DocumentData =>
  Object.fromEntries(Object.entries(data).filter(([name]) => name !== field));

const newUserCases: readonly Case<DocumentData>[] = [
  ['the required fields alone', newUser, true],
  ['all fields', { ...newUser, uid: 'u', createdAt: CREATED_AT, lastLogin: LAST_LOGIN }, true],
  ['an empty name', { ...newUser, name: '' }, true],
  ['the longest name', { ...newUser, name: long(256) }, true],
  ['a name that is too long', { ...newUser, name: long(257) }, false],
  ['a line break in the name', { ...newUser, name: 'A\nB' }, false],
  ['a control character in the name', { ...newUser, name: 'A\u001bB' }, false],
  ['a number as name', { ...newUser, name: 7 }, false],
  ['a list as name', { ...newUser, name: [] }, false],
  ['a map as name', { ...newUser, name: {} }, false],
  ['no name', without(newUser, 'name'), false],
  ['an extra field', { ...newUser, role: 'x' }, false],
  ['no e-mail address', without(newUser, 'email'), false],
  ["another's e-mail address", { ...newUser, email: other.email }, false],
  ['no allow', without(newUser, 'allow'), false],
  ['a text as allow', { ...newUser, allow: 'true' }, false],
  ['allow false', { ...newUser, allow: false }, true],
  ['no admin', without(newUser, 'admin'), false],
  ['a number as admin', { ...newUser, admin: 1 }, false],
  ['null as admin', { ...newUser, admin: null }, false],
  ['an admin', { ...newUser, admin: true }, true],
  ['an admin who is not allowed', { ...newUser, allow: false, admin: true }, false],
  ['an empty uid', { ...newUser, uid: '' }, false],
  ['a number as uid', { ...newUser, uid: 7 }, false],
  ['null as uid', { ...newUser, uid: null }, false],
  ['the longest uid', { ...newUser, uid: long(128) }, true],
  ['a uid that is too long', { ...newUser, uid: long(129) }, false],
  ['a list as uid', { ...newUser, uid: ['u'] }, false],
  ['a map as uid', { ...newUser, uid: { u: 'u' } }, false],
  ['a time as createdAt', { ...newUser, createdAt: new Date(CREATED_AT) }, false],
  ['a list as createdAt', { ...newUser, createdAt: [CREATED_AT] }, false],
  ['a day as createdAt', { ...newUser, createdAt: '2026-01-02' }, false],
  ['createdAt with text behind it', { ...newUser, createdAt: `${CREATED_AT} ` }, false],
  ['createdAt without Z', { ...newUser, createdAt: '2026-01-02T03:04:05.678' }, false],
  ['createdAt without seconds', { ...newUser, createdAt: '2026-01-02T03:04Z' }, false],
  ['lastLogin without Z', { ...newUser, lastLogin: '2026-01-02T03:04:05' }, false],
  ['true as uid', { ...newUser, uid: true }, false],
  ['the e-mail address in capitals', { ...newUser, email: absent.email.toUpperCase() }, false],
  ['createdAt without fractions', { ...newUser, createdAt: '2026-01-02T03:04:05Z' }, true],
  ['an empty lastLogin', { ...newUser, lastLogin: '' }, false],
  ['a number as lastLogin', { ...newUser, lastLogin: 1_700_000_000_000 }, false],
];

/** The e-mail address is the id of the document. */
const newEmailCases: readonly Case<string>[] = [
  ['in capitals', 'No.One@example.test', false],
  ['without @', 'no.one', false],
  ['with a space', 'no one@example.test', false],
  ['with a control character', 'no\u001bone@example.test', false],
  ['with a control character behind the @', 'no.one@example\u0007.test', false],
  ['with nothing before the @', '@example.test', false],
  ['with nothing behind the @', 'no.one@', false],
  ['of the greatest length', `${long(307)}@example.test`, true],
  ['that is too long', `${long(308)}@example.test`, false],
];

const adminChanges: readonly Case<DocumentData>[] = [
  ['set a first lastLogin', { lastLogin: LAST_LOGIN }, true],
  ['change createdAt', { createdAt: LAST_LOGIN }, false],
  ['remove createdAt', { createdAt: REMOVED }, false],
  ['clear the uid', { uid: REMOVED }, true],
  ['add a field', { role: 'x' }, false],
  ['change the e-mail address', { email: absent.email }, false],
  ['remove the e-mail address', { email: REMOVED }, false],
  ['remove allow', { allow: REMOVED }, false],
  ['forbid and make an admin', { allow: false, admin: true }, false],
  ['forbid with a text', { allow: 'no' }, false],
];

const ownLogins: readonly (readonly [name: string, by: Role, change: DocumentData, allowed: boolean])[] = [
  ['note a sign-in', 'pinned', { lastLogin: LAST_LOGIN }, true],
  ['note a sign-in that is no time', 'pinned', { lastLogin: 'yesterday' }, false],
  ['note a sign-in as time stamp', 'pinned', { lastLogin: SERVER_TIME }, false],
  ['note a sign-in as null', 'pinned', { lastLogin: null }, false],
  ['remove the sign-in', 'pinned', { lastLogin: REMOVED }, false],
  ['note a sign-in and a name', 'pinned', { lastLogin: LAST_LOGIN, name: 'New' }, false],
  ['note a sign-in and become admin', 'pinned', { lastLogin: LAST_LOGIN, admin: true }, false],
  ['note a sign-in and pin the record', 'byEmail', { lastLogin: LAST_LOGIN, uid: 'uid-emil' }, false],
  ['note a sign-in and add a field', 'byEmail', { lastLogin: LAST_LOGIN, role: 'x' }, false],
  ['note a sign-in and change createdAt', 'demoted', { lastLogin: LAST_LOGIN, createdAt: LAST_LOGIN }, false],
  ['note a sign-in', 'removed', { lastLogin: LAST_LOGIN }, false],
  ['note a sign-in', 'adminWithoutAllow', { lastLogin: LAST_LOGIN }, false],
  ['note a sign-in', 'squatterOfUnpinned', { lastLogin: LAST_LOGIN }, false],
  ['note a sign-in', 'successor', { lastLogin: LAST_LOGIN }, false],
  ['note the own sign-in and drop admin', 'admin', { lastLogin: LAST_LOGIN, admin: false }, false],
  ['change the own createdAt', 'admin', { createdAt: LAST_LOGIN }, false],
  ['clear the own uid', 'admin', { uid: REMOVED }, false],
  ['drop admin and keep allow', 'admin', { admin: false }, false],
];

const me = people.stranger;
const application = {
  email: me.email,
  name: 'My Name',
  appliedAt: SERVER_TIME,
  uid: me.uid,
  emailVerified: true,
} as const;

const newApplications: readonly Case<DocumentData>[] = [
  ['as it should be', application, true],
  ['with an empty name', { ...application, name: '' }, true],
  ['with the longest name', { ...application, name: long(256) }, true],
  ['with a name that is too long', { ...application, name: long(257) }, false],
  ['with a list as name', { ...application, name: [] }, false],
  ['with null as name', { ...application, name: null }, false],
  ['without a name', without(application, 'name'), false],
  ['with an extra field', { ...application, allow: true }, false],
  ["with another's e-mail address", { ...application, email: other.email }, false],
  ['without an e-mail address', without(application, 'email'), false],
  ["with another's uid", { ...application, uid: other.uid }, false],
  ['without a uid', without(application, 'uid'), false],
  ['with an unverified address called verified', { ...application, emailVerified: false }, false],
  ['with a text as emailVerified', { ...application, emailVerified: 'true' }, false],
  ['without emailVerified', without(application, 'emailVerified'), false],
  ["at a time of the applicant's choice", { ...application, appliedAt: new Date(0) }, false],
  ['at a time in the future', { ...application, appliedAt: new Date(Date.now() + 86_400_000) }, false],
  ['with true as uid', { ...application, uid: true }, false],
  ['at a time written as text', { ...application, appliedAt: CREATED_AT }, false],
  ['without a time', without(application, 'appliedAt'), false],
  ['at null', { ...application, appliedAt: null }, false],
];

const goodMapping = { description: 'GAMMA', glAccount: '6400' };
const mappings: readonly Case<TreeValue>[] = [
  ['with a short keyword', { description: 'G', glAccount: '6' }, true],
  ['with the longest keyword', { ...goodMapping, description: long(1000) }, true],
  ['with a keyword that is too long', { ...goodMapping, description: long(1001) }, false],
  ['with an empty keyword', { ...goodMapping, description: '' }, false],
  ['with a number as keyword', { ...goodMapping, description: 7 }, false],
  ['without a keyword', { glAccount: '6400' }, false],
  ['with the longest account', { ...goodMapping, glAccount: long(1000) }, true],
  ['with an account that is too long', { ...goodMapping, glAccount: long(1001) }, false],
  ['with an empty account', { ...goodMapping, glAccount: '' }, false],
  ['with the account of a row without a match', { ...goodMapping, glAccount: 'No Match' }, false],
  ['with that account in another case and spacing', { ...goodMapping, glAccount: ' no   MATCH ' }, false],
  ['with an account that begins like it', { ...goodMapping, glAccount: 'No Match Ltd' }, true],
  ['with an account that ends like it', { ...goodMapping, glAccount: 'A no match' }, true],
  ['with that account in one word', { ...goodMapping, glAccount: 'NoMatch' }, true],
  ['with a number as account', { ...goodMapping, glAccount: 6400 }, false],
  ['with true as account', { ...goodMapping, glAccount: true }, false],
  ['with children in the account', { ...goodMapping, glAccount: { x: 'y' } }, false],
  ['without an account', { description: 'GAMMA' }, false],
  ['with an extra field', { ...goodMapping, note: 'x' }, false],
  ['as a plain text', '6400', false],
  ['as a number', 6400, false],
  ['as true', true, false],
];

const mappingUpdates: readonly Case<Record<string, TreeValue>>[] = [
  ['two good ones', { A: goodMapping, B: goodMapping }, true],
  ['a good one and a bad one', { A: goodMapping, B: { description: 'B' } }, false],
  ['a bad one and a good one', { A: 'x', B: goodMapping }, false],
  ['a removal and a bad one', { ALPHA_BAR: null, B: { ...goodMapping, note: 'x' } }, false],
  ['the removal of an account alone', { 'ALPHA_BAR/glAccount': null }, false],
  ['the removal of both fields', { 'ALPHA_BAR/glAccount': null, 'ALPHA_BAR/description': null }, true],
  ['the fields of a new one', { 'A/description': 'A', 'A/glAccount': '1' }, true],
  ['a legacy one turned new', { 'LEGACY/description': 'LEGACY', 'LEGACY/glAccount': '1' }, true],
];

const mappingKeys: readonly Case<string>[] = [
  ...RESERVED_KEYS.map((key): Case<string> => [key, key, false]),
  ['CONSTRUCTOR', 'CONSTRUCTOR', true],
  ['constructors', 'constructors', true],
  ['my constructor', 'my constructor', true],
  ['a number', '7', true],
];

const versions: readonly Case<TreeValue>[] = [
  ['that is new', { id: 'v2' }, true],
  ['of one character', { id: 'v' }, true],
  ['of the greatest length', { id: long(64) }, true],
  ['that is too long', { id: long(65) }, false],
  ['that is empty', { id: '' }, false],
  ['that is a number', { id: 2 }, false],
  ['that is the one until now', { id: 'v1' }, false],
  ['that is the one until now, after it', { id: 'v1', after: 'v1' }, false],
  ['after the one until now', { id: 'v2', after: 'v1' }, true],
  ['after an older one', { id: 'v2', after: 'v0' }, false],
  ['after none', { id: 'v2', after: 'none' }, false],
  ['after a number', { id: 'v2', after: 1 }, false],
  ['that names what changes', { id: 'v2', after: 'v1', keys: { LEGACY: true } }, true],
  ['that names more than what changes', { id: 'v2', keys: { LEGACY: true, OTHER: true } }, true],
  ['that names something else', { id: 'v2', keys: { OTHER: true } }, false],
  ['that names what changes by a text', { id: 'v2', keys: { LEGACY: 'true' } }, false],
  ['that names what changes by false', { id: 'v2', keys: { LEGACY: false } }, false],
  ['that names another by false', { id: 'v2', keys: { LEGACY: true, OTHER: false } }, false],
  ['that names by a text', { id: 'v2', keys: 'LEGACY' }, false],
  ['that names what cannot be read', { id: 'v2', keys: { LEGACY: true, ['__proto__']: true } }, false],
  ['that names what is reserved', { id: 'v2', keys: { LEGACY: true, constructor: true } }, true],
  ['with more fields', { id: 'v2', by: 'x' }, false],
  ['without a name', { after: 'v1' }, false],
  ['as a plain text', 'v2', false],
  ['taken away', null, false],
];
const firstVersions: readonly Case<TreeValue>[] = [
  ['that is new', { id: 'v1' }, true],
  ['after none', { id: 'v1', after: 'none' }, true],
  ['after another', { id: 'v1', after: 'v0' }, false],
  ['that is empty', { id: '' }, false],
];

const counts: readonly Case<TreeValue>[] = [
  ['by 1', increment(1), true],
  ['by 1,000,000', increment(1_000_000), true],
  ['by 1,000,001', increment(1_000_001), false],
  ['by 0', increment(0), false],
  ['by -1', increment(-1), false],
  ['by 1.5', increment(1.5), false],
  ['by 0.5', increment(0.5), false],
  ['to a text', '60', false],
  ['to true', true, false],
  ['to nothing', null, false],
  ['to children', { x: 1 }, false],
];
const counters: readonly (readonly [name: string, path: string])[] = [
  ['the global counter of the day', `usage/daily/${TODAY}`],
  ['the global total', 'usage/total'],
  ['the own counter of the day', `${usageOf(people.pinned)}/daily/${TODAY}`],
  ['the own total', `${usageOf(people.pinned)}/total`],
];

const dayKeys: readonly Case<string>[] = [
  ['today', TODAY, true],
  ['yesterday', dayFromNow(-1), true],
  ['tomorrow', dayFromNow(1), true],
  ['the day before yesterday', dayFromNow(-2), false],
  ['the day after tomorrow', dayFromNow(2), false],
  ['this day of last year', `${Number(TODAY.slice(0, 4)) - 1}${TODAY.slice(4)}`, false],
  ['a word', 'today', false],
  ['a month', TODAY.slice(0, 7), false],
  ['a day without dashes', TODAY.replaceAll('-', ''), false],
  ['the 13th month', `${TODAY.slice(0, 4)}-13-01`, false],
  ['month zero', '2026-00-01', false],
  ['the 32nd', '2026-01-32', false],
  ['the zeroth', '2026-01-00', false],
  ['a day with text in it', `${TODAY.slice(0, 8)}x-${TODAY.slice(8)}`, false],
  ['a day with its end twice', `${TODAY}${TODAY.slice(7)}`, false],
  ['a day with its year twice', `${TODAY.slice(0, 4)}${TODAY}`, false],
  ['a day with text behind it', `${TODAY}x`, false],
  ['a day with text before it', `x${TODAY}`, false],
  ['a day of another century', '1999-12-31', false],
];

const entry = { email: absent.email, allow: true, admin: false, uid: 'uid-no-one' };
const entries: readonly Case<TreeValue>[] = [
  ['as it should be', entry, true],
  ['without a uid', { email: absent.email, allow: true, admin: false }, true],
  ['of an admin', { ...entry, admin: true }, true],
  ['of an admin who is not allowed', { ...entry, allow: false, admin: true }, false],
  ['that forbids', { ...entry, allow: false }, true],
  ["with another's e-mail address", { ...entry, email: other.email }, false],
  ['with the e-mail address in capitals', { ...entry, email: absent.email.toUpperCase() }, false],
  ['with the e-mail address of a sloppy key', { ...entry, email: 'no_one@example.test' }, false],
  ['with a number as e-mail address', { ...entry, email: 7 }, false],
  ['without an e-mail address', { allow: true, admin: false }, false],
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
  ['remove the e-mail address', { email: null }, false],
  ['change the e-mail address', { email: absent.email }, false],
];

/** All field cases. */
export const fieldCases: readonly FieldCase[] = [
  ...newUserCases.map(([name, data, allowed]) =>
    by('admin', `creates a user with ${name}`, setDocument(users(absent), data), allowed),
  ),
  ...newEmailCases.map(([name, email, allowed]) =>
    by(
      'admin',
      `creates a user with an address ${name}`,
      setDocument(users({ email }), { ...newUser, email }),
      allowed,
    ),
  ),
  ...adminChanges.map(([name, data, allowed]) =>
    by('admin', `changes another: ${name}`, merge(users(other), data), allowed),
  ),
  by(
    'admin',
    'notes when a user was created where that is not known',
    commit(
      { verb: 'merge', path: users(oldHand), data: { createdAt: CREATED_AT } },
      { verb: 'merge', path: users(other), data: { name: 'New' } },
    ),
    true,
  ),
  by(
    'admin',
    'pins a record that has no uid',
    merge(users(people.byEmail), { uid: people.byEmail.uid }),
    true,
  ),
  by(
    'admin',
    'makes two changes of which one is bad',
    commit(
      { verb: 'merge', path: users(other), data: { name: 'New' } },
      { verb: 'merge', path: users(people.pinned), data: { name: 7 } },
    ),
    false,
  ),
  ...ownLogins.map(([name, role, change, allowed]) =>
    by(role, `changes the own record: ${name}`, merge(users(people[role as 'pinned']), change), allowed),
  ),
  ...newApplications.map(([name, data, allowed]) =>
    by('stranger', `applies ${name}`, setDocument(applications(me), data), allowed),
  ),
  by(
    'unverified',
    'applies with an unverified address called verified',
    setDocument(applications(people.unverified), {
      ...application,
      email: people.unverified.email,
      uid: people.unverified.uid,
    }),
    false,
  ),
  ...mappings.map(([name, value, allowed]) =>
    by('admin', `adds a mapping ${name}`, changeMappings({ GAMMA: value }), allowed),
  ),
  ...mappingUpdates.map(([name, values, allowed]) =>
    by('admin', `updates mappings: ${name}`, changeMappings(values), allowed),
  ),
  ...mappingKeys.map(([name, key, allowed]) =>
    by('admin', `adds a mapping with the key ${name}`, changeMappings({ [key]: goodMapping }), allowed),
  ),
  {
    ...by('admin', 'removes a mapping with a reserved key', changeMappings({ constructor: null }), true),
    given: { 'gl_mappings/constructor': goodMapping },
  },
  by(
    'admin',
    'changes the list with a version that names hasOwnProperty',
    updateTree('', {
      'gl_mappings/LEGACY': null,
      'gl_mappings_version/id': 'v2',
      'gl_mappings_version/after': 'v1',
      'gl_mappings_version/keys/LEGACY': true,
      'gl_mappings_version/keys/hasOwnProperty': true,
    }),
    false,
  ),
  ...versions.map(([name, version, allowed]) =>
    by(
      'admin',
      `changes the list with a version ${name}`,
      changeMappings({ LEGACY: null }, version),
      allowed,
    ),
  ),
  ...firstVersions.map(([name, version, allowed]) => ({
    ...by(
      'admin',
      `gives the list a first version ${name}`,
      changeMappings({ LEGACY: null }, version),
      allowed,
    ),
    given: { gl_mappings_version: null },
  })),
  by(
    'admin',
    'changes the list with a version that keeps what the last one came after',
    updateTree('', { 'gl_mappings/LEGACY': null, 'gl_mappings_version/id': 'v2' }),
    false,
  ),
  {
    ...by(
      'admin',
      'changes the list with a version that keeps what the last one named',
      updateTree('', { 'gl_mappings/LEGACY': null, 'gl_mappings_version/id': 'v2' }),
      false,
    ),
    given: { gl_mappings_version: { id: 'v1', keys: { OTHER: true } } },
  },
  by(
    'admin',
    'changes what the version of the list came after',
    set('gl_mappings_version/after', 'v1'),
    false,
  ),
  ...counters.flatMap(([counter, path]) =>
    counts.map(([name, value, allowed]) =>
      by('pinned', `moves ${counter} ${name}`, set(path, value), allowed),
    ),
  ),
  ...counters.map(([counter, path]) =>
    by('pinned', `writes below ${counter}`, set(`${path}/x`, increment(1)), false),
  ),
  ...dayKeys.flatMap(([name, day, allowed]) => [
    by('pinned', `counts globally on ${name}`, set(`usage/daily/${day}`, increment(1)), allowed),
    by(
      'pinned',
      `counts for themselves on ${name}`,
      set(`${usageOf(people.pinned)}/daily/${day}`, increment(1)),
      allowed,
    ),
  ]),
  by(
    'pinned',
    'counts twice, once by too much',
    updateTree('usage', { total: increment(1), [`daily/${TODAY}`]: increment(2_000_000) }),
    false,
  ),
  ...counters.flatMap(([counter, path]) => [
    { ...by('pinned', `starts ${counter}`, set(path, increment(7)), true), given: { [path]: null } },
    {
      ...by('pinned', `starts ${counter} by too much`, set(path, increment(1_000_001)), false),
      given: { [path]: null },
    },
    {
      ...by('pinned', `moves ${counter} on from a fraction`, set(path, increment(1)), true),
      given: { [path]: 0.25 },
    },
    { ...by('pinned', `mends ${counter}`, set(path, increment(7)), true), given: { [path]: 'x' } },
  ]),
  ...entries.map(([name, value, allowed]) =>
    by('admin', `adds an access entry ${name}`, set(access(absent), value), allowed),
  ),
  ...['constructor', '__definegetter__', 'no one'].map((email) =>
    by('admin', `adds an access entry for ${email}`, set(`access/${email}`, { ...entry, email }), false),
  ),
  ...entryUpdates.map(([name, values, allowed]) =>
    by('admin', `changes another's access entry: ${name}`, updateTree(access(other), values), allowed),
  ),
  by(
    'admin',
    "changes another's access entry and the own one",
    updateTree('access', {
      [`${access(other).slice('access/'.length)}/allow`]: false,
      [`${access(people.admin).slice('access/'.length)}/uid`]: 'uid-2',
    }),
    false,
  ),
];

function dayFromNow(days: number): string {
  return utcDay(new Date(Date.now() + days * 86_400_000));
}

function by(role: Role, name: string, action: Action, allowed: boolean): FieldCase {
  return { name, by: role, action, allowed };
}
