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
  { name: 'get the own user document', action: (me) => getDocument(users(me)), may: rightfulOwners },
  { name: "get another's user document", action: () => getDocument(users(other)), may: admins },
  { name: 'get a user document that is not there', action: () => getDocument(users(absent)), may: admins },
  { name: 'list the users', action: () => list('users'), may: admins },
  {
    name: 'listen to the own user document',
    action: (me) => listenToDocument(users(me)),
    may: rightfulOwners,
  },
  { name: "listen to another's user document", action: () => listenToDocument(users(other)), may: admins },
  { name: 'listen to the users', action: () => listenToAll('users'), may: admins },
  { name: 'create a user', action: () => setDocument(users(absent), newUser), may: admins },
  {
    name: 'make oneself an admin',
    action: (me) => merge(users(me), { email: me.email, name: 'Me', allow: true, admin: true }),
    may: admins, // who is one already, and changes but the name
  },
  {
    name: 'replace the own user document by one that grants everything',
    action: (me) =>
      setDocument(users(me), { email: me.email, name: 'Me', allow: true, admin: true, uid: me.uid }),
    may: nobody, // the date of creation would be lost
  },
  { name: 'allow oneself', action: (me) => merge(users(me), { allow: true }), may: admins },
  { name: 'change the own name', action: (me) => merge(users(me), { name: 'Renamed' }), may: admins },
  { name: 'note the own sign-in', action: (me) => merge(users(me), { lastLogin: LAST_LOGIN }), may: members },
  {
    name: "note another's sign-in",
    action: () => merge(users(other), { lastLogin: LAST_LOGIN }),
    may: admins,
  },
  {
    name: "note another's sign-in where the record is not pinned",
    action: () => merge(users(people.byEmail), { lastLogin: LAST_LOGIN }),
    may: [...admins, 'byEmail'],
  },
  { name: 'rename another', action: () => merge(users(other), { name: 'Renamed' }), may: admins },
  { name: 'forbid another', action: () => merge(users(other), { allow: false }), may: admins },
  { name: 'make another an admin', action: () => merge(users(other), { admin: true }), may: admins },
  { name: "pin another's record anew", action: () => merge(users(other), { uid: 'uid-2' }), may: admins },
  { name: 'pin the own record anew', action: (me) => merge(users(me), { uid: 'uid-2' }), may: nobody },
  { name: 'forbid oneself', action: (me) => merge(users(me), { allow: false, admin: false }), may: nobody },
  { name: 'delete the own user document', action: (me) => deleteDocument(users(me)), may: nobody },
  { name: "delete another's user document", action: () => deleteDocument(users(other)), may: admins },
];

const applicationRows: readonly Row[] = [
  {
    name: 'get the own application',
    action: (me) => getDocument(applications(me)),
    may: notAppliedByAnother,
  },
  { name: "get another's application", action: () => getDocument(applications(other)), may: admins },
  { name: 'list the applications', action: () => list('applications'), may: admins },
  {
    name: 'listen to the own application',
    action: (me) => listenToDocument(applications(me)),
    may: notAppliedByAnother,
  },
  {
    name: "listen to another's application",
    action: () => listenToDocument(applications(other)),
    may: admins,
  },
  { name: 'listen to the applications', action: () => listenToAll('applications'), may: admins },
  { name: 'apply', action: (me) => setDocument(applications(me), applicationOf(me)), may: notYetApplied },
  {
    name: 'apply for another',
    action: (me) => setDocument(applications(absent), { ...applicationOf(me), email: absent.email }),
    may: nobody,
  },
  {
    name: 'change the own application',
    action: (me) => merge(applications(me), { name: 'Renamed' }),
    may: nobody,
  },
  {
    name: "change another's application",
    action: () => merge(applications(other), { name: 'Renamed' }),
    may: nobody,
  },
  { name: 'withdraw the own application', action: (me) => deleteDocument(applications(me)), may: admins },
  { name: "reject another's application", action: () => deleteDocument(applications(other)), may: admins },
  {
    name: 'approve an application in one commit',
    action: () =>
      commit(
        {
          verb: 'set',
          path: users(newcomer),
          data: { email: newcomer.email, name: '', allow: true, admin: false, uid: newcomer.uid },
        },
        { verb: 'delete', path: applications(newcomer) },
      ),
    may: admins,
  },
];

