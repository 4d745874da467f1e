import { describe, expect, it } from 'vitest';
import { analyseAtOnce } from '#engine/analysis/analyse.ts';
import { type Mapping, mappingKey } from '#model/mapping.ts';

describe('keywords proposed for one account', () => {
  const cases: readonly [name: string, descriptions: readonly string[], keywords: readonly string[]][] = [
    ['a phrase in eleven descriptions', inns(11), ['PREMIER INN']],
    ['none for a phrase in ten', inns(10), []],
    ['none for ten of twelve descriptions', [...inns(10), 'another one', 'and this'], []],
    ['a number joined to the word is left off', numbered(11, (i) => `PREMIER INN${i}`), ['PREMIER INN']],
    ['punctuation at the end is left off', numbered(11, (i) => `POD CAMERA - ${i}`), ['POD CAMERA']],
    ['punctuation inside stays', numbered(11, (i) => `POD-CAMERA/X ${i}`), ['POD-CAMERA/X']],
    ['never a part of a word', numbered(11, (i) => `supermarket${letter(i)}`), []],
    ['nine characters are too few', numbered(11, (i) => `Novotel 1${letter(i)}`), []],
    ['ten characters are enough', lettered(11, 'Novotel 12'), ['NOVOTEL 12']],
    [
      'each ideograph is a word',
      numbered(11, (i) => `東京都中央区日本橋室町${letter(i)}`),
      ['東京都中央区日本橋室町'],
    ],
    [
      'an accent is part of its letter',
      numbered(11, (i) => `CAFE\u0301 CENTRAL ${i}`),
      ['CAFE\u0301 CENTRAL'],
    ],
    [
      'a description of 99 characters is a source',
      numbered(11, (i) => `Premier Inn ${'x'.repeat(85)} ${letter(i)}`),
      [`PREMIER INN ${'X'.repeat(85)}`],
    ],
    [
      'a description of 100 characters is no source',
      numbered(11, (i) => `Premier Inn ${'x'.repeat(86)} ${letter(i)}`),
      [],
    ],
    [
      'but counts as an occurrence',
      [...numbered(10, (i) => `Premier Inn ${'x'.repeat(86)} ${letter(i)}`), 'Premier Inn'],
      ['PREMIER INN'],
    ],
    [
      'occurrences count inside words too',
      [...numbered(10, (i) => `Premier Inns ${i}`), 'Premier Inn'],
      ['PREMIER INN'],
    ],
    ['a repetition in one description counts once', numbered(6, (i) => `Premier Inn Premier Inn ${i}`), []],
    [
      'the longest first, then what is left',
      [...lettered(11, 'Premier Inn London'), ...numbered(11, (i) => `Premier Inn Leeds${letter(i)}`)],
      ['PREMIER INN LONDON', 'PREMIER INN'],
    ],
    [
      'none where too few are left',
      [...lettered(11, 'Premier Inn London'), ...numbered(10, (i) => `Premier Inn Leeds${letter(i)}`)],
      ['PREMIER INN LONDON'],
    ],
    [
      'of equal length the one in more descriptions first',
      [...lettered(11, 'ALPHA HOTEL'), ...lettered(12, 'OMEGA HOTEL')],
      ['OMEGA HOTEL', 'ALPHA HOTEL'],
    ],
    [
      'then the alphabetical one',
      [...lettered(11, 'OMEGA HOTEL'), ...lettered(11, 'ALPHA HOTEL')],
      ['ALPHA HOTEL', 'OMEGA HOTEL'],
    ],
    ['spaces are compared as one', numbered(11, (i) => `premier\u00a0 inn ${i}`), ['PREMIER INN']],
    [
      'control characters are never part',
      numbered(11, (i) => `ALPHA\u0001OMEGA HOTEL ${i}`),
      ['OMEGA HOTEL'],
    ],
  ];
  it.each(cases)('%s', (_name, descriptions, keywords) => {
    const { consolidations } = analyseAtOnce({ list: toList(descriptions, '6000') });
    expect(consolidations.map(({ keyword }) => keyword)).toEqual(keywords);
    for (const found of consolidations) expect(found).toMatchObject({ status: 'OK', glAccount: '6000' });
  });

  it('is not proposed for entries without usable account', () => {
    expect(analyseAtOnce({ list: hotels('Unknown') }).consolidations).toEqual([]);
  });
});

