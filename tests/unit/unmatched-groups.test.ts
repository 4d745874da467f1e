import { describe, expect, it } from 'vitest';
import { runToEnd } from '#engine/steps.ts';
import { groupLines } from '#engine/unmatched/groupLines.ts';
import { tokensOf } from '#engine/unmatched/tokens.ts';
import type { Mapping } from '#model/mapping.ts';
import { byStage } from '../support/fullRun.ts';
import { mapping } from '../support/mapping.ts';
import { groupNaively } from '../support/naiveGroups.ts';
import { below, pick, seededRandom } from '../support/random.ts';

const listOf = (pairs: readonly (readonly [string, string])[]) => pairs.map((pair) => mapping(...pair));
const listFrom = (length: number, pairOf: (i: number) => readonly [string, string]) =>
  listOf(Array.from({ length }, (_, i) => pairOf(i)));

/** The groups at the end of all steps. */
function grouped(lines: readonly string[], mappings: readonly Mapping[] = []) {
  return runToEnd(groupLines(lines, mappings));
}

/** As many mappings of as many accounts as have the words. */
const ofManyAccounts = (...words: readonly string[]) =>
  words.flatMap((word) =>
    ['Alder', 'Birch', 'Cedar', 'Douglas', 'Elder'].map(
      (tree, i) => [`${tree} ${word}`, `${6100 + i}`] as const,
    ),
  );

describe('lines are grouped by the name that they begin with', () => {
  type Case = readonly [
    name: string,
    lines: readonly string[],
    /** Phrase, or `-` for none, and the numbers of the lines. */
    groups: readonly string[],
    /** Keywords with their accounts. */
    list?: readonly string[],
  ];
  const cases: readonly Case[] = [
    ['nothing to group', [], []],
    [
      'the bank of a payment is no part of a name, and that of a bank is',
      ['BANK TRANSFER KINGSWAY MOTORS', 'Kingsway 7', 'BANK OF IRELAND', 'BANK OF SCOTLAND', 'Bank'],
      ['kingsway 0 1', 'bank of ireland 2', 'bank of scotland 3', '- 4'],
    ],
    [
      'a legal form begins a name, and does not go on with it',
      ['AB WASTE 1', 'AB WASTE 2', 'Quigley AB', 'QUIGLEY s.r.o.', 'Roadchef M Serv'],
      ['ab waste 0 1', 'quigley 2 3', 'roadchef 4'],
    ],
    ['a line alone', ['Uber trip 1'], ['uber trip 0']],
    [
      'whatever follows, numbers and reference codes included',
      [
        'AMAZON.CO.UK*MW1AB2',
        'Amazon Prime*7H3K1',
        'AMAZON EU SARL',
        'amazon mktplace pmts',
        'AMAZON WEB SERVICES 12',
        'AMAZON 0044',
      ],
      ['amazon 0 1 2 3 4 5'],
    ],
    ['the same text twice', ['Café  du Coin', 'CAFÉ du coin'], ['café du coin 0 1']],
    ['the largest group first', ['Apple A', 'Pear 1', 'Pear 2'], ['- 1 2', 'apple 0']],
    [
      'words of payments, companies and addresses begin no name and end no phrase',
      ['CARD PAYMENT TO QUIGLEY LTD 1', 'Quigley Limited', 'www.quigley.co.uk'],
      ['quigley 0 1 2'],
    ],
    [
      'one or two letters are not enough',
      ['B Q 1302', 'B Q 11', 'BG UK BUSINESS', 'BG ASSOCIATES'],
      ['- 0 1', 'bg uk business 2', 'bg associates 3'],
    ],
    [
      'a word of many accounts that another name follows each time is half of a name',
      ['ROYAL MAIL 1', 'ROYAL GARDEN HOTEL', 'Royal Mail 2'],
      ['royal mail 0 2', 'royal garden 1'],
      ['Royal Mint 6100', 'Royal Bank 6200', 'Royal Opera 6300', 'Royal Oak 6400', 'Royal Mail 6500'],
    ],
    ['numbers alone share no name, but their form', ['0123 44', '9 7', '12 x'], ['- 0 1', '- 2']],
    ['names of few letters offer nothing', ['ALDI 1', 'ALDI 2'], ['- 0 1']],
    ['one text offers itself as the last resort', ['ALDI 1 B', 'ALDI 1 B'], ['aldi 1 b 0 1']],
    [
      'a name of few letters with the next word, where no number is between',
      [
        'ASDA GEORGE LEEDS',
        'ASDA 1302 LEEDS',
        'Asda George York',
        'ASDA 12',
        'www.just-eat.co.uk',
        'JUST EAT 1',
      ],
      ['asda george 0 2', '- 1 3', 'just-eat 4', 'just eat 5'],
    ],
    [
      'a name that tells nothing, too',
      ['WEST COAST TRAINS 1', 'WEST MIDLAND METRO', 'West Coast Trains 2', 'WEST 7'],
      ['west coast 0 2', 'west midland 1', 'west 7 3'],
      ['West Ham 6100', 'West Brom 6200', 'West End 6300', 'West Wing 6400', 'West Bank 6500'],
    ],
    [
      'a name with a digit, which no reference has twice',
      ['GO2SIM LTD', 'GO2SIM LTD', 'INV2ABC LTD', 'INV3ABC LTD'],
      ['go2sim ltd 0 1', '- 2 3'],
    ],
    ['no keyword ends within a bracket', ['SIMPSON (YORK) LTD 1'], ['simpson 0']],
    ['ideographs are one word', ['一般事務費 消耗品費', '一般事務費 燃料費'], ['一般事務費 0 1']],
  ];
  it.each(cases.map(([name, ...rest]) => [name, rest] as const))(
    '%s',
    (_name, [lines, groups, list = []]) => {
      const pairs = list.map((pair) => [pair.slice(0, -5), pair.slice(-4)] as const);
      const found = grouped(lines, listOf(pairs));
      expect(found.map(({ phrase, lines }) => [phrase ?? '-', ...lines].join(' '))).toEqual(groups);
    },
  );
});

