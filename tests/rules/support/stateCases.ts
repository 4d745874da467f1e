import type { AuthContext } from '#server/auth/authContext.ts';
import {
  type Action,
  type DocumentData,
  deleteDocument,
  getDocument,
  list,
  merge,
  read,
  remove,
  setDocument,
  type TreeValue,
  updateTree,
} from './actions.ts';
import {
  accessEntry,
  bent,
  changeAccess,
  changeChart,
  changeMappings,
  chartEntry,
  listEntry,
  runUpdate,
} from './entries.ts';
import { authContext, authOf, other, people } from './people.ts';
import { propose, proposeMany, reject } from './proposals.ts';
import { type Rules, RulesDriver } from './RulesDriver.ts';
import { access, applications, LAST_LOGIN, seed, unmatchedOf, usageOf, users } from './seed.ts';

/**
 * A request with a token or a stored state that no account of a running backend has. Evaluated by the rules directly.
 */
type StateCase = {
  readonly name: string;
  readonly auth: AuthContext;
  readonly action: Action;
  readonly allowed: boolean;
  /** What is stored beside the seed. */
  readonly documents?: Readonly<Record<string, DocumentData>>;
  readonly tree?: Readonly<Record<string, TreeValue>>;
  /** When it is tried, in milliseconds since 1970; by default, now. */
  readonly now?: number;
  /** A list filtered to these documents, in place of the whole collection. */
  readonly filteredTo?: readonly string[];
};

/** The cases that the rules decide otherwise than they should. */
export function misdecidedCases(rules: Rules, cases: readonly StateCase[]): StateCase[] {
  // One driver for each stored state: cases with the same state share it.
  const drivers = new Map<unknown, RulesDriver>();
  const driverFor = ({ documents, tree, now }: StateCase) => {
    const state = { documents: { ...seed.documents, ...documents }, tree: { ...seed.tree, ...tree } };
    const name = documents ?? now;
    const driver = drivers.get(name) ?? RulesDriver.of(rules, state, new Date(now ?? Date.now()));
    drivers.set(name, driver);
    return driver;
  };
  return cases.filter((one) => {
    const { auth, action, filteredTo, allowed } = one;
    const driver = driverFor(one);
    const isAllowed =
      filteredTo === undefined ? driver.allows(auth, action) : driver.allowsListOf(auth, filteredTo);
    return isAllowed !== allowed;
  });
}

const NEW = { description: 'NEW', glAccount: '1' };
const verified = (email: string, uid = 'uid-x') => authContext(uid, { email, email_verified: true });
const unverified = (email: string, uid = 'uid-x') => authContext(uid, { email, email_verified: false });

type Tried = readonly [what: string, action: Action, allowed: boolean];
type State = Pick<StateCase, 'documents' | 'tree'>;

function casesOf(who: string, auth: AuthContext, tried: readonly Tried[], state: State = {}): StateCase[] {
  return tried.map(([what, action, allowed]) => ({
    name: `${who}: ${what}`,
    auth,
    action,
    allowed,
    ...state,
  }));
}

const filteredLists: readonly StateCase[] = (
  [
    ['pinned', users(people.pinned), false],
    ['byEmail', users(people.byEmail), false],
    ['applicant', applications(people.applicant), false],
    ['admin', users(people.admin), true],
    ['admin', applications(other), true],
  ] as const
).map(([role, path, allowed]) => ({
  name: `${role}: a list filtered to ${path}`,
  auth: authOf(role),
  action: list(path.split('/')[0] ?? ''),
  filteredTo: [path],
  allowed,
}));

const ownForbiddenRecord = { email: people.stranger.email, name: '', allow: false, admin: false };

const newRecords = casesOf('somebody without a record', authOf('stranger'), [
  ['create their own with allow: false', setDocument(users(people.stranger), ownForbiddenRecord), false],
  [
    'create their own with a sign-in alone',
    setDocument(users(people.stranger), { lastLogin: LAST_LOGIN }),
    false,
  ],
]);