describe('what an approval deletes', () => {
  it('is the originals, without the entry that is the keyword itself', () => {
    const list = [...hotels(), ...toList(['PREMIER INN'], '6000')];
    const [consolidation] = analyseAtOnce({ list }).consolidations;
    expect(consolidation?.count).toBe(12);
    expect(consolidation?.idsToDelete).toEqual(hotels().map(({ key }) => key));
  });

  it('is not an original whose text would go to a longer keyword of another account', () => {
    const parks = [...toList(['Premier Inn 3 Car Park'], '6000'), ...toList(['Inn 3 Car Park'], '7000')];
    const list = [...hotels(), ...parks];
    const [consolidation] = analyseAtOnce({ list }).consolidations;
    expect(consolidation).toMatchObject({ status: 'OK', keyword: 'PREMIER INN', count: 12, changes: 0 });
    expect(consolidation?.idsToDelete).toEqual(hotels().map(({ key }) => key));
  });
});

describe('a conflict', () => {
  const INNS = toList(['Premier Inn York', 'Premier Inn Bath'], '7000');

  it('names the strongest mapping, and counts mappings and accounts', () => {
    const others = [...INNS, ...toList(['A Premier Inn'], '5000')];
    const [consolidation] = analyseAtOnce({ list: [...hotels(), ...others] }).consolidations;
    const conflict = { description: 'Premier Inn Bath', glAccount: '7000' };
    const expected = { status: 'CONFLICT', conflict, conflictMappings: 3, conflictAccounts: 2 };
    expect(consolidation).toMatchObject(expected);
  });

  it('names a mapping with the keyword itself first', () => {
    const others = [...INNS, ...toList(['premier inn'], '5000')];
    const [consolidation] = analyseAtOnce({ list: [...hotels(), ...others] }).consolidations;
    expect(consolidation?.conflict).toMatchObject({ description: 'premier inn', glAccount: '5000' });
    expect(consolidation?.alternative).toMatchObject({ glAccount: '5000', idsToDelete: ['premier inn'] });
  });

  it('is reported for both accounts when a keyword is proposed for two', () => {
    const others = toList(lettered(12, 'Premier Inn'), '7000');
    const { consolidations } = analyseAtOnce({ list: [...hotels(), ...others] });
    expect(consolidations.map(({ status, glAccount }) => [status, glAccount])).toEqual([
      ['CONFLICT', '6000'],
      ['CONFLICT', '7000'],
    ]);
    expect(consolidations[0]?.alternative?.idsToDelete).toEqual(consolidations[1]?.idsToDelete);
  });

  it('announces that an existing keyword changes its account', () => {
    const list = [...hotels(), ...toList(['PREMIER INN'], '7000')];
    const wanted = { status: 'CONFLICT', changes: 1, alternative: { changes: 0 } };
    expect(analyseAtOnce({ list }).consolidations[0]).toMatchObject(wanted);
  });
});

describe('duplicates', () => {
  const cases: readonly [name: string, list: readonly Mapping[], deleted: readonly string[]][] = [
    [
      'the entry under its own key stays',
      [entry('odd', 'Acme Ltd', '1'), entry('Acme Ltd', 'Acme Ltd', '1')],
      ['odd'],
    ],
    ['else the first stays', [entry('x', 'Acme Ltd', '1'), entry('y', 'ACME LTD', '1')], ['y']],
    ['another account is no duplicate', [entry('x', 'Acme Ltd', '1'), entry('y', 'ACME LTD', '2')], []],
    ['other spaces are no duplicate', [entry('x', 'Acme Ltd', '1'), entry('y', 'Acme  Ltd', '1')], []],
    [
      'the one that wins over another account stays',
      [entry('b', 'Acme Ltd', '1'), entry('a', 'ACME LTD', '1'), entry('ab', 'acme ltd', '2')],
      ['b'],
    ],
  ];
  it.each(cases)('%s', (_name, list, deleted) => {
    expect(analyseAtOnce({ list }).duplicates).toEqual(deleted);
  });
});

/** Eleven hotels of a chain. */
function hotels(glAccount = '6000'): Mapping[] {
  return toList(inns(11), glAccount);
}

function inns(count: number): string[] {
  return numbered(count, (i) => `Premier Inn ${i}`);
}

/** A name with letters behind it. */
function lettered(count: number, name: string): string[] {
  return numbered(count, (i) => `${name} ${letter(i)}`);
}

function numbered(count: number, describe: (i: number) => string): string[] {
  return Array.from({ length: count }, (_unused, i) => describe(i));
}

function letter(i: number): string {
  return String.fromCharCode(65 + i);
}

function toList(descriptions: readonly string[], glAccount: string): Mapping[] {
  return descriptions.map((description) => entry(description, description, glAccount));
}

function entry(key: string, description: string, glAccount: string): Mapping {
  return { key: mappingKey(key), description, glAccount };
}
