import { RESERVED_KEYS } from '#model/keyProblem.ts';
import { accessCases } from './accessCases.ts';
import {
  type Action,
  commit,
  type DocumentData,
  merge,
  REMOVED,
  SERVER_TIME,
  setDocument,
  type TreeValue,
} from './actions.ts';
import { chartCases } from './chartCases.ts';
import { changeMappings } from './entries.ts';
import type { FieldCase } from './FieldCase.ts';
import { historyCases } from './historyCases.ts';
import { lookalikes } from './noMatch.ts';
import { other, people, type Role } from './people.ts';
import { proposalCases } from './proposalCases.ts';
import { applications, CREATED_AT, LAST_LOGIN, oldHand, users } from './seed.ts';
import { usageCases } from './usageCases.ts';

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
  ['no email address', without(newUser, 'email'), false],
  ["another's email address", { ...newUser, email: other.email }, false],
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
  ...['2026-13-02T03', '2026-00-02T03', '2026-01-32T03', '2026-01-00T03', '2026-01-02T24'].map(
    (hour): Case<DocumentData> => [
      `${hour} as createdAt`,
      { ...newUser, createdAt: `${hour}:04:05Z` },
      false,
    ],
  ),
  ...['60:05', '04:60'].map(
    (rest): Case<DocumentData> => [
      `a createdAt at ${rest}`,
      { ...newUser, createdAt: `2026-01-02T03:${rest}Z` },
      false,
    ],
  ),
  ['the last createdAt of a year', { ...newUser, createdAt: '2026-12-31T23:59:59.999999999Z' }, true],
  ['a createdAt in the middle of a month', { ...newUser, createdAt: '2026-01-15T15:30:30.5Z' }, true],
  ['a createdAt on the 30th', { ...newUser, createdAt: '2026-03-30T20:00:00Z' }, true],
  ['the first createdAt of a day', { ...newUser, createdAt: '2026-10-29T10:00:00Z' }, true],
  ['lastLogin without Z', { ...newUser, lastLogin: '2026-01-02T03:04:05' }, false],
  ['true as uid', { ...newUser, uid: true }, false],
  ['the email address in capitals', { ...newUser, email: absent.email.toUpperCase() }, false],
  ['createdAt without fractions', { ...newUser, createdAt: '2026-01-02T03:04:05Z' }, true],
  ['an empty lastLogin', { ...newUser, lastLogin: '' }, false],
  ['a number as lastLogin', { ...newUser, lastLogin: 1_700_000_000_000 }, false],
];

/** The email address is the id of the document. */
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
  ['change the email address', { email: absent.email }, false],
  ['remove the email address', { email: REMOVED }, false],
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
  ["with another's email address", { ...application, email: other.email }, false],
  ['without an email address', without(application, 'email'), false],
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
  [
    'with that account between spaces that do not break',
    { ...goodMapping, glAccount: '\u00a0No\u00a0Match\u202f' },
    false,
  ],
  ['with that account in wide spaces', { ...goodMapping, glAccount: '\u3000no\u2003match\ufeff' }, false],
  ['with that account and a full stop', { ...goodMapping, glAccount: 'No Match.' }, true],
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

const spaced: readonly Case<TreeValue>[] = lookalikes.map(([name, account, allowed]) => [
  `with that account, ${name}`,
  { ...goodMapping, glAccount: account },
  allowed,
]);
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
  ...[...mappings, ...spaced].map(([name, value, allowed]) =>
    by('admin', `adds a mapping ${name}`, changeMappings(people.admin, { GAMMA: value }), allowed),
  ),
  ...mappingUpdates.map(([name, values, allowed]) =>
    by('admin', `updates mappings: ${name}`, changeMappings(people.admin, values), allowed),
  ),
  ...mappingKeys.map(([name, key, allowed]) =>
    by(
      'admin',
      `adds a mapping with the key ${name}`,
      changeMappings(people.admin, { [key]: goodMapping }),
      allowed,
    ),
  ),
  ...historyCases,
  ...proposalCases,
  ...usageCases,
  ...accessCases,
  ...chartCases,
];

function by(role: Role, name: string, action: Action, allowed: boolean): FieldCase {
  return { name, by: role, action, allowed };
}
