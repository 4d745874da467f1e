import { fixture, type Tables } from '../../support/tablesOf.ts';
import * as actions from './actions.ts';
import {
  acknowledgeBehind,
  changeAccess,
  changeChart,
  changeMappings,
  matchedRunUpdate,
  runUpdate,
} from './entries.ts';
import { newcomer, other, type Person, people, type Role, roles } from './people.ts';
import { approve, approveItems, approveStored, propose, proposeMany, reject } from './proposals.ts';
import { access, applications, TODAY, unmatchedOf, usageOf, users } from './seed.ts';

/** What is tried, by whom, and who may: every role that is not named must be refused. */
export type Row = {
  readonly name: string;
  readonly action: (me: Person) => actions.Action;
  readonly may: readonly Role[];
};

const row = (name: string, may: readonly Role[], action: Row['action']): Row => ({ name, action, may });

const nobody: readonly Role[] = [];
const admins: readonly Role[] = ['admin', 'adminByEmail'];
const members: readonly Role[] = [...admins, 'pinned', 'byEmail', 'demoted'];
const signedIn = roles.filter((role) => role !== 'signedOut');
/** Their address belongs to a record of somebody else. */
const impostors: readonly Role[] = ['squatterOfPinned', 'squatterOfUnpinned', 'squatterOfAdmin', 'successor'];
const rightfulOwners = signedIn.filter((role) => !impostors.includes(role));
/** Everyone signed in whose address has no application made by another account. */
const notAppliedByAnother = signedIn.filter((role) => role !== 'squatterOfApplicant');
/** Everyone signed in under whose address no application waits. */
const notYetApplied = signedIn.filter((role) => role !== 'applicant' && role !== 'squatterOfApplicant');

const absent = { email: 'no.one@example.test' };
const newUser = { email: absent.email, name: 'No One', allow: true, admin: false, uid: 'uid-no-one' };

/** Those of the tables, by the names that they have there. */
const GROUPS = {
  nobody,
  everybody: roles,
  admins,
  members,
  rightfulOwners,
  notAppliedByAnother,
  notYetApplied,
  adminsAndByEmail: [...admins, 'byEmail'],
} satisfies Record<string, readonly Role[]>;

const VERBS = { ...actions, acknowledgeBehind, changeAccess, changeChart, changeMappings };

/** What the rows name, where `me` acts; whoever is signed out has no uid, and a path needs one. */
function namesFor(me: Person) {
  const uid = me.uid === '' ? 'nobody' : me.uid;
  const named = { ...me, uid };
  return {
    me,
    uid,
    'me.email': me.email,
    'me.uid': me.uid,
    TODAY,
    newUser,
    'users(me)': users(me),
    'users(other)': users(other),
    'users(byEmail)': users(people.byEmail),
    'users(absent)': users(absent),
    'users(newcomer)': users(newcomer),
    'applications(me)': applications(me),
    'applications(other)': applications(other),
    'applications(absent)': applications(absent),
    'applications(newcomer)': applications(newcomer),
    'applicationOf(me)': applicationOf(me),
    applicationForAnother: { ...applicationOf(me), email: absent.email },
    'proposalsOf(me)': `gl_proposals/${uid}`,
    'proposalsOf(other)': `gl_proposals/${other.uid}`,
    'propose(me)': propose(named),
    'propose(other)': propose({ ...me, uid: other.uid }),
    'proposeMany(me)': proposeMany(named, 3),
    'approve(me)': approve(named, named),
    'approve(other)': approve(named),
    'approveItems(other)': approveItems(named),
    'approveStored(other)': approveStored(named),
    'reject(me)': reject(named, named),
    'reject(other)': reject(named),
    'rejectItem(me)': reject(named, me, 'm1', '01'),
    'rejectItem(other)': reject(named, other, 'm1', '01'),
    'usageOf(me)': usageOf(me),
    'usageOf(other)': usageOf(other),
    'unmatchedOf(me)': unmatchedOf(me),
    'unmatchedOf(other)': unmatchedOf(other),
    'run(me)': runUpdate(me, 7),
    'run(other)': runUpdate(other, 7),
    'matchedRun(me)': matchedRunUpdate(me, 7, 2),
    'matchedRun(other)': matchedRunUpdate(other, 7, 2),
    'access(me)': access(me),
    'access(other)': access(other),
    'access(absent)': access(absent),
  };
}