const removed = people.removed;
const squattersOfRemoved = [unverified(removed.email), verified(removed.email)].flatMap((auth) =>
  casesOf(
    `another account with the address of a record that is not allowed (${auth.token.email_verified})`,
    auth,
    [
      ['get the record', getDocument(users(removed)), false],
      ['read the access entry', read(access(removed)), false],
      ['read the list', read('gl_mappings'), false],
    ],
  ),
);

const applicant = people.applicant;
const successorsOfApplicant = casesOf(
  'another account with the verified address of an application',
  verified(applicant.email),
  [
    ['get it', getDocument(applications(applicant)), false],
    ['apply anew', setDocument(applications(applicant), { name: '' }), false],
  ],
);

const emil = people.byEmail;
const similarAddresses = [
  `${emil.email}.evil`,
  emil.email.slice(0, -1),
  emil.email.slice(1),
  `x${emil.email}`,
].flatMap((email) =>
  casesOf(email, verified(email), [
    ['get the record of the address that it resembles', getDocument(users(emil)), false],
    ['get the own record, which is missing', getDocument(users({ email })), true],
    ['note the sign-in of the other', merge(users(emil), { lastLogin: LAST_LOGIN }), false],
    ['read the access entry of the other', read(access(emil)), false],
    ['read the list', read('gl_mappings'), false],
    ['read the usage of the other', read(usageOf(emil)), false],
  ]),
);

const adminInCapitals = casesOf(
  "an admin's token in capitals",
  unverified(people.admin.email.toUpperCase(), people.admin.uid),
  [
    ['list the users', list('users'), true],
    ['change the list', changeMappings(people.admin, { NEW }), true],
    ['forbid oneself', merge(users(people.admin), { allow: false, admin: false }), false],
    ['delete the own record', deleteDocument(users(people.admin)), false],
    ['remove the own access entry', remove(access(people.admin)), false],
    ['remove the own usage', remove(usageOf(people.admin)), false],
    ['count for oneself', updateTree('', runUpdate(people.admin, 1)), true],
    ["remove another's usage", remove(usageOf(other)), true],
    ['remove the own lines without a match', remove(unmatchedOf(people.admin)), false],
  ],
);

const odd = { email: 'odd.one@example.test' };
const withoutAdmin = casesOf(
  'somebody whose record says nothing about admin',
  verified(odd.email),
  [
    ['get the own record', getDocument(users(odd)), true],
    ['list the users', list('users'), false],
    ['read the list', read('gl_mappings'), true],
    ['change the list', changeMappings({ ...odd, uid: 'uid-x' }, { NEW }), false],
    ['read all access entries', read('access'), false],
  ],
  {
    documents: { [users(odd)]: { email: odd.email, name: '', allow: true } },
    tree: { [access(odd)]: { email: odd.email, allow: true } },
  },
);

const unknownVerification = casesOf(
  'a token without email_verified',
  authContext(emil.uid, { email: emil.email }),
  [
    ['get a record that is not pinned', getDocument(users(emil)), false],
    ['read the list', read('gl_mappings'), false],
    ['read the access entry', read(access(emil)), false],
  ],
);

/** What an admin may do, each of it refused to somebody who only has a similar address. */
function everythingOf(person: { readonly email: string }): readonly Tried[] {
  const tried: readonly (readonly [string, Action])[] = [
    ['get the record', getDocument(users(person))],
    ['list the users', list('users')],
    ['read the list', read('gl_mappings')],
    ['change the list', changeMappings({ ...person, uid: 'uid-x' }, { NEW })],
    ['read the version of the list', read('gl_mappings_version')],
    ['read the history of the list', read('gl_mappings_history')],
    ['read the changes of the list', read('gl_mappings_changes')],
    ['read the marks of the history', read('gl_mappings_changes_by_key')],
    ['read the chart of accounts', read('gl_accounts')],
    ['read the version of the chart', read('gl_accounts_version')],
    ['read the history of the chart', read('gl_accounts_history')],
    ['change the chart', changeChart({ ...person, uid: 'uid-x' }, { 6300: { code: '6300', name: 'Rent' } })],
    ['read the history of access', read('access_history')],
    ['read the version of access', read('access_version')],
    ['read the access entry', read(access(person))],
    ['read all access entries', read('access')],
    ['read the newest seal', read('gl_mappings_seal')],
    ["remove another's access entry", changeAccess({ ...person, uid: 'uid-x' }, { [access(other)]: null })],
    ['read all usage', read('usage')],
    ['read all proposals', read('gl_proposals')],
    ['read which proposals wait', read('gl_proposals_waiting')],
    ['read the own proposals', read('gl_proposals/uid-x')],
    ['propose', updateTree('', propose({ ...person, uid: 'uid-x' }))],
    ["reject another's proposal", updateTree('', reject({ ...person, uid: 'uid-x' }))],
    ['read the own usage', read(usageOf(person))],
    ["remove another's usage", remove(usageOf(other))],
    ["remove another's lines without a match", remove(unmatchedOf(other))],
    ['count for oneself', updateTree('', runUpdate(person, 1))],
  ];
  return tried.map(([what, action]) => [what, action, false]);
}

