import { describe, expect, it } from 'vitest';
import {
  type AccessEntry,
  accessEntryOf,
  compareAccess,
  pinForGrant,
  readAccessEntry,
} from '#model/access.ts';
import { accessKey, normaliseEmail } from '#model/email.ts';
import type { UserRecord } from '#model/user.ts';

const email = normaliseEmail('a.b@example.com');
const record: UserRecord = { email, name: 'Ann', allow: true, admin: false, uid: 'ann' };
const entry: AccessEntry = { email, allow: true, admin: false, uid: 'ann' };

describe('comparing user records with their access entries', () => {
  const cases: readonly [string, readonly UserRecord[], readonly AccessEntry[], boolean][] = [
    ['agree', [record], [entry], true],
    ['agree without a pinned account', [withoutUid(record)], [withoutUid(entry)], true],
    ['agree when both give no right', [{ ...record, allow: false }], [{ ...entry, allow: false }], true],
    ['agree when there is no right and no entry', [{ ...record, allow: false }], [], true],
    ['agree when an entry without right is left over', [], [{ ...entry, allow: false }], true],
    ['differ when the entry is missing', [record], [], false],
    ['differ when an entry with a right is left over', [], [entry], false],
    ['differ when the record was withdrawn', [{ ...record, allow: false }], [entry], false],
    ['differ in admin', [{ ...record, admin: true }], [entry], false],
    ['differ in the pinned account', [record], [withoutUid(entry)], false],
  ];
  it.each(cases)('they %s', (_name, records, entries, agree) => {
    const found = compareAccess(records, entries);
    expect(found).toEqual(agree ? [] : [{ email, record: records[0] ?? null }]);
  });

  it('finds that what is derived from a record agrees with it', () => {
    expect(compareAccess([record], [accessEntryOf(record)])).toEqual([]);
  });
});

it.each([
  ['one as we write it', accessKey(email), { ...entry }, entry],
  [
    'one without account',
    accessKey(email),
    { email, allow: true, admin: true },
    { email, allow: true, admin: true },
  ],
  [
    'rights that are not true or false give none',
    accessKey(email),
    { email, allow: 'yes' },
    { email, allow: false, admin: false },
  ],
  ['one under the key of another address is none', 'a_b@example_com', { ...entry }, null],
  ['a text is none', accessKey(email), 'text', null],
  ['one without address is none', accessKey(email), { allow: true }, null],
])('reading a stored access entry: %s', (_name, key, stored, expected) => {
  expect(readAccessEntry(key, stored)).toEqual(expected);
});

function withoutUid<T extends { readonly uid?: string }>({ uid: _, ...rest }: T): Omit<T, 'uid'> {
  return rest;
}

describe('rights that the owner gives to an address are pinned', () => {
  const cases: readonly [string, Parameters<typeof pinForGrant>, string | undefined][] = [
    ['to nobody when nobody has registered', [null, undefined], undefined],
    ['to nobody when the account of before is gone', [null, 'ann'], undefined],
    ['to the account that has verified it', [{ uid: 'ann', emailVerified: true }, undefined], 'ann'],
    ['to the verified account in place of another', [{ uid: 'ann', emailVerified: true }, 'old'], 'ann'],
    [
      'to nobody when the account may be a stranger',
      [{ uid: 'eve', emailVerified: false }, undefined],
      undefined,
    ],
    [
      'to nobody when the account may be a stranger in place of one that is gone',
      [{ uid: 'eve', emailVerified: false }, 'ann'],
      undefined,
    ],
    ['to the account that an admin has pinned before', [{ uid: 'ann', emailVerified: false }, 'ann'], 'ann'],
  ];
  it.each(cases)('%s', (_name, given, expected) => expect(pinForGrant(...given)).toBe(expected));
});