type StoredRow = [name: string, may: keyof typeof GROUPS, verb: keyof typeof VERBS, ...args: never[]];

const tablesFor = new Map<string, Tables<StoredRow>>();

/** The tables of `tests/fixtures/rules/matrix.json`, where `me` acts. */
function tablesOfPerson(me: Person): Tables<StoredRow> {
  const tables = tablesFor.get(me.uid) ?? fixture<Tables<StoredRow>>('rules/matrix', namesFor(me));
  tablesFor.set(me.uid, tables);
  return tables;
}

function rowsOf(title: string): readonly Row[] {
  const rows = tablesOfPerson(other)[title] ?? [];
  return rows.map(([name, may], i) =>
    row(name, GROUPS[may], (me) => {
      const stored = tablesOfPerson(me)[title]?.[i];
      const [, , verb, ...args] = stored as StoredRow;
      return (VERBS[verb] as (...args: never[]) => actions.Action)(...args);
    }),
  );
}

const { read, listenTo, set, remove, updateTree } = actions;

const sealRows: readonly Row[] = ['gl_mappings_seal', 'gl_accounts_seal', 'access_seal'].flatMap((seal) => [
  row(`read ${seal}`, admins, () => read(seal)),
  row(`read the seal of an entry below ${seal}`, admins, () => read(`${seal}/1`)),
  row(`listen to ${seal}`, admins, () => listenTo(seal)),
  row(`set ${seal}`, nobody, () => set(seal, { seq: 9, hash: 'x' })),
  row(`set the number of ${seal}`, nobody, () => set(`${seal}/seq`, 9)),
  row(`remove ${seal}`, nobody, () => remove(seal)),
  // The number that a mark would have.
  row(`write below ${seal}`, nobody, () => set(`${seal}/seq/v1`, 4)),
  row(`write deep below ${seal}`, nobody, () => set(`${seal}/seq/x/y`, 9)),
  row(`read what begins like ${seal}`, nobody, () => read(`${seal}s`)),
]);

/** Places that no rule names, and the operator's. */
const UNKNOWN = [
  'gl_mappings_archive',
  'gl_unknown',
  'gl_waiting_room',
  'gl_mappings_by_key2',
  'seal',
  'by_key',
];

const otherTreeRows: readonly Row[] = [
  row('read the root', nobody, () => read('')),
  row('listen to the root', nobody, () => listenTo('')),
  row('set the root', nobody, () =>
    set('', { gl_mappings: { NEW: { description: 'NEW', glAccount: '6400' } } }),
  ),
  row('update an unknown node from the root', nobody, () => updateTree('', { unknown: 1 })),
  row('read an unknown node', nobody, () => read('unknown/one')),
  row('write an unknown node', nobody, () => set('unknown/two', 'x')),
  ...UNKNOWN.flatMap((place): Row[] => [
    row(`read ${place}`, nobody, () => read(place)),
    row(`write ${place}`, nobody, () => set(`${place}/x/y`, 5)),
  ]),
];

export const matrix: readonly { readonly title: string; readonly rows: readonly Row[] }[] = [
  ...Object.keys(tablesOfPerson(other)).map((title) => ({ title, rows: rowsOf(title) })),
  { title: 'the newest seals', rows: sealRows },
  { title: 'the rest of the tree', rows: otherTreeRows },
];

function applicationOf({ email, uid, verified }: Person) {
  return { email, name: 'My Name', appliedAt: actions.SERVER_TIME, uid, emailVerified: verified } as const;
}