/** The Kelvin sign, which lower case turns into a plain k. */
const KELVIN = '\u212a';
const kim = { email: 'kim@example.test' };
const grantToKim = { email: kim.email, allow: true, admin: true };
const kelvin = casesOf(
  'a verified address with the Kelvin sign',
  verified(`${KELVIN}im@example.test`),
  everythingOf(kim),
  { documents: { [users(kim)]: { ...grantToKim, name: '' } }, tree: { [access(kim)]: grantToKim } },
);

const squatterOfAdminByEmail = casesOf(
  'an unverified account with the address of an admin who is not pinned',
  unverified(people.adminByEmail.email),
  everythingOf(people.adminByEmail),
);

const LAST_PROPOSAL = 1_800_000_000_000;
const pauses: readonly StateCase[] = [
  { last: 'p1', after: 10_000, allowed: true },
  { last: 'p1', after: 9_999, allowed: false },
  // One of three.
  { last: 'm1', after: 30_000, allowed: true },
  { last: 'm1', after: 29_999, allowed: false },
].map(({ last, after, allowed }) => ({
  name: `somebody proposes ${after} ms after ${last}`,
  auth: authOf('pinned'),
  action: updateTree('', propose(people.pinned)),
  allowed,
  tree: { [`gl_proposal_limit/${people.pinned.uid}`]: { last, at: LAST_PROPOSAL } },
  now: LAST_PROPOSAL + after,
}));

/** Each time in an update is the server's, to the millisecond. */
const adminsUpdates: readonly (readonly [update: Readonly<Record<string, TreeValue>>, ...times: string[]])[] =
  [
    [listEntry(people.admin, { NEW }), 'gl_mappings_history/v2/at'],
    [chartEntry(people.admin, { 6300: { code: '6300', name: 'Rent' } }), 'gl_accounts_history/c2/at'],
    [accessEntry(people.admin, { [access(other)]: null }), 'access_history/a2/at'],
    [reject(people.admin), `gl_proposals/${other.uid}/p1/decided/at`],
    [
      propose(people.admin),
      `gl_proposals/${people.admin.uid}/p2/at`,
      `gl_proposals_waiting/${people.admin.uid}/p2`,
    ],
    [propose(people.admin), `gl_proposal_limit/${people.admin.uid}/at`],
    [proposeMany(people.admin, 2), `gl_proposals/${people.admin.uid}/p2/at`],
    [proposeMany(people.admin, 2), `gl_proposals_waiting/${people.admin.uid}/p2/01`],
  ];
const times: readonly StateCase[] = adminsUpdates.flatMap(([update, ...paths]) =>
  [-5_000, -1, 0, 1, 5_000].map((off) => ({
    name: `an admin writes ${off} ms from now at ${paths[0]}`,
    auth: authOf('admin'),
    action: updateTree(
      '',
      bent(update, Object.fromEntries(paths.map((path) => [path, LAST_PROPOSAL + off]))),
    ),
    allowed: off === 0,
    now: LAST_PROPOSAL,
  })),
);

export const stateCases: readonly StateCase[] = [
  ...times,
  ...filteredLists,
  ...newRecords,
  ...squattersOfRemoved,
  ...successorsOfApplicant,
  ...similarAddresses,
  ...adminInCapitals,
  ...withoutAdmin,
  ...unknownVerification,
  ...kelvin,
  ...squatterOfAdminByEmail,
  ...pauses,
];
