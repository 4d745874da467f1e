import { describe, expect, it } from 'vitest';
import { EMPTY_SUM, hashOfEntry, isSameSum, sumOf, withEntry, withoutEntry } from '#model/listChecksum.ts';
import { below, pick, seededRandom } from '../support/random.ts';

const mapping = (description: string, glAccount: unknown = '1') => ({ description, glAccount });

describe('count and sum of a list', () => {
  it('are the same for every order, and for fields in another order', () => {
    const entries = [
      ['A', mapping('A')],
      ['B', 'old'],
      ['C', { glAccount: '2', description: 'C' }],
    ] as const;
    expect(sumOf(entries)).toEqual(sumOf([...entries].toReversed()));
    expect(hashOfEntry('C', { glAccount: '2', description: 'C' })).toBe(hashOfEntry('C', mapping('C', '2')));
  });

  const different: readonly (readonly [string, unknown])[] = [
    ['ACME', mapping('ACME', '1')],
    ['ACME', mapping('ACME', '11')],
    ['ACME', mapping('ACME', 1)],
    ['ACME', mapping('ACME1', '')],
    ['ACM', mapping('EACME', '1')],
    ['acme', mapping('ACME', '1')],
    ['ACME', '1'],
    ['ACME', 1],
    ['ACME', true],
    ['ACME', 'true'],
    ['ACME', { description: 'ACME' }],
    ['ACME', { glAccount: '1' }],
    ['ACME', { description: 'ACME', glAccount: '1', note: 'x' }],
    ['ACME', { description: { x: 'ACME' }, glAccount: '1' }],
  ];
  it('differ for every other key or value', () => {
    const hashes = different.map(([key, stored]) => hashOfEntry(key, stored));
    expect(new Set(hashes).size).toBe(different.length);
  });

  it('read number-like keys as the object that they are', () => {
    expect(hashOfEntry('A', [null, 'x'])).toBe(hashOfEntry('A', { 1: 'x' }));
  });

  it('spread over 32 bits: 20,000 similar mappings have hardly any hash in common', () => {
    const hashes = Array.from({ length: 20_000 }, (_, i) => hashOfEntry(`SHOP ${i}`, mapping(`SHOP ${i}`)));
    expect(new Set(hashes).size).toBeGreaterThan(19_990);
    expect(Math.max(...hashes)).toBeGreaterThan(0.99 * 2 ** 32);
  });

  it('follow changes to what the whole list amounts to', () => {
    const random = seededRandom(16);
    const list = new Map<string, unknown>();
    let sum = EMPTY_SUM;
    for (let i = 0; i < 2_000; i++) {
      const key = `K${below(random, 50)}`;
      const after = pick(random, [mapping(key, String(i)), String(i), null]);
      sum = withEntry(withoutEntry(sum, key, list.get(key)), key, after);
      if (after === null) list.delete(key);
      else list.set(key, after);
    }
    expect(isSameSum(sum, sumOf(list))).toBe(true);
    expect(sum.count).toBe(list.size);
  });

  it('stay whole numbers below 2^53, around the end of the range as well', () => {
    const nearEnd = { count: 5, sum: Number.MAX_SAFE_INTEGER };
    const more = withEntry(nearEnd, 'A', 'x');
    expect(more.sum).toBe(hashOfEntry('A', 'x') - 1);
    expect(withoutEntry(more, 'A', 'x')).toEqual(nearEnd);
  });
});