const otherDocumentRows: readonly Row[] = [
  { name: 'get a document of an unknown collection', action: () => getDocument('secrets/one'), may: nobody },
  { name: 'list an unknown collection', action: () => list('secrets'), may: nobody },
  { name: 'listen to an unknown collection', action: () => listenToAll('secrets'), may: nobody },
  {
    name: 'create a document in an unknown collection',
    action: () => setDocument('secrets/two', { text: 'x' }),
    may: nobody,
  },
  {
    name: 'delete a document of an unknown collection',
    action: () => deleteDocument('secrets/one'),
    may: nobody,
  },
  {
    name: 'get a document below a user document',
    action: () => getDocument(`${users(other)}/notes/n1`),
    may: nobody,
  },
  {
    name: 'list a collection below the own user document',
    action: (me) => list(`${users(me)}/notes`),
    may: nobody,
  },
  {
    name: 'create a document below the own user document',
    action: (me) => setDocument(`${users(me)}/notes/n2`, { text: 'x' }),
    may: nobody,
  },
  {
    name: 'create a document below the own application',
    action: (me) => setDocument(`${applications(me)}/notes/n2`, { text: 'x' }),
    may: nobody,
  },
];

const mappingRows: readonly Row[] = [
  { name: 'read the mapping list', action: () => read('gl_mappings'), may: members },
  { name: 'listen to the mapping list', action: () => listenTo('gl_mappings'), may: members },
  { name: 'read one mapping', action: () => read('gl_mappings/ALPHA_BAR'), may: members },
  { name: 'read the version of the list', action: () => read('gl_mappings_version'), may: members },
  { name: 'listen to the version of the list', action: () => listenTo('gl_mappings_version'), may: members },
  { name: 'add a mapping', action: (me) => changeMappings(me, { NEW: entry('NEW') }), may: admins },
  {
    name: 'add a mapping without a new version of the list',
    action: () => set('gl_mappings/NEW', entry('NEW')),
    may: nobody,
  },
  {
    name: 'replace a mapping',
    action: (me) => changeMappings(me, { ALPHA_BAR: entry('ALPHA BAR') }),
    may: admins,
  },
  {
    name: 'change the account of a mapping',
    action: (me) => changeMappings(me, { 'ALPHA_BAR/glAccount': '6500' }),
    may: admins,
  },
  {
    name: 'move a mapping in one update',
    action: (me) => changeMappings(me, { ALPHA_BAR: null, GAMMA: entry('GAMMA') }),
    may: admins,
  },
  {
    name: 'move a mapping without a new version of the list',
    action: () => updateTree('', { 'gl_mappings/ALPHA_BAR': null, 'gl_mappings/GAMMA': entry('GAMMA') }),
    may: nobody,
  },
  { name: 'remove a mapping', action: (me) => changeMappings(me, { ALPHA_BAR: null }), may: admins },
  {
    name: 'remove a mapping without a new version of the list',
    action: () => remove('gl_mappings/ALPHA_BAR'),
    may: nobody,
  },
  { name: 'remove a legacy mapping', action: (me) => changeMappings(me, { LEGACY: null }), may: admins },
  {
    name: 'renew the version of the list alone',
    action: () => set('gl_mappings_version', { id: 'v2', seq: 5, after: 'v1', count: 3, sum: 5 }),
    may: nobody,
  },
  { name: 'read the history of the list', action: () => read('gl_mappings_history'), may: admins },
  { name: 'read an entry of the history', action: () => read('gl_mappings_history/v1'), may: admins },
  { name: 'read the changes of the list', action: () => read('gl_mappings_changes'), may: members },
  {
    name: 'listen to the changes of an entry',
    action: () => listenTo('gl_mappings_changes/v1'),
    may: members,
  },
  {
    name: 'read the history of one mapping',
    action: () => read('gl_mappings_changes_by_key/BETA CAFE'),
    may: admins,
  },
  { name: 'remove an entry of the history', action: () => remove('gl_mappings_history/v1'), may: nobody },
  { name: 'remove the changes of an entry', action: () => remove('gl_mappings_changes/v1'), may: nobody },
  {
    name: 'remove the mark of an entry',
    action: () => remove('gl_mappings_changes_by_key/BETA CAFE/v1'),
    may: nobody,
  },
  { name: 'remove the history', action: () => remove('gl_mappings_history'), may: nobody },
  { name: 'remove all changes', action: () => remove('gl_mappings_changes'), may: nobody },
  { name: 'remove all marks', action: () => remove('gl_mappings_changes_by_key'), may: nobody },
  { name: 'remove the version of the list', action: () => remove('gl_mappings_version'), may: nobody },
  {
    name: 'set the whole mapping list',
    action: () => set('gl_mappings', { NEW: entry('NEW') }),
    may: nobody,
  },
  { name: 'remove the whole mapping list', action: () => remove('gl_mappings'), may: nobody },
];

