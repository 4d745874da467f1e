import {
  type Action,
  commit,
  deleteDocument,
  getDocument,
  increment,
  list,
  listenTo,
  listenToAll,
  listenToDocument,
  merge,
  read,
  remove,
  SERVER_TIME,
  set,
  setDocument,
  updateTree,
} from './actions.ts';
import { changeAccess, changeChart, changeMappings, matchedRunUpdate, runUpdate } from './entries.ts';
import { newcomer, other, type Person, people, type Role, roles } from './people.ts';
import { approve, approveItems, approveStored, propose, proposeMany, reject } from './proposals.ts';
import { access, applications, LAST_LOGIN, TODAY, unmatchedOf, usageOf, users } from './seed.ts';

/** What is tried, by whom, and who may: every role that is not named must be refused. */
export type Row = {
  readonly name: string;
  readonly action: (me: Person) => Action;
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
const entry = (description: string) => ({ description, glAccount: '6400' });

const userRows: readonly Row[] = [
  row('get the own user document', rightfulOwners, (me) => getDocument(users(me))),
  row("get another's user document", admins, () => getDocument(users(other))),
  row('get a user document that is not there', admins, () => getDocument(users(absent))),
  row('list the users', admins, () => list('users')),
  row('listen to the own user document', rightfulOwners, (me) => listenToDocument(users(me))),
  row("listen to another's user document", admins, () => listenToDocument(users(other))),
  row('listen to the users', admins, () => listenToAll('users')),
  row('create a user', admins, () => setDocument(users(absent), newUser)),
  // who is one already, and changes but the name
  row('make oneself an admin', admins, (me) =>
    merge(users(me), { email: me.email, name: 'Me', allow: true, admin: true }),
  ),
  // the date of creation would be lost
  row('replace the own user document by one that grants everything', nobody, (me) =>
    setDocument(users(me), { email: me.email, name: 'Me', allow: true, admin: true, uid: me.uid }),
  ),
  row('allow oneself', admins, (me) => merge(users(me), { allow: true })),
  row('change the own name', admins, (me) => merge(users(me), { name: 'Renamed' })),
  row('note the own sign-in', members, (me) => merge(users(me), { lastLogin: LAST_LOGIN })),
  row("note another's sign-in", admins, () => merge(users(other), { lastLogin: LAST_LOGIN })),
  row("note another's sign-in where the record is not pinned", [...admins, 'byEmail'], () =>
    merge(users(people.byEmail), { lastLogin: LAST_LOGIN }),
  ),
  row('rename another', admins, () => merge(users(other), { name: 'Renamed' })),
  row('forbid another', admins, () => merge(users(other), { allow: false })),
  row('make another an admin', admins, () => merge(users(other), { admin: true })),
  row("pin another's record anew", admins, () => merge(users(other), { uid: 'uid-2' })),
  row('pin the own record anew', nobody, (me) => merge(users(me), { uid: 'uid-2' })),
  row('forbid oneself', nobody, (me) => merge(users(me), { allow: false, admin: false })),
  row('delete the own user document', nobody, (me) => deleteDocument(users(me))),
  row("delete another's user document", admins, () => deleteDocument(users(other))),
];

const applicationRows: readonly Row[] = [
  row('get the own application', notAppliedByAnother, (me) => getDocument(applications(me))),
  row("get another's application", admins, () => getDocument(applications(other))),
  row('list the applications', admins, () => list('applications')),
  row('listen to the own application', notAppliedByAnother, (me) => listenToDocument(applications(me))),
  row("listen to another's application", admins, () => listenToDocument(applications(other))),
  row('listen to the applications', admins, () => listenToAll('applications')),
  row('apply', notYetApplied, (me) => setDocument(applications(me), applicationOf(me))),
  row('apply for another', nobody, (me) =>
    setDocument(applications(absent), { ...applicationOf(me), email: absent.email }),
  ),
  row('change the own application', nobody, (me) => merge(applications(me), { name: 'Renamed' })),
  row("change another's application", nobody, () => merge(applications(other), { name: 'Renamed' })),
  row('withdraw the own application', admins, (me) => deleteDocument(applications(me))),
  row("reject another's application", admins, () => deleteDocument(applications(other))),
  row('approve an application in one commit', admins, () =>
    commit(
      {
        verb: 'set',
        path: users(newcomer),
        data: { email: newcomer.email, name: '', allow: true, admin: false, uid: newcomer.uid },
      },
      { verb: 'delete', path: applications(newcomer) },
    ),
  ),
];

const otherDocumentRows: readonly Row[] = [
  row('get a document of an unknown collection', nobody, () => getDocument('secrets/one')),
  row('list an unknown collection', nobody, () => list('secrets')),
  row('listen to an unknown collection', nobody, () => listenToAll('secrets')),
  row('create a document in an unknown collection', nobody, () => setDocument('secrets/two', { text: 'x' })),
  row('delete a document of an unknown collection', nobody, () => deleteDocument('secrets/one')),
  row('get a document below a user document', nobody, () => getDocument(`${users(other)}/notes/n1`)),
  row('list a collection below the own user document', nobody, (me) => list(`${users(me)}/notes`)),
  row('create a document below the own user document', nobody, (me) =>
    setDocument(`${users(me)}/notes/n2`, { text: 'x' }),
  ),
  row('create a document below the own application', nobody, (me) =>
    setDocument(`${applications(me)}/notes/n2`, { text: 'x' }),
  ),
];

const mappingRows: readonly Row[] = [
  row('read the mapping list', members, () => read('gl_mappings')),
  row('listen to the mapping list', members, () => listenTo('gl_mappings')),
  row('read one mapping', members, () => read('gl_mappings/ALPHA_BAR')),
  row('read the version of the list', members, () => read('gl_mappings_version')),
  row('listen to the version of the list', members, () => listenTo('gl_mappings_version')),
  row('add a mapping', admins, (me) => changeMappings(me, { NEW: entry('NEW') })),
  row('add a mapping without a new version of the list', nobody, () => set('gl_mappings/NEW', entry('NEW'))),
  row('replace a mapping', admins, (me) => changeMappings(me, { ALPHA_BAR: entry('ALPHA BAR') })),
  row('change the account of a mapping', admins, (me) =>
    changeMappings(me, { 'ALPHA_BAR/glAccount': '6500' }),
  ),
  row('move a mapping in one update', admins, (me) =>
    changeMappings(me, { ALPHA_BAR: null, GAMMA: entry('GAMMA') }),
  ),
  row('move a mapping without a new version of the list', nobody, () =>
    updateTree('', { 'gl_mappings/ALPHA_BAR': null, 'gl_mappings/GAMMA': entry('GAMMA') }),
  ),
  row('remove a mapping', admins, (me) => changeMappings(me, { ALPHA_BAR: null })),
  row('remove a mapping without a new version of the list', nobody, () => remove('gl_mappings/ALPHA_BAR')),
  row('remove a legacy mapping', admins, (me) => changeMappings(me, { LEGACY: null })),
  row('renew the version of the list alone', nobody, () =>
    set('gl_mappings_version', { id: 'v2', seq: 5, after: 'v1', count: 3, sum: 5 }),
  ),
  row('read the history of the list', admins, () => read('gl_mappings_history')),
  row('read an entry of the history', admins, () => read('gl_mappings_history/v1')),
  row('read the changes of the list', members, () => read('gl_mappings_changes')),
  row('listen to the changes of an entry', members, () => listenTo('gl_mappings_changes/v1')),
  row('read the history of one mapping', admins, () => read('gl_mappings_changes_by_key/BETA CAFE')),
  row('remove an entry of the history', nobody, () => remove('gl_mappings_history/v1')),
  row('remove the changes of an entry', nobody, () => remove('gl_mappings_changes/v1')),
  row('remove the mark of an entry', nobody, () => remove('gl_mappings_changes_by_key/BETA CAFE/v1')),
  row('remove the history', nobody, () => remove('gl_mappings_history')),
  row('remove all changes', nobody, () => remove('gl_mappings_changes')),
  row('remove all marks', nobody, () => remove('gl_mappings_changes_by_key')),
  row('remove the version of the list', nobody, () => remove('gl_mappings_version')),
  row('set the whole mapping list', nobody, () => set('gl_mappings', { NEW: entry('NEW') })),
  row('remove the whole mapping list', nobody, () => remove('gl_mappings')),
];

const proposalsOf = ({ uid }: Person) => `gl_proposals/${uid || 'nobody'}`;

const proposalRows: readonly Row[] = [
  row('read the own proposals', members, (me) => read(proposalsOf(me))),
  row('listen to the own proposals', members, (me) => listenTo(proposalsOf(me))),
  row("read another's proposals", admins, () => read(proposalsOf(other))),
  row("read another's proposal", admins, () => read(`${proposalsOf(other)}/p1`)),
  row('read all proposals', admins, () => read('gl_proposals')),
  row('read which ones wait', admins, () => read('gl_proposals_waiting')),
  row('listen to which ones wait', admins, () => listenTo('gl_proposals_waiting')),
  row('read whether the own ones wait', admins, (me) => read(`gl_proposals_waiting/${me.uid || 'nobody'}`)),
  row('read when one proposed last', nobody, (me) => read(`gl_proposal_limit/${me.uid || 'nobody'}`)),
  row('read when all proposed last', nobody, () => read('gl_proposal_limit')),
  row('propose a mapping', members, (me) => updateTree('', propose(named(me)))),
  row('propose several mappings at once', members, (me) => updateTree('', proposeMany(named(me), 3))),
  row('propose a mapping for another', nobody, (me) => updateTree('', propose({ ...me, uid: other.uid }))),
  row('change an own proposal', nobody, (me) => set(`${proposalsOf(me)}/p1/account`, '6800')),
  row('remove an own proposal', nobody, (me) => remove(`${proposalsOf(me)}/p1`)),
  row('remove the own proposals', nobody, (me) => remove(proposalsOf(me))),
  row("remove another's proposal", nobody, () => remove(`${proposalsOf(other)}/p1`)),
  row("remove another's proposals", nobody, () => remove(proposalsOf(other))),
  row('remove all proposals', nobody, () => remove('gl_proposals')),
  row('remove all marks of waiting ones', nobody, () => remove('gl_proposals_waiting')),
  row("remove the marks of another's waiting ones", nobody, () =>
    remove(`gl_proposals_waiting/${other.uid}`),
  ),
  row('remove the times of the last ones', nobody, () => remove('gl_proposal_limit')),
  row("approve another's proposal", admins, (me) => updateTree('', approve(named(me)))),
  row("approve items of another's proposal", admins, (me) => updateTree('', approveItems(named(me)))),
  row("reject an item of another's proposal", admins, (me) =>
    updateTree('', reject(named(me), other, 'm1', '01')),
  ),
  row('reject an item of an own proposal', nobody, (me) => updateTree('', reject(named(me), me, 'm1', '01'))),
  row("approve another's proposal that the list has already", admins, (me) =>
    updateTree('', approveStored(named(me))),
  ),
  row("reject another's proposal", admins, (me) => updateTree('', reject(named(me)))),
  row('reject an own proposal', nobody, (me) => updateTree('', reject(named(me), named(me)))),
  row('approve an own proposal', nobody, (me) => updateTree('', approve(named(me), named(me)))),
  row("remove another's decision", nobody, () => remove(`${proposalsOf(other)}/p0/decided`)),
];

/** Whoever is signed out has no uid; a path needs one. */
function named(me: Person): Person {
  return me.uid === '' ? { ...me, uid: 'nobody' } : me;
}

const account = (code: string) => ({ code, name: 'Name' });

const chartRows: readonly Row[] = [
  row('read the chart of accounts', members, () => read('gl_accounts')),
  row('listen to the chart of accounts', members, () => listenTo('gl_accounts')),
  row('read one account', members, () => read('gl_accounts/6200')),
  row('read the version of the chart', members, () => read('gl_accounts_version')),
  row('listen to the version of the chart', members, () => listenTo('gl_accounts_version')),
  row('read the history of the chart', admins, () => read('gl_accounts_history')),
  row('read an entry of the chart', admins, () => read('gl_accounts_history/c1')),
  row('add an account', admins, (me) => changeChart(me, { 6300: account('6300') })),
  row('add an account without an entry of the history', nobody, () =>
    set('gl_accounts/6300', account('6300')),
  ),
  row('rename an account', admins, (me) => changeChart(me, { '6200/name': 'Inns' })),
  row('rename an account without an entry of the history', nobody, () =>
    set('gl_accounts/6200/name', 'Inns'),
  ),
  row('remove an account', admins, (me) => changeChart(me, { 6200: null })),
  row('remove an account without an entry of the history', nobody, () => remove('gl_accounts/6200')),
  row('renew the version of the chart alone', nobody, () =>
    set('gl_accounts_version', { id: 'c2', seq: 5, after: 'c1' }),
  ),
  row('remove an entry of the chart', nobody, () => remove('gl_accounts_history/c1')),
  row('remove the history of the chart', nobody, () => remove('gl_accounts_history')),
  row('remove the version of the chart', nobody, () => remove('gl_accounts_version')),
  row('set the whole chart of accounts', nobody, () => set('gl_accounts', { 6300: account('6300') })),
  row('remove the whole chart of accounts', nobody, () => remove('gl_accounts')),
];

const usageRows: readonly Row[] = [
  row('read all usage', admins, () => read('usage')),
  row('read the usage of the day', admins, () => read(`usage/daily/${TODAY}`)),
  row('read the total usage', admins, () => read('usage/total')),
  row('read the usage of all users', admins, () => read('usage/users')),
  row('read the own usage', members, (me) => read(usageOf(me))),
  row('listen to the own total', members, (me) => listenTo(`${usageOf(me)}/total`)),
  row('read the own usage of the day', members, (me) => read(`${usageOf(me)}/daily/${TODAY}`)),
  row("read another's usage", admins, () => read(usageOf(other))),
  row("read another's total", admins, () => read(`${usageOf(other)}/total`)),
  row('count a run', members, (me) => updateTree('', runUpdate(me, 7))),
  row('count a run with its lines without a match', members, (me) =>
    updateTree('', matchedRunUpdate(me, 7, 2)),
  ),
  row('count a run with its lines without a match for another', nobody, () =>
    updateTree('', matchedRunUpdate(other, 7, 2)),
  ),
  row('read all lines without a match', admins, () => read('usage/unmatched')),
  row('read the own lines without a match', admins, (me) => read(`${unmatchedOf(me)}/total`)),
  row('count lines without a match of the day alone', nobody, () =>
    set(`usage/unmatched/daily/${TODAY}`, increment(3)),
  ),
  row('count lines without a match in total alone', nobody, () => set('usage/unmatched/total', increment(3))),
  row('count own lines without a match of the day alone', nobody, (me) =>
    set(`${unmatchedOf(me)}/daily/${TODAY}`, increment(3)),
  ),
  row('count own lines without a match in total alone', nobody, (me) =>
    set(`${unmatchedOf(me)}/total`, increment(3)),
  ),
  row('remove the own lines without a match', nobody, (me) => remove(unmatchedOf(me))),
  row("remove another's lines without a match", admins, () => remove(unmatchedOf(other))),
  row("remove another's usage and lines without a match in one update", admins, () =>
    updateTree('', { [usageOf(other)]: null, [unmatchedOf(other)]: null }),
  ),
  row("set another's lines without a match", nobody, () => set(unmatchedOf(other), { total: 1 })),
  row('remove the lines without a match of all users', nobody, () => remove('usage/unmatched/users')),
  row('remove all lines without a match', nobody, () => remove('usage/unmatched')),
  row('write an unknown kind of lines without a match', nobody, () =>
    set('usage/unmatched/weekly', increment(1)),
  ),
  row('count a run for another', nobody, () => updateTree('', runUpdate(other, 7))),
  row('count in the global counter of the day alone', nobody, () =>
    set(`usage/daily/${TODAY}`, increment(3)),
  ),
  row('count in the global total alone', nobody, () => set('usage/total', increment(3))),
  row('count in the own counter of the day alone', nobody, (me) =>
    set(`${usageOf(me)}/daily/${TODAY}`, increment(3)),
  ),
  row('count in the own total alone', nobody, (me) => set(`${usageOf(me)}/total`, increment(3))),
  row('read the own runs', members, (me) => read(`${usageOf(me)}/runs/${TODAY}`)),
  row("read another's runs", admins, () => read(`${usageOf(other)}/runs/${TODAY}`)),
  row('remove an own run', nobody, (me) => remove(`${usageOf(me)}/runs/${TODAY}/r1`)),
  row('reset the own total', nobody, (me) => set(`${usageOf(me)}/total`, 0)),
  row('remove the own usage', nobody, (me) => remove(usageOf(me))),
  row("remove another's usage", admins, () => remove(usageOf(other))),
  row("remove another's usage piece by piece in one update", admins, () =>
    updateTree(usageOf(other), { daily: null, total: null, last_run: null, runs: null }),
  ),
  row("remove another's total alone", nobody, () => remove(`${usageOf(other)}/total`)),
  row("set another's usage", nobody, () => set(usageOf(other), { total: 1 })),
  row('remove the global counter of the day', nobody, () => remove(`usage/daily/${TODAY}`)),
  row('remove the global total', nobody, () => remove('usage/total')),
  row('remove the usage of all users', nobody, () => remove('usage/users')),
  row('remove all usage', nobody, () => remove('usage')),
  row('write an unknown kind of usage', nobody, () => set('usage/weekly', increment(1))),
  row('write an unknown kind of own usage', nobody, (me) => set(`${usageOf(me)}/weekly`, increment(1))),
];

const accessRows: readonly Row[] = [
  row('read the own access entry', rightfulOwners, (me) => read(access(me))),
  row('listen to the own access entry', rightfulOwners, (me) => listenTo(access(me))),
  row("read another's access entry", admins, () => read(access(other))),
  row('read an access entry that is not there', admins, () => read(access(absent))),
  row('read all access entries', admins, () => read('access')),
  row('grant oneself everything', nobody, (me) =>
    set(access(me), { email: me.email, allow: true, admin: true, uid: me.uid }),
  ),
  row('allow oneself in the access entry', nobody, (me) =>
    changeAccess(me, { [`${access(me)}/allow`]: true }),
  ),
  row('make oneself an admin in the access entry', nobody, (me) => set(`${access(me)}/admin`, true)),
  row('remove the own access entry', nobody, (me) => changeAccess(me, { [access(me)]: null })),
  row('add an access entry', admins, (me) =>
    changeAccess(me, {
      [access(absent)]: { email: absent.email, allow: true, admin: false, uid: 'uid-2' },
    }),
  ),
  row('add an access entry without an entry of the history', nobody, () =>
    set(access(absent), { email: absent.email, allow: true, admin: false, uid: 'uid-2' }),
  ),
  row("replace another's access entry", admins, (me) =>
    changeAccess(me, { [access(other)]: { email: other.email, allow: true, admin: true } }),
  ),
  row('forbid another in the access entry', admins, (me) =>
    changeAccess(me, { [`${access(other)}/allow`]: false }),
  ),
  row('forbid another without an entry of the history', nobody, () => set(`${access(other)}/allow`, false)),
  row('make another an admin in the access entry', admins, (me) =>
    changeAccess(me, { [`${access(other)}/admin`]: true }),
  ),
  row("remove another's access entry", admins, (me) => changeAccess(me, { [access(other)]: null })),
  row('read the history of access', admins, () => read('access_history')),
  row('read the version of access', admins, () => read('access_version')),
  row('remove an entry of the history of access', nobody, () => remove('access_history/a1')),
  row('remove the history of access', nobody, () => remove('access_history')),
  row('remove the version of access', nobody, () => remove('access_version')),
  row('set all access entries', nobody, (me) =>
    set('access', { x: { email: me.email, allow: true, admin: true } }),
  ),
  row('remove all access entries', nobody, () => remove('access')),
];

const sealRows: readonly Row[] = ['gl_mappings_seal', 'gl_accounts_seal', 'access_seal'].flatMap((seal) => [
  row(`read ${seal}`, admins, () => read(seal)),
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
  row('set the root', nobody, () => set('', { gl_mappings: { NEW: entry('NEW') } })),
  row('update an unknown node from the root', nobody, () => updateTree('', { unknown: 1 })),
  row('read an unknown node', nobody, () => read('unknown/one')),
  row('write an unknown node', nobody, () => set('unknown/two', 'x')),
  ...UNKNOWN.flatMap((place): Row[] => [
    row(`read ${place}`, nobody, () => read(place)),
    row(`write ${place}`, nobody, () => set(`${place}/x/y`, 5)),
  ]),
];

export const matrix: readonly { readonly title: string; readonly rows: readonly Row[] }[] = [
  { title: 'users', rows: userRows },
  { title: 'applications', rows: applicationRows },
  { title: 'other documents', rows: otherDocumentRows },
  { title: 'mappings', rows: mappingRows },
  { title: 'proposals', rows: proposalRows },
  { title: 'the chart of accounts', rows: chartRows },
  { title: 'usage', rows: usageRows },
  { title: 'access entries', rows: accessRows },
  { title: 'the newest seals', rows: sealRows },
  { title: 'the rest of the tree', rows: otherTreeRows },
];

function applicationOf({ email, uid, verified }: Person) {
  return { email, name: 'My Name', appliedAt: SERVER_TIME, uid, emailVerified: verified } as const;
}
