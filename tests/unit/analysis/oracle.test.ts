import { describe, expect, it } from 'vitest';
import { analyseAtOnce } from '#engine/analysis/analyse.ts';
import { type Mapping, mappingKey } from '#model/mapping.ts';
import { byStage } from '../../support/fullRun.ts';
import { analyseNaively } from '../../support/naiveAnalysis.ts';
import { seededRandom } from '../../support/random.ts';
import { randomList } from './randomLists.ts';

const upTo = (last: number) => Array.from({ length: last }, (_unused, i) => i + 1);
/** The oracle takes a tenth of a second for each; every alphabet has consolidations with seed 9. */
const MANY = byStage({ usual: [9], full: upTo(12) });
const FEW = byStage({ usual: [1], full: upTo(6) });
const LEAST_CONSOLIDATIONS = byStage({ usual: 2, full: 4 });

/** Alphabets, each of which provokes one class of mistakes. */
const alphabets: readonly [name: string, words: readonly string[]][] = [
  ['two letters and a space', ['A', 'B', 'AB', 'BA', 'AAAA', 'BBBBB']],
  ['words that contain each other', ['PREMIER', 'INN', 'INNS', 'MIER', 'PREMIERINN', 'IN']],
  ['digits beside letters', ['INN44', '44', '4', 'SHOP', 'SHOP4', '4SHOP', 'A1B2C3']],
  ['key characters', ['A.B', 'A/B', 'A_B', 'CO.UK', 'CO_UK', '#12', '[X]', '$', 'amazon', 'AMAZON.']],
  ['accents, composed and not', ['CAFÉ', 'CAFE\u0301', 'café', 'cafe\u0301', 'Řeka', 'e\u0301', '\u0301x']],
  [
    'letters that fold to several',
    ['straße', 'STRASSE', 'ΣΟΣ', 'σος', 'İstanbul', 'ﬁsh', 'ŉab', 'Ωmega', 'Kelvin'],
  ],
  [
    'ideographs',
    ['東京', '都', 'カメラ', 'か\u3099', 'が', 'サービス', '한국', '\u1112\u1161', '𠮷野', 'ー', 'ｶﾒﾗ'],
  ],
  [
    'emoji, control and stray characters',
    ['😀', 'A\u0001B', '\ud83d', 'SHOP', 'HOTEL', '1\ufe0f\u20e3', '𝒳Y', '𐐨𐐀'],
  ],
  [
    'characters that nobody sees',
    ['SUPER\u00adMARKT', 'SUPERMARKT', '\u200bHOTEL', 'HOTEL\u202e', '\u2060', 'e\u00ad\u0301'],
  ],
  ['odd spaces', ['A\u00a0B', ' ', '\u2003', 'SHOP ', ' HOTEL', '\ufeffX', 'B\tC']],
];

describe('analysis against the naive count', () => {
  for (const [name, words] of alphabets) {
    it(`agrees on ${name}`, () => {
      let consolidations = 0;
      for (const seed of MANY) {
        const random = seededRandom(seed);
        const list = randomList(random, words, { size: 50, accounts: 1 + (seed % 3) });
        const report = analyseAtOnce({ list });
        expect(report, `seed ${seed}`).toEqual(analyseNaively({ list }));
        consolidations += report.consolidations.length;
      }
      expect(consolidations).toBeGreaterThanOrEqual(LEAST_CONSOLIDATIONS);
    });

    it(`agrees on ${name} with a stored list`, () => {
      for (const seed of FEW) {
        const random = seededRandom(1000 + seed);
        const list = randomList(random, words, { size: 40, accounts: 1 + (seed % 3) });
        const stored = randomList(random, words, { size: 30, accounts: 3 });
        expect(analyseAtOnce({ list, stored }), `seed ${seed}`).toEqual(analyseNaively({ list, stored }));
      }
    });
  }

  it('agrees where descriptions are about 100 units long', () => {
    for (const seed of FEW) {
      const random = seededRandom(2000 + seed);
      const words = ['LONG', 'LONGER', 'NUMBER 12345', 'OF THE', 'SUPERMARKETS'];
      const list = randomList(random, words, { size: 40, accounts: 1, words: 18 });
      expect(analyseAtOnce({ list }), `seed ${seed}`).toEqual(analyseNaively({ list }));
    }
  });

  it('agrees on entries that are stored under a key of another text', () => {
    for (const seed of MANY) {
      const random = seededRandom(3000 + seed);
      const words = ['A.B', 'A/B', 'SHOP', 'shop', 'HOTEL', 'X'];
      const list = withForeignKeys(randomList(random, words, { size: 50, accounts: 2 }), random);
      expect(analyseAtOnce({ list }), `seed ${seed}`).toEqual(analyseNaively({ list }));
    }
  });
});

/** Gives some entries the key of another description, as a list edited by other means may have. */
function withForeignKeys(list: readonly Mapping[], random: () => number): Mapping[] {
  const taken = new Set(list.map(({ key }) => key));
  return list.map((mapping) => {
    const key = mappingKey(mapping.description.toUpperCase().split(' ').slice(0, 3).join(' '));
    if (random() < 0.7 || key === '' || taken.has(key)) return mapping;
    taken.add(key);
    return { ...mapping, key };
  });
}