const proposalsOf = ({ uid }: Person) => `gl_proposals/${uid || 'nobody'}`;

const proposalRows: readonly Row[] = [
  { name: 'read the own proposals', action: (me) => read(proposalsOf(me)), may: members },
  { name: 'listen to the own proposals', action: (me) => listenTo(proposalsOf(me)), may: members },
  { name: "read another's proposals", action: () => read(proposalsOf(other)), may: admins },
  { name: "read another's proposal", action: () => read(`${proposalsOf(other)}/p1`), may: admins },
  { name: 'read all proposals', action: () => read('gl_proposals'), may: admins },
  { name: 'read which ones wait', action: () => read('gl_proposals_waiting'), may: admins },
  { name: 'listen to which ones wait', action: () => listenTo('gl_proposals_waiting'), may: admins },
  {
    name: 'read whether the own ones wait',
    action: (me) => read(`gl_proposals_waiting/${me.uid || 'nobody'}`),
    may: admins,
  },
  {
    name: 'read when one proposed last',
    action: (me) => read(`gl_proposal_limit/${me.uid || 'nobody'}`),
    may: nobody,
  },
  { name: 'read when all proposed last', action: () => read('gl_proposal_limit'), may: nobody },
  { name: 'propose a mapping', action: (me) => updateTree('', propose(named(me))), may: members },
  {
    name: 'propose several mappings at once',
    action: (me) => updateTree('', proposeMany(named(me), 3)),
    may: members,
  },
  {
    name: 'propose a mapping for another',
    action: (me) => updateTree('', propose({ ...me, uid: other.uid })),
    may: nobody,
  },
  {
    name: 'change an own proposal',
    action: (me) => set(`${proposalsOf(me)}/p1/account`, '6800'),
    may: nobody,
  },
  { name: 'remove an own proposal', action: (me) => remove(`${proposalsOf(me)}/p1`), may: nobody },
  { name: 'remove the own proposals', action: (me) => remove(proposalsOf(me)), may: nobody },
  { name: "remove another's proposal", action: () => remove(`${proposalsOf(other)}/p1`), may: nobody },
  { name: "remove another's proposals", action: () => remove(proposalsOf(other)), may: nobody },
  { name: 'remove all proposals', action: () => remove('gl_proposals'), may: nobody },
  { name: 'remove all marks of waiting ones', action: () => remove('gl_proposals_waiting'), may: nobody },
  {
    name: "remove the marks of another's waiting ones",
    action: () => remove(`gl_proposals_waiting/${other.uid}`),
    may: nobody,
  },
  { name: 'remove the times of the last ones', action: () => remove('gl_proposal_limit'), may: nobody },
  { name: "approve another's proposal", action: (me) => updateTree('', approve(named(me))), may: admins },
  {
    name: "approve items of another's proposal",
    action: (me) => updateTree('', approveItems(named(me))),
    may: admins,
  },
  {
    name: "reject an item of another's proposal",
    action: (me) => updateTree('', reject(named(me), other, 'm1', '01')),
    may: admins,
  },
  {
    name: 'reject an item of an own proposal',
    action: (me) => updateTree('', reject(named(me), me, 'm1', '01')),
    may: nobody,
  },
  {
    name: "approve another's proposal that the list has already",
    action: (me) => updateTree('', approveStored(named(me))),
    may: admins,
  },
  { name: "reject another's proposal", action: (me) => updateTree('', reject(named(me))), may: admins },
  {
    name: 'reject an own proposal',
    action: (me) => updateTree('', reject(named(me), named(me))),
    may: nobody,
  },
  {
    name: 'approve an own proposal',
    action: (me) => updateTree('', approve(named(me), named(me))),
    may: nobody,
  },
  {
    name: "remove another's decision",
    action: () => remove(`${proposalsOf(other)}/p0/decided`),
    may: nobody,
  },
];

