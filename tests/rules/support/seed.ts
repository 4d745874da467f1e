import { utcDay } from '#model/day.ts';
import { accessKey, normaliseEmail, usageKey } from '#model/email.ts';
import { fixture } from '../../support/tablesOf.ts';
import type { DocumentData, TreeValue } from './actions.ts';
import { newcomer, other, type Person, people } from './people.ts';

export const TODAY = utcDay(new Date());
export const CREATED_AT = '2026-01-02T03:04:05.678Z';
export const LAST_LOGIN = '2026-02-03T04:05:06.789Z';

/** Has a user document from before dates of creation were noted. */
export const oldHand = { email: 'old.hand@example.test' };

export const users = (person: { readonly email: string }) => `users/${person.email}`;
export const applications = (person: { readonly email: string }) => `applications/${person.email}`;
export const access = (person: { readonly email: string }) =>
  `access/${accessKey(normaliseEmail(person.email))}`;
export const unmatchedOf = (person: { readonly email: string }) =>
  usageOf(person).replace('usage/', 'usage/unmatched/');
export const usageOf = (person: { readonly email: string }) =>
  `usage/users/${usageKey(normaliseEmail(person.email))}`;

/** The state that every cell of the matrix starts from. */
export const seed: {
  readonly documents: Readonly<Record<string, DocumentData>>;
  readonly tree: Readonly<Record<string, TreeValue>>;
} = { documents: documents(), tree: tree() };

function everyone(): Person[] {
  return [...Object.values(people), other, newcomer];
}

function documents(): Record<string, DocumentData> {
  const found: Record<string, DocumentData> = {
    'secrets/one': { text: 'secret' },
    [users(oldHand)]: { email: oldHand.email, name: '', allow: true, admin: false },
    [`${users(other)}/notes/n1`]: { text: 'note' },
  };
  for (const person of everyone()) {
    if (person.record) found[users(person)] = userDocument(person, person.record);
    if (person.appliedAs) found[applications(person)] = application(person, person.appliedAs);
  }
  return found;
}

function userDocument({ email }: Person, grant: NonNullable<Person['record']>): DocumentData {
  return { email, name: 'Some Name', createdAt: CREATED_AT, ...grant };
}

function application({ email }: Person, uid: string): DocumentData {
  return { email, name: '', appliedAt: new Date(CREATED_AT), uid, emailVerified: false };
}

function tree(): Record<string, TreeValue> {
  const found: Record<string, TreeValue> = {
    ...fixture<Record<string, TreeValue>>('rules/seed'),
    [`usage/daily/${TODAY}`]: 5_000_000,
    'usage/total': 50_000_000,
    [`usage/unmatched/daily/${TODAY}`]: 1_000_000,
    'usage/unmatched/total': 9_000_000,
    'unknown/one': 'secret',
  };
  for (const person of everyone()) {
    if (!person.record) continue;
    found[access(person)] = { email: person.email, ...person.record };
    found[usageOf(person)] = {
      daily: { [TODAY]: 3_000_000 },
      total: 30_000_000,
      last_run: { day: TODAY, id: 'r1' },
      runs: { [TODAY]: { r1: 7 } },
    };
    found[unmatchedOf(person)] = { daily: { [TODAY]: 500_000 }, total: 4_000_000 };
    Object.assign(found, proposalsOf(person));
  }
  return found;
}

/** One that is decided, one that waits, with the time of it, and one of several, whose first item is decided. */
function proposalsOf({ uid, email }: Person): Record<string, TreeValue> {
  const at = 1_700_000_000_000;
  const proposal = { keyword: 'TAXI', account: '6700', email, at };
  const by = { uid: 'uid-amy', email: 'amy.mail@example.test' };
  return {
    [`gl_proposals/${uid}/p0`]: { ...proposal, decided: { decision: 'rejected', word: 'no', by, at } },
    [`gl_proposals/${uid}/p1`]: proposal,
    [`gl_proposals/${uid}/m1`]: {
      items: {
        '00': { keyword: 'TRAM', account: '6700' },
        '01': { keyword: 'TAXI', account: '6700', line: 'TAXI 1' },
        '02': { keyword: 'CAB', account: '6700' },
      },
      count: 3,
      email,
      at,
      'decided:00': { decision: 'rejected', word: 'no', by, at },
    },
    [`gl_proposals_waiting/${uid}/m1`]: { '01': at, '02': at },
    [`gl_proposals_waiting/${uid}/p1`]: at,
    [`gl_proposal_limit/${uid}`]: { last: 'p1', at },
  };
}