describe('a keyword that tells nothing is never offered', () => {
  it('not words in mappings of many accounts', () => {
    const list = listOf(ofManyAccounts('Limited', 'Hotel', 'CO.UK'));
    const lines = ['LIMITED 4', 'LIMITED 5', 'Hotel 1', 'hotel 2', 'CO.UK 1', 'co.uk 2'];
    expect(grouped(lines, list).map(({ phrase }) => phrase)).toEqual([null, null, null]);
  });

  it('not the first letters of a reference number', () => {
    const lines = ['UK*MW1', 'UK*MW2', 'UK*MX3', 'AB 17', 'AB 18'];
    expect(grouped(lines).every(({ phrase }) => phrase === null)).toBe(true);
  });

  it('not a word that a large part of a long list has, which begins no name either', () => {
    const list = listFrom(100, (i) => [`EVKT supplier${i} ${i % 26}`, `${6100 + (i % 5)}`]);
    const groups = grouped(['EVKT Quigley 1', 'EVKT Tattersall', 'EVKT Quigley 2'], list);
    expect(groups.map(({ phrase, lines }) => [phrase, lines])).toEqual([
      ['quigley', [0, 2]],
      ['tattersall', [1]],
    ]);
  });

  it('and one that most of them have for one account is', () => {
    const ofOne = listFrom(6, (i) => [`Quigley ${'abcdef'[i]}`, '7000']);
    const list = [...listOf(ofManyAccounts('Quigley')), ...ofOne];
    // Half of all mappings: a longer list has more than these.
    const rest = listFrom(300, (i) => [`Supplier${String.fromCharCode(97 + (i % 26))}${i}`, '1']);
    const [group] = grouped(['Quigley 1', 'Quigley x'], [...list, ...rest]);
    expect(group?.phrase).toBe('quigley');
  });
});

describe('the groups are those of the plain loops', () => {
  const WORDS = [
    ...['Amazon', 'ROYAL', 'mail', 'garden', 'hotel', 'Limited', 'CO.UK', 'card', 'to', 'B', 'BG', 'Żabka'],
    ...['bank', 's.r.o.', 'Zoo', 'března', 'SA', '振込手数料', '振込', '口座振替', 'Überweisung', 'payment'],
    // Composed, beyond the BMP, and read unit by unit.
    ...['Cafe\u0301', '\u{10400}\u{10401}', '\u{1f355}pizza'],
    ...['UK*MW1A', '12', '0044', '(york)', '(north', '会計', '費用', 'premier', 'inn', 'tesco', 'e.on'],
  ];
  it.each([1, 2, 3, 4])('on random lines and lists (seed %i)', (seed) => {
    const random = seededRandom(seed);
    for (let round = 0; round < byStage({ usual: 4, full: 200 }); round++) {
      // Few words make broad ones likely.
      const words = WORDS.slice(0, 3 + below(random, WORDS.length - 3));
      const text = () => Array.from({ length: 1 + below(random, 4) }, () => pick(random, words)).join(' ');
      const lines = Array.from({ length: below(random, 40) }, text);
      const list = listOf(
        // From fifty mappings on, words of a large part of the list are common.
        Array.from({ length: below(random, 120) }, () => [
          text(),
          pick(random, ['1', '2', '3', '4', 'Unknown']),
        ]),
      );
      expect(grouped(lines, list), `seed ${seed}, round ${round}`).toEqual(groupNaively(lines, list));
    }
  });
});

it('a token is a run of letters and digits; with a digit it is a code', () => {
  expect(tokensOf('uk*mw1ab 東京12 e.on').map(({ text, isCode }) => [text, isCode])).toEqual([
    ['uk', false],
    ['mw1ab', true],
    ['東京12', true],
    ['e', false],
    ['on', false],
  ]);
});
