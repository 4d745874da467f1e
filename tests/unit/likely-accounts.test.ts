import { describe, expect, it } from 'vitest';
import { bandsOf, calibrate, judge, threshold } from '#engine/guess/bands.ts';
import type { LikelyAccount, LikelyAccounts } from '#engine/guess/LikelyAccounts.ts';
import { gramBucket, TextFeatures, wordBucket } from '#engine/guess/TextFeatures.ts';
import { trainAtOnce } from '#engine/guess/train.ts';
import { runToEnd } from '#engine/steps.ts';
import { type Mapping, NO_MATCH } from '#model/mapping.ts';
import { byStage } from '../support/fullRun.ts';
import { mapping } from '../support/mapping.ts';
import { guessNaively, naiveFeatures } from '../support/naiveLikelyAccounts.ts';
import { below, pick, type Random, seededRandom } from '../support/random.ts';

const NO_BANDS = { strong: Number.POSITIVE_INFINITY, weak: Number.POSITIVE_INFINITY };
const SEEDS = byStage({ usual: [1], full: [1, 2, 3, 4, 5, 6, 7, 8] });
const WORDS = 'Acme|ACMES|taxi|Taxis|paliva|Příjmová|P\u0159i\u0301jmova\u0301|pokladna|12|347|x'.split('|');
const IDEOGRAPHS = ['会', '計', '年度', '任用', '職員', '報酬', 'ー', '𠮷'];
const GAPS = [' ', '  ', '-', ' * ', '', '.', '/'];
const ACCOUNTS = ['6100', '6200', '7100', '0042', 'Fuel/Oil'];

function randomText(random: Random): string {
  const words = random() < 0.3 ? IDEOGRAPHS : WORDS;
  const part = () => pick(random, words) + pick(random, GAPS);
  return Array.from({ length: 1 + below(random, 5) }, part).join('');
}

function randomList(random: Random, size: number): Mapping[] {
  return Array.from({ length: size }, (_unused, i) =>
    mapping(`${randomText(random)} ${i}`, pick(random, ACCOUNTS)),
  );
}

type Guesses = readonly LikelyAccount[];

function expectEqual(found: Guesses, expected: Guesses, text: string): void {
  const accounts = (guesses: Guesses) => guesses.map(({ glAccount }) => glAccount);
  expect(accounts(found), text).toEqual(accounts(expected));
  for (const [i, { share }] of found.entries()) {
    expect(share, text).toBeCloseTo(expected[i]?.share ?? Number.NaN, 8);
  }
}

describe('what is read of a text', () => {
  it.each(SEEDS)('is its words and its grams of four units, each once (seed %i)', (seed) => {
    const random = seededRandom(seed);
    const features = new TextFeatures();
    for (let i = 0; i < 300; i++) {
      const text = randomText(random);
      features.read(text);
      const { words, grams } = naiveFeatures(text);
      const sorted = (buckets: Iterable<number>) => [...new Set(buckets)].sort((a, b) => a - b);
      const found = [
        features.words.subarray(0, features.wordCount),
        features.grams.subarray(0, features.gramCount),
      ];
      const expected = [words.map(wordBucket), grams.map(gramBucket)];
      expect(found.map(sorted), text).toEqual(expected.map(sorted));
    }
  });

  it('spreads over the buckets: hardly any two of 5,000 reference words share one', () => {
    const words = Array.from({ length: 5000 }, (_unused, i) => `ref${i.toString(26)}`);
    expect(new Set(words.map(wordBucket)).size).toBeGreaterThan(4960);
    expect(new Set(words.map(gramBucket)).size).toBeGreaterThan(4900);
  });
});