/** Whoever is signed out has no uid; a path needs one. */
function named(me: Person): Person {
  return me.uid === '' ? { ...me, uid: 'nobody' } : me;
}

const account = (code: string) => ({ code, name: 'Name' });

const chartRows: readonly Row[] = [
  { name: 'read the chart of accounts', action: () => read('gl_accounts'), may: members },
  { name: 'listen to the chart of accounts', action: () => listenTo('gl_accounts'), may: members },
  { name: 'read one account', action: () => read('gl_accounts/6200'), may: members },
  { name: 'read the version of the chart', action: () => read('gl_accounts_version'), may: members },
  { name: 'listen to the version of the chart', action: () => listenTo('gl_accounts_version'), may: members },
  { name: 'read the history of the chart', action: () => read('gl_accounts_history'), may: admins },
  { name: 'read an entry of the chart', action: () => read('gl_accounts_history/c1'), may: admins },
  {
    name: 'add an account',
    action: (me) => changeChart(me, { 6300: account('6300') }),
    may: admins,
  },
  {
    name: 'add an account without an entry of the history',
    action: () => set('gl_accounts/6300', account('6300')),
    may: nobody,
  },
  {
    name: 'rename an account',
    action: (me) => changeChart(me, { '6200/name': 'Inns' }),
    may: admins,
  },
  {
    name: 'rename an account without an entry of the history',
    action: () => set('gl_accounts/6200/name', 'Inns'),
    may: nobody,
  },
  { name: 'remove an account', action: (me) => changeChart(me, { 6200: null }), may: admins },
  {
    name: 'remove an account without an entry of the history',
    action: () => remove('gl_accounts/6200'),
    may: nobody,
  },
  {
    name: 'renew the version of the chart alone',
    action: () => set('gl_accounts_version', { id: 'c2', seq: 5, after: 'c1' }),
    may: nobody,
  },
  { name: 'remove an entry of the chart', action: () => remove('gl_accounts_history/c1'), may: nobody },
  { name: 'remove the history of the chart', action: () => remove('gl_accounts_history'), may: nobody },
  { name: 'remove the version of the chart', action: () => remove('gl_accounts_version'), may: nobody },
  {
    name: 'set the whole chart of accounts',
    action: () => set('gl_accounts', { 6300: account('6300') }),
    may: nobody,
  },
  { name: 'remove the whole chart of accounts', action: () => remove('gl_accounts'), may: nobody },
];

