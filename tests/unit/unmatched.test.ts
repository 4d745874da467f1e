import { describe, expect, it } from 'vitest';
import { normalise } from '#engine/normalise.ts';
import { groupByPhrase, STEPS, wordsOf } from '#engine/phrases.ts';
import { nonSpaceLength } from '#model/mapping.ts';
import { seededRandom } from '../support/random.ts';

/** The groups by counting every phrase of every row as text, row by row, in the same steps. */
function naiveGroups(descriptions: readonly string[]): [string, number[]][] {
  const texts = descriptions.map(normalise);
  const phrasesOf = texts.map((text) => {
    const words = wordsOf(text);
    return new Set(
      words.flatMap((first, i) => words.slice(i).map((last) => text.slice(first.start, last.end))),
    );
  });
  const left = new Set(texts.keys());
  const groups: [string, number[]][] = [];
  const all = [...new Set(phrasesOf.flatMap((phrases) => [...phrases]))]
    .filter((phrase) => nonSpaceLength(phrase) >= 5 && /\p{L}/u.test(phrase))
    .map((phrase) => ({ phrase, count: phrasesOf.filter((phrases) => phrases.has(phrase)).length }))
    .sort((a, b) => b.phrase.length - a.phrase.length || b.count - a.count || (a.phrase < b.phrase ? -1 : 1));
  for (const least of STEPS) {
    for (const { phrase } of all) {
      const rows = [...left].filter((row) => phrasesOf[row]?.has(phrase));
      if (rows.length < least) continue;
      for (const row of rows) left.delete(row);
      groups.push([phrase, rows]);
    }
  }
  return groups;
}

describe('rows without a match are grouped by the longest phrase they share', () => {
  const cases: readonly [
    name: string,
    rows: readonly string[],
    groups: readonly [string, number[]][],
    alone: number[],
  ][] = [
    ['nothing to group', [], [], []],
    ['a row alone', ['Uber trip 1'], [], [0]],
    [
      'a phrase of two rows, as typed in the first',
      ['Uber TRIP 1', 'uber trip 22', 'else'],
      [['Uber TRIP', [0, 1]]],
      [2],
    ],
    ['the same text twice', ['Café  du Coin', 'CAFÉ du coin'], [['Café  du Coin', [0, 1]]], []],
    ['whole words only', ['Northern Railway 1', 'Northern Rail 2'], [['Northern', [0, 1]]], []],
    ['separators count', ['Premier-Inn', 'Premier Inn'], [['Premier', [0, 1]]], []],
    ['too short for a keyword', ['ATM 1 a', 'ATM 2 b'], [], [0, 1]],
    ['digits alone are no keyword', ['a 1234567', 'b 1234567'], [], [0, 1]],
    [
      'the largest group first',
      ['Apple A', 'Pear tree A', 'Pear tree B', 'Apple B', 'Pear tree C'],
      [
        ['Pear tree', [1, 2, 4]],
        ['Apple', [0, 3]],
      ],
      [],
    ],
    [
      'a phrase of many rows comes before a longer one of two',
      [
        ...Array.from({ length: 10 }, (_, i) => `Uber trip ${'abcdefghij'.charAt(i)}`),
        'Uber trip help desk x',
        'Uber trip help desk y',
      ],
      [['Uber trip', Array.from({ length: 12 }, (_, i) => i)]],
      [],
    ],
  ];
  it.each(cases)('%s', (_name, rows, groups, alone) => {
    const found = groupByPhrase(rows);
    expect(found.groups.map((group) => [group.phrase, group.rows])).toEqual(groups);
    expect(found.alone).toEqual(alone);
  });

  it.each([1, 2, 3, 4, 5, 6])('and agrees with the naive count on random rows (seed %i)', (seed) => {
    const random = seededRandom(seed);
    const words = ['card', 'UBER', 'trip', 'Łódź', '12', '7', 'inn', 'premier', '東', 'e\u0301tage'];
    const gaps = [' ', ' ', '-', '  ', '.'];
    const pick = (of: readonly string[]) => of[Math.floor(random() * of.length)] ?? '';
    const rows = Array.from({ length: 120 }, () =>
      Array.from({ length: 1 + Math.floor(random() * 6) }, () => pick(words) + pick(gaps)).join(''),
    );
    const found = groupByPhrase(rows);
    const naive = naiveGroups(rows);
    expect(found.groups.map(({ phrase, rows }) => [normalise(phrase), rows])).toEqual(
      naive.sort((a, b) => b[1].length - a[1].length),
    );
    const grouped = found.groups.flatMap(({ rows }) => rows);
    expect([...grouped, ...found.alone].sort((a, b) => a - b)).toEqual([...rows.keys()]);
  });
});