describe('the guesses', () => {
  it.each(SEEDS)('are those of the plain formulas (seed %i)', (seed) => {
    const random = seededRandom(seed);
    const list = randomList(random, 200);
    const likely = trainAtOnce(list);
    for (let i = 0; i < 12; i++) {
      const text = randomText(random);
      expectEqual(likely.guess(text), guessNaively(list, text), text);
    }
  });

  it.each(SEEDS)('after changes are those of a fresh training (seed %i)', (seed) => {
    const random = seededRandom(seed);
    let list = randomList(random, 180);
    const likely = trainAtOnce(list);
    for (let change = 0; change < 5; change++) {
      const removed = list.filter(() => random() < 0.2).map(({ key }) => key);
      const added = randomList(random, 10).map((one, i) => ({
        ...one,
        glAccount: i === 0 ? `new ${change}` : one.glAccount,
      }));
      const moved = list.filter(() => random() < 0.1).map((one) => ({ ...one, glAccount: '9000' }));
      const set = [...added, ...moved];
      likely.apply(set, removed);
      const after = new Map(list.map((one) => [one.key, one]));
      for (const key of removed) after.delete(key);
      for (const one of set) after.set(one.key, one);
      list = [...after.values()];
      expectSame(likely, trainAtOnce(list), random);
      expect(likely.size).toBe(list.length);
    }
    expect(likely.changes).toBeGreaterThan(50);
  });

  it('without a mapping that is withheld are those of a training without it, and afterwards as before', () => {
    const random = seededRandom(7);
    const list = randomList(random, 40);
    const likely = trainAtOnce(list);
    for (const number of likely.sample(40).slice(0, 6)) {
      likely.withheld(number, (held) => {
        expectSame(likely, trainAtOnce(list.filter(({ key }) => key !== held.key)), random);
      });
    }
    expectSame(likely, trainAtOnce(list), random);
  });

  it('to a list that was emptied and filled again are those of the new list', () => {
    const random = seededRandom(8);
    const likely = trainAtOnce([]);
    const [first, second] = [randomList(random, 20), randomList(random, 20)];
    likely.apply(first, []);
    expectSame(likely, trainAtOnce(first), random);
    const keys = first.map(({ key }) => key);
    likely.apply([], keys);
    expect(likely.guess('acme')).toEqual([]);
    likely.apply(second, []);
    expectSame(likely, trainAtOnce(second), random);
  });

  it('are none for a text without letter or digit, and from a list without a usable mapping', () => {
    expect(trainAtOnce([mapping('Acme', '6100')]).guess(' ** - ')).toEqual([]);
    expect(trainAtOnce([mapping('Acme', 'Unknown'), mapping('Taxi', NO_MATCH)]).guess('Acme')).toEqual([]);
  });

  const cases: readonly [name: string, text: string, glAccount: string][] = [
    ['another ending of a word', 'CITY TAXI LEEDS', '6300'],
    ['another reference number', 'INV 2231 rates', '6400'],
    ['Czech', 'Prodej palivového dřeva 5/2017', '2111'],
    ['Japanese', '会計年度任用職員手当', '01'],
  ];
  it.each(cases)('find what the list has in other words: %s', (_name, text, glAccount) => {
    const likely = trainAtOnce([
      mapping('Taxis of Leeds', '6300'),
      mapping('INV 4417 rates', '6400'),
      mapping('Pokladna: prodej dřeva', '2111'),
      mapping('会計年度任用職員報酬', '01'),
      mapping('電話料', '11'),
      mapping('Stationery', '6500'),
    ]);
    expect(likely.guess(text)[0]?.glAccount).toBe(glAccount);
  });

  it('hold for texts of any length', () => {
    const long = 'taxi '.repeat(30_000);
    const likely = trainAtOnce([mapping(`a ${'very long keyword '.repeat(40)}`, '1'), mapping('taxi', '2')]);
    expect(likely.guess(long)[0]?.glAccount).toBe('2');
  });
});

describe('the reason of a guess', () => {
  const likely = trainAtOnce([
    mapping('Trainline Leeds', '6300'),
    mapping('Trainline', '6300'),
    mapping('Hotel Leeds', '6350'),
    mapping('Asda Leeds', '7000'),
  ]);

  it('names the nearest mappings of the account and the words that speak for it', () => {
    const { mappings, words } = likely.explain('THETRAINLINE 4471 Trainline', '6300');
    expect(mappings.map(({ description }) => description)).toEqual(['Trainline', 'Trainline Leeds']);
    expect(words.toSorted()).toEqual(['THETRAINLINE', 'Trainline']);
  });

  it('has words alone where only parts of words are alike', () => {
    expect(likely.explain('THETRAINLINES', '6300')).toEqual({ mappings: [], words: ['THETRAINLINES'] });
  });

  it('leaves out words that stand in lines of any account', () => {
    const names = ['the royal theatre', 'the new theatre'];
    const theatres = [...names.map((name) => mapping(name, '6100')), mapping('York', '6200')];
    expect(trainAtOnce(theatres).explain('THE theatre', '6100').words).toEqual(['theatre']);
  });

  it('is empty for an account that the list does not have', () => {
    expect(likely.explain('Trainline', '1')).toEqual({ mappings: [], words: [] });
  });
});