const usageRows: readonly Row[] = [
  { name: 'read all usage', action: () => read('usage'), may: admins },
  { name: 'read the usage of the day', action: () => read(`usage/daily/${TODAY}`), may: admins },
  { name: 'read the total usage', action: () => read('usage/total'), may: admins },
  { name: 'read the usage of all users', action: () => read('usage/users'), may: admins },
  { name: 'read the own usage', action: (me) => read(usageOf(me)), may: members },
  { name: 'listen to the own total', action: (me) => listenTo(`${usageOf(me)}/total`), may: members },
  {
    name: 'read the own usage of the day',
    action: (me) => read(`${usageOf(me)}/daily/${TODAY}`),
    may: members,
  },
  { name: "read another's usage", action: () => read(usageOf(other)), may: admins },
  { name: "read another's total", action: () => read(`${usageOf(other)}/total`), may: admins },
  { name: 'count a run', action: (me) => updateTree('', runUpdate(me, 7)), may: members },
  {
    name: 'count a run with its lines without a match',
    action: (me) => updateTree('', matchedRunUpdate(me, 7, 2)),
    may: members,
  },
  {
    name: 'count a run with its lines without a match for another',
    action: () => updateTree('', matchedRunUpdate(other, 7, 2)),
    may: nobody,
  },
  { name: 'read all lines without a match', action: () => read('usage/unmatched'), may: admins },
  {
    name: 'read the own lines without a match',
    action: (me) => read(`${unmatchedOf(me)}/total`),
    may: admins,
  },
  {
    name: 'count lines without a match of the day alone',
    action: () => set(`usage/unmatched/daily/${TODAY}`, increment(3)),
    may: nobody,
  },
  {
    name: 'count lines without a match in total alone',
    action: () => set('usage/unmatched/total', increment(3)),
    may: nobody,
  },
  {
    name: 'count own lines without a match of the day alone',
    action: (me) => set(`${unmatchedOf(me)}/daily/${TODAY}`, increment(3)),
    may: nobody,
  },
  {
    name: 'count own lines without a match in total alone',
    action: (me) => set(`${unmatchedOf(me)}/total`, increment(3)),
    may: nobody,
  },
  { name: 'remove the own lines without a match', action: (me) => remove(unmatchedOf(me)), may: nobody },
  { name: "remove another's lines without a match", action: () => remove(unmatchedOf(other)), may: admins },
  {
    name: "remove another's usage and lines without a match in one update",
    action: () => updateTree('', { [usageOf(other)]: null, [unmatchedOf(other)]: null }),
    may: admins,
  },
  {
    name: "set another's lines without a match",
    action: () => set(unmatchedOf(other), { total: 1 }),
    may: nobody,
  },
  {
    name: 'remove the lines without a match of all users',
    action: () => remove('usage/unmatched/users'),
    may: nobody,
  },
  { name: 'remove all lines without a match', action: () => remove('usage/unmatched'), may: nobody },
  {
    name: 'write an unknown kind of lines without a match',
    action: () => set('usage/unmatched/weekly', increment(1)),
    may: nobody,
  },
  { name: 'count a run for another', action: () => updateTree('', runUpdate(other, 7)), may: nobody },
  {
    name: 'count in the global counter of the day alone',
    action: () => set(`usage/daily/${TODAY}`, increment(3)),
    may: nobody,
  },
  { name: 'count in the global total alone', action: () => set('usage/total', increment(3)), may: nobody },
  {
    name: 'count in the own counter of the day alone',
    action: (me) => set(`${usageOf(me)}/daily/${TODAY}`, increment(3)),
    may: nobody,
  },
  {
    name: 'count in the own total alone',
    action: (me) => set(`${usageOf(me)}/total`, increment(3)),
    may: nobody,
  },
  { name: 'read the own runs', action: (me) => read(`${usageOf(me)}/runs/${TODAY}`), may: members },
  { name: "read another's runs", action: () => read(`${usageOf(other)}/runs/${TODAY}`), may: admins },
  { name: 'remove an own run', action: (me) => remove(`${usageOf(me)}/runs/${TODAY}/r1`), may: nobody },
  { name: 'reset the own total', action: (me) => set(`${usageOf(me)}/total`, 0), may: nobody },
  { name: 'remove the own usage', action: (me) => remove(usageOf(me)), may: nobody },
  { name: "remove another's usage", action: () => remove(usageOf(other)), may: admins },
  {
    name: "remove another's usage piece by piece in one update",
    action: () => updateTree(usageOf(other), { daily: null, total: null, last_run: null, runs: null }),
    may: admins,
  },
  { name: "remove another's total alone", action: () => remove(`${usageOf(other)}/total`), may: nobody },
  { name: "set another's usage", action: () => set(usageOf(other), { total: 1 }), may: nobody },
  { name: 'remove the global counter of the day', action: () => remove(`usage/daily/${TODAY}`), may: nobody },
  { name: 'remove the global total', action: () => remove('usage/total'), may: nobody },
  { name: 'remove the usage of all users', action: () => remove('usage/users'), may: nobody },
  { name: 'remove all usage', action: () => remove('usage'), may: nobody },
  { name: 'write an unknown kind of usage', action: () => set('usage/weekly', increment(1)), may: nobody },
  {
    name: 'write an unknown kind of own usage',
    action: (me) => set(`${usageOf(me)}/weekly`, increment(1)),
    may: nobody,
  },
];

