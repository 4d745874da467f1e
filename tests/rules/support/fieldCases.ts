import { RESERVED_KEYS } from '#model/keyProblem.ts';
import { differing, tablesOf } from '../../support/tablesOf.ts';
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
import { applications, CREATED_AT, oldHand, users } from './seed.ts';
import { usageCases } from './usageCases.ts';

type Case<T> = readonly [name: string, value: T, allowed: boolean];

const absent = { email: 'no.one@example.test' };
const newUser = { email: absent.email, name: 'No One', allow: true, admin: false };
const me = people.stranger;
const application = {
  email: me.email,
  name: 'My Name',
  appliedAt: SERVER_TIME,
  uid: me.uid,
  emailVerified: true,
} as const;

const goodMapping = { description: 'GAMMA', glAccount: '6400' };

const table = tablesOf('rules/fields', {
  goodMapping,
  REMOVED,
  SERVER_TIME,
  createdTime: new Date(CREATED_AT),
  epoch: new Date(0),
  tomorrow: new Date(Date.now() + 86_400_000),
});

const mappings: readonly Case<unknown>[] = [
  ...table<Case<unknown>>('mappings'),
  ...lookalikes.map(
    ([name, account, allowed]) => [`with that account, ${name}`, { glAccount: account }, allowed] as const,
  ),
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
  ...table<Case<object>>('new users').map(([name, data, allowed]) =>
    by('admin', `creates a user with ${name}`, setDocument(users(absent), differing(newUser, data)), allowed),
  ),
  ...table<Case<string>>('addresses of new users').map(([name, email, allowed]) =>
    by(
      'admin',
      `creates a user with an address ${name}`,
      setDocument(users({ email }), { ...newUser, email }),
      allowed,
    ),
  ),
  ...table<Case<DocumentData>>('changes by an admin').map(([name, data, allowed]) =>
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
  ...table<[string, Role, DocumentData, boolean]>('changes of the own record').map(
    ([name, role, change, allowed]) =>
      by(role, `changes the own record: ${name}`, merge(users(people[role as 'pinned']), change), allowed),
  ),
  ...table<Case<object>>('applications').map(([name, data, allowed]) =>
    by('stranger', `applies ${name}`, setDocument(applications(me), differing(application, data)), allowed),
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
    by(
      'admin',
      `adds a mapping ${name}`,
      changeMappings(people.admin, { GAMMA: differing(goodMapping, value) }),
      allowed,
    ),
  ),
  ...table<Case<Record<string, TreeValue>>>('updates of mappings').map(([name, values, allowed]) =>
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
