import { describe, expect, it } from 'vitest';
import { fixture, type Tables } from '../support/tablesOf.ts';
import {
  type DatabaseSituation,
  databaseOutcome,
  type FirestoreSituation,
  firestoreOutcome,
  NOW,
  type Outcome,
} from './support/evaluate.ts';

type Row = [expression: string, outcome: Outcome];

const resource = {
  name: 'Ann',
  whole: 2,
  half: 2.5,
  yes: true,
  none: null,
  list: [1, 2, 3],
  map: { a: 1, b: { c: 'deep' } },
  time: new Date('2026-01-01T00:00:00Z'),
};
const inFirestore: FirestoreSituation = {
  resource,
  after: { ...resource, name: 'Bea', added: 1 },
  stored: { 'users/ann': { admin: true }, 'users/bob': {} },
};

const tree = { a: { b: { name: 'Ann', n: 5, yes: true, deep: { x: 1 } }, c: 'text' }, top: 7 };
const inDatabase: DatabaseSituation = {
  tree,
  newTree: { ...tree, a: { ...tree.a, b: { name: 'Bea', n: 6, added: 1 } } },
};

const firestore = fixture<Tables<Row>>('rules/firestore-expressions', { ERROR: 'resource.data.missing' });
const database = fixture<Tables<Row>>('rules/database-expressions', { time: Date.parse(NOW) });

describe.each(Object.entries(firestore))('in Firestore rules %s', (_title, rows) => {
  it.each(rows)('%s: %s', (expression, outcome) => {
    expect(firestoreOutcome(expression, inFirestore)).toBe(outcome);
  });
});

describe.each(Object.entries(database))('in Realtime Database rules %s', (title, rows) => {
  const situation = title === 'someone signed out' ? { ...inDatabase, auth: null } : inDatabase;
  it.each(rows)('%s: %s', (expression, outcome) => {
    expect(databaseOutcome(expression, situation)).toBe(outcome);
  });
});