describe('bands', () => {
  const answers = (rights: readonly number[]) =>
    rights.flatMap((right, group) =>
      Array.from({ length: 25 }, (_unused, i) => ({
        share: group / 10 + i / 1000,
        isFirst: i < right,
        isAmong: i < right,
      })),
    );
  const cases: readonly [name: string, rights: readonly number[], from: number][] = [
    ['no answers', [], Number.POSITIVE_INFINITY],
    ['never precise enough', [5, 10, 19], Number.POSITIVE_INFINITY],
    ['precise enough from the third group', [5, 10, 20, 25], 0.2],
    ['a lucky group is judged with the worse ones above it', [5, 25, 10, 25], 0.3],
    ['an unlucky group is judged with the better ones below it', [25, 15, 25], 0],
  ];
  it.each(cases)('begin where the mappings withheld are answered right: %s', (_name, rights, from) => {
    expect(threshold(answers(rights), ({ isFirst }) => isFirst, 0.8)).toBe(from);
  });

  it('are strong for the first account only, and none below the weak share', () => {
    const guesses = (share: number, resemblance = { words: 3, known: 1 }) => ({
      guesses: [
        { glAccount: '1', share },
        { glAccount: '2', share: 0.05 },
      ],
      resemblance,
    });
    const bands = { strong: 0.8, weak: 0.5, words: 4 };
    expect(bandsOf(guesses(0.9), bands)).toEqual(['strong', 'weak']);
    expect(bandsOf(guesses(0.6), bands)).toEqual(['weak', 'weak']);
    expect(bandsOf(guesses(0.4), bands)).toEqual(['none', 'none']);
    expect(bandsOf(guesses(0.9), { strong: 0.5, weak: 0.95, words: 4 })).toEqual(['none', 'none']);
    expect(bandsOf(guesses(1), { ...NO_BANDS, words: 4 })).toEqual(['none', 'none']);
    expect(bandsOf({ guesses: [], resemblance: { words: 0, known: 0 } }, bands)).toEqual([]);
    expect(bandsOf(guesses(0.9, { words: 5, known: 0.5 }), bands)).toEqual(['strong', 'weak']);
    expect(bandsOf(guesses(0.9, { words: 4, known: 0.4 }), bands)).toEqual(['strong', 'weak']);
    expect(bandsOf(guesses(0.9, { words: 5, known: 0.4 }), bands)).toEqual(['none', 'none']);
  });

  it('say nothing about a text with one known word among many', () => {
    const list = ['taxi', 'hotel'].flatMap((name) =>
      Array.from({ length: 100 }, (_unused, i) => mapping(`${name} ${i}`, name)),
    );
    const likely = trainAtOnce(list);
    const bands = runToEnd(calibrate(likely));
    expect(bandsOf(judge(likely, 'hotel 7'), bands)[0]).toBe('strong');
    expect(bandsOf(judge(likely, 'hotel hydraulics repairs of pumps'), bands)[0]).toBe('none');
  });

  it('are strong for a list whose words tell the accounts apart, and silent for one whose words do not', () => {
    const random = seededRandom(3);
    const names = ['taxi', 'hotel', 'stationery', 'electricity'];
    const list = (accountOf: (name: string) => string) =>
      Array.from({ length: 400 }, (_unused, i) => {
        const name = pick(random, names);
        return mapping(`${name} ${below(random, 1e6).toString(36)} ${i}`, accountOf(name));
      });
    const telling = trainAtOnce(list((name) => name));
    const bands = runToEnd(calibrate(telling));
    expect(bandsOf(judge(telling, 'a hotel'), bands)[0]).toBe('strong');
    const random200 = trainAtOnce(list(() => String(below(random, 200))));
    expect(runToEnd(calibrate(random200))).toMatchObject(NO_BANDS);
  });

  it('do not depend on the order of the list', () => {
    const list = randomList(seededRandom(5), 200);
    const bands = runToEnd(calibrate(trainAtOnce(list)));
    const reversed = runToEnd(calibrate(trainAtOnce(list.toReversed())));
    expect(reversed.weak).toBeCloseTo(bands.weak, 8);
    expect(reversed.strong).toBe(bands.strong);
  });
});

function expectSame(likely: LikelyAccounts, fresh: LikelyAccounts, random: Random): void {
  for (let i = 0; i < 8; i++) {
    const text = randomText(random);
    expectEqual(likely.guess(text), fresh.guess(text), text);
    const glAccount = pick(random, ACCOUNTS);
    expect(likely.explain(text, glAccount), text).toEqual(fresh.explain(text, glAccount));
  }
}
