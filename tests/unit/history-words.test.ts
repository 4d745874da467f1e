import { describe, expect, it } from 'vitest';
import type { AccessEntry } from '#model/access.ts';
import { normaliseEmail } from '#model/email.ts';
import { accessWords } from '#model/text/accessWords.ts';
import { authorName, changeSetParts, type ReadableChangeSet, textOfParts } from '#model/text/historyWords.ts';
import { mapping } from '../support/mapping.ts';

const acme = mapping('ACME', '6100');

const NO_FIGURES = { to: null, changes: null, expected: null, found: null };
const NOTHING = { kind: 'edit', set: 0, removed: 0, ...NO_FIGURES } as const;
const wordsOf = (changeSet: Partial<ReadableChangeSet>, account?: (code: string) => string) =>
  textOfParts(changeSetParts({ ...NOTHING, ...changeSet }, account));

it.each([
  ['an addition', null, acme, 'ACME: 6100 added'],
  ['a removal', acme, null, 'ACME: 6100 removed'],
  ['another account', acme, mapping('ACME', '6200'), 'ACME: 6100 → 6200'],
  ['another keyword', acme, mapping('ACME LTD', '6100'), 'ACME → ACME LTD: 6100'],
  ['both', acme, mapping('ACME LTD', '6200'), 'ACME: 6100 → ACME LTD: 6200'],
])('the words for a change: %s', (_name, before, after, words) => {
  expect(wordsOf({ changes: [{ before, after }] })).toBe(words);
});

it('have the names of accounts where they are given', () => {
  const words = (code: string) => (code === '6100' ? '6100 Travel' : code);
  expect(wordsOf({ changes: [{ before: acme, after: mapping('ACME', '6200') }] }, words)).toBe(
    'ACME: 6100 Travel → 6200',
  );
  expect(wordsOf({ changes: [{ before: acme, after: mapping('ACME LTD', '6100') }] }, words)).toBe(
    'ACME → ACME LTD: 6100 Travel',
  );
});

it.each([
  ['an upload', { kind: 'upload', set: 3_814 }, 'Upload: 3,814 added'],
  [
    'an approved proposal',
    { kind: 'consolidation', set: 1, removed: 12 },
    'Consolidation: 1 added or changed, 12 removed',
  ],
  ['one account for many', { kind: 'accounts', set: 56, to: '4200' }, '56 mappings → 4200'],
  ['many accounts', { kind: 'accounts', set: 40 }, 'Account changed: 40 changed'],
  ['a deletion of many', { kind: 'delete', removed: 74 }, 'Deletion: 74 removed'],
  ['one change', { changes: [{ before: null, after: acme }] }, 'ACME: 6100 added'],
  [
    'one change of another kind',
    { kind: 'undo', changes: [{ before: acme, after: null }] },
    'Undo: ACME: 6100 removed',
  ],
  [
    'two changes that are no move',
    {
      set: 2,
      changes: [
        { before: null, after: acme },
        { before: null, after: mapping('B', '1') },
      ],
    },
    'Edit: 2 added or changed',
  ],
  [
    'an accepted list',
    { kind: 'outside', expected: { count: 1 }, found: { count: 1_200 } },
    'Changed outside the app, accepted: 1 mapping → 1,200',
  ],
  [
    'a list that was taken over',
    { kind: 'takeover', found: { count: 4_999 } },
    'The list was taken over with 4,999 mappings',
  ],
  ['entries that are missing', { kind: 'behind' }, 'Missing changes acknowledged'],
  ['an accepted list without numbers', { kind: 'outside' }, 'Changed outside the app, accepted'],
] satisfies [string, Partial<ReadableChangeSet>, string][])(
  'the words for an action: %s',
  (_name, more, words) => {
    expect(wordsOf(more)).toBe(words);
  },
);

it('names a person by the address, and a program of the operator as such', () => {
  expect(authorName({ uid: 'u1', email: 'ann@example.com' })).toBe('ann@example.com');
  expect(authorName({ uid: 'u1' })).toBe('u1');
  expect(authorName({ uid: 'server' })).toBe('System');
});

describe('the words for access', () => {
  const email = normaliseEmail('ann@example.com');
  const plain: AccessEntry = { email, allow: true, admin: false };
  const entry = (more: Partial<AccessEntry> = {}): AccessEntry => ({ ...plain, ...more });

  it.each([
    ['a grant', null, entry(), 'Access granted'],
    ['a grant to an admin', null, entry({ admin: true }), 'Access granted, as admin'],
    ['a grant after a refusal', entry({ allow: false }), entry(), 'Access granted'],
    ['a removal', entry(), null, 'Access removed'],
    ['a refusal', entry({ admin: true }), entry({ allow: false }), 'Access removed'],
    ['a promotion', entry(), entry({ admin: true }), 'Made admin'],
    ['a demotion', entry({ admin: true }), entry(), 'No longer admin'],
    ['another account', entry({ uid: 'a' }), entry({ uid: 'b' }), 'Bound to another account'],
    ['nothing of these', null, entry({ allow: false }), 'Entry written'],
  ])('%s', (_name, before, after, words) => {
    expect(accessWords({ email, before, after })).toBe(words);
  });
});
