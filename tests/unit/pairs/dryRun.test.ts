import { describe, expect, it } from 'vitest';
import { countOutcomes, dryRun } from '#engine/import/dryRun.ts';
import { mappingKey } from '#model/mapping.ts';
import type { UploadOutcome } from '#model/pair.ts';

const stored = [toMapping('ACME Ltd', '1'), toMapping('A.B. Shop', '2'), toMapping('__proto__', '3')];

const outcomes: readonly [name: string, description: string, account: string, kind: UploadOutcome['kind']][] =
  [
    ['an unknown keyword is new', 'Another Ltd', '1', 'new'],
    ['the same key with the same account is present', 'ACME Ltd', '1', 'present'],
    ['the same key with another account is listed', 'ACME Ltd', '9', 'other-account'],
    ['another case is a twin', 'acme ltd', '1', 'case-twin'],
    ['a spelling with the same key is present', 'A/B. Shop', '2', 'present'],
    ['a key that objects know is found in the list only', '__proto__', '3', 'present'],
    ['a key that objects know is new otherwise', 'constructor', '3', 'new'],
  ];

describe('dry run of an upload', () => {
  it.each(outcomes)('%s', (_name, description, glAccount, kind) => {
    expect(dryRun([{ description, glAccount }], stored)[0]?.kind).toBe(kind);
  });

  it('tells repetitions inside the upload and counts everything once', () => {
    const pairs = ['Another Ltd', 'ANOTHER LTD', 'ACME Ltd', 'acme ltd'].map((description) => ({
      description,
      glAccount: '1',
    }));
    const counts = countOutcomes(dryRun(pairs, stored));
    expect(counts).toEqual({ new: 1, present: 1, 'other-account': 0, 'case-twin': 0, repeated: 2 });
    expect(Object.values(counts).reduce((sum, count) => sum + count)).toBe(pairs.length);
  });
});

function toMapping(description: string, glAccount: string) {
  return { key: mappingKey(description), description, glAccount };
}