const accessRows: readonly Row[] = [
  { name: 'read the own access entry', action: (me) => read(access(me)), may: rightfulOwners },
  { name: 'listen to the own access entry', action: (me) => listenTo(access(me)), may: rightfulOwners },
  { name: "read another's access entry", action: () => read(access(other)), may: admins },
  { name: 'read an access entry that is not there', action: () => read(access(absent)), may: admins },
  { name: 'read all access entries', action: () => read('access'), may: admins },
  {
    name: 'grant oneself everything',
    action: (me) => set(access(me), { email: me.email, allow: true, admin: true, uid: me.uid }),
    may: nobody,
  },
  {
    name: 'allow oneself in the access entry',
    action: (me) => changeAccess(me, { [`${access(me)}/allow`]: true }),
    may: nobody,
  },
  {
    name: 'make oneself an admin in the access entry',
    action: (me) => set(`${access(me)}/admin`, true),
    may: nobody,
  },
  {
    name: 'remove the own access entry',
    action: (me) => changeAccess(me, { [access(me)]: null }),
    may: nobody,
  },
  {
    name: 'add an access entry',
    action: (me) =>
      changeAccess(me, {
        [access(absent)]: { email: absent.email, allow: true, admin: false, uid: 'uid-2' },
      }),
    may: admins,
  },
  {
    name: 'add an access entry without an entry of the history',
    action: () => set(access(absent), { email: absent.email, allow: true, admin: false, uid: 'uid-2' }),
    may: nobody,
  },
  {
    name: "replace another's access entry",
    action: (me) => changeAccess(me, { [access(other)]: { email: other.email, allow: true, admin: true } }),
    may: admins,
  },
  {
    name: 'forbid another in the access entry',
    action: (me) => changeAccess(me, { [`${access(other)}/allow`]: false }),
    may: admins,
  },
  {
    name: 'forbid another without an entry of the history',
    action: () => set(`${access(other)}/allow`, false),
    may: nobody,
  },
  {
    name: 'make another an admin in the access entry',
    action: (me) => changeAccess(me, { [`${access(other)}/admin`]: true }),
    may: admins,
  },
  {
    name: "remove another's access entry",
    action: (me) => changeAccess(me, { [access(other)]: null }),
    may: admins,
  },
  { name: 'read the history of access', action: () => read('access_history'), may: admins },
  { name: 'read the version of access', action: () => read('access_version'), may: admins },
  {
    name: 'remove an entry of the history of access',
    action: () => remove('access_history/a1'),
    may: nobody,
  },
  { name: 'remove the history of access', action: () => remove('access_history'), may: nobody },
  { name: 'remove the version of access', action: () => remove('access_version'), may: nobody },
  {
    name: 'set all access entries',
    action: (me) => set('access', { x: { email: me.email, allow: true, admin: true } }),
    may: nobody,
  },
  { name: 'remove all access entries', action: () => remove('access'), may: nobody },
];

const sealRows: readonly Row[] = ['gl_mappings_seal', 'gl_accounts_seal', 'access_seal'].flatMap((seal) => [
  { name: `read ${seal}`, action: () => read(seal), may: admins },
  { name: `listen to ${seal}`, action: () => listenTo(seal), may: admins },
  { name: `set ${seal}`, action: () => set(seal, { seq: 9, hash: 'x' }), may: nobody },
  { name: `set the number of ${seal}`, action: () => set(`${seal}/seq`, 9), may: nobody },
  { name: `remove ${seal}`, action: () => remove(seal), may: nobody },
  // The number that a mark would have.
  { name: `write below ${seal}`, action: () => set(`${seal}/seq/v1`, 4), may: nobody },
  { name: `write deep below ${seal}`, action: () => set(`${seal}/seq/x/y`, 9), may: nobody },
  { name: `read what begins like ${seal}`, action: () => read(`${seal}s`), may: nobody },
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
  { name: 'read the root', action: () => read(''), may: nobody },
  { name: 'listen to the root', action: () => listenTo(''), may: nobody },
  { name: 'set the root', action: () => set('', { gl_mappings: { NEW: entry('NEW') } }), may: nobody },
  { name: 'update an unknown node from the root', action: () => updateTree('', { unknown: 1 }), may: nobody },
  { name: 'read an unknown node', action: () => read('unknown/one'), may: nobody },
  { name: 'write an unknown node', action: () => set('unknown/two', 'x'), may: nobody },
  ...UNKNOWN.flatMap((place): Row[] => [
    { name: `read ${place}`, action: () => read(place), may: nobody },
    { name: `write ${place}`, action: () => set(`${place}/x/y`, 5), may: nobody },
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
