import { describe, expect, it } from 'vitest';
import { analyseAtOnce } from '#engine/analysis/analyse.ts';
import { type Mapping, mappingKey } from '#model/mapping.ts';

describe('keywords proposed for one account', () => {
  const cases: readonly [name: string, descriptions: readonly string[], keywords: readonly string[]][] = [
    ['a phrase in eleven descriptions', numbered(11, (i) => `Premier Inn ${i}`), ['PREMIER INN']],
    ['none for a phrase in ten', numbered(10, (i) => `Premier Inn ${i}`), []],
    [
      'none for ten of twelve descriptions',
      [...numbered(10, (i) => `Premier Inn ${i}`), 'another one', 'and this'],
      [],
    ],
    ['a number joined to the word is left off', numbered(11, (i) => `PREMIER INN${i}`), ['PREMIER INN']],
    ['punctuation at the end is left off', numbered(11, (i) => `POD CAMERA - ${i}`), ['POD CAMERA']],
    ['punctuation inside stays', numbered(11, (i) => `POD-CAMERA/X ${i}`), ['POD-CAMERA/X']],
    ['never a part of a word', numbered(11, (i) => `supermarket${letter(i)}`), []],
    ['nine characters are too few', numbered(11, (i) => `Novotel 1${letter(i)}`), []],
    ['ten characters are enough', numbered(11, (i) => `Novotel 12 ${letter(i)}`), ['NOVOTEL 12']],
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
      [
        ...numbered(11, (i) => `Premier Inn London ${letter(i)}`),
        ...numbered(11, (i) => `Premier Inn Leeds${letter(i)}`),
      ],
      ['PREMIER INN LONDON', 'PREMIER INN'],
    ],
    [
      'none where too few are left',
      [
        ...numbered(11, (i) => `Premier Inn London ${letter(i)}`),
        ...numbered(10, (i) => `Premier Inn Leeds${letter(i)}`),
      ],
      ['PREMIER INN LONDON'],
    ],
    [
      'of equal length the one in more descriptions first',
      [
        ...numbered(11, (i) => `ALPHA HOTEL ${letter(i)}`),
        ...numbered(12, (i) => `OMEGA HOTEL ${letter(i)}`),
      ],
      ['OMEGA HOTEL', 'ALPHA HOTEL'],
    ],
    [
      'then the alphabetical one',
      [
        ...numbered(11, (i) => `OMEGA HOTEL ${letter(i)}`),
        ...numbered(11, (i) => `ALPHA HOTEL ${letter(i)}`),
      ],
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
    expect(consolidations.every(({ status, glAccount }) => status === 'OK' && glAccount === '6000')).toBe(
      true,
    );
  });

  it('is not proposed for entries without usable account', () => {
    expect(
      analyseAtOnce({
        list: toList(
          numbered(11, (i) => `Premier Inn ${i}`),
          'Unknown',
        ),
      }).consolidations,
    ).toEqual([]);
  });
});

describe('what an approval deletes', () => {
  const hotels = toList(
    numbered(11, (i) => `Premier Inn ${i}`),
    '6000',
  );

  it('is the originals, without the entry that is the keyword itself', () => {
    const list = [...hotels, ...toList(['PREMIER INN'], '6000')];
    const [consolidation] = analyseAtOnce({ list }).consolidations;
    expect(consolidation?.count).toBe(12);
    expect(consolidation?.idsToDelete).toEqual(hotels.map(({ key }) => key));
  });

  it('is not an original whose text would go to a longer keyword of another account', () => {
    const list = [
      ...toList(['Premier Inn 3 Car Park'], '6000'),
      ...hotels,
      ...toList(['Inn 3 Car Park'], '7000'),
    ];
    const [consolidation] = analyseAtOnce({ list }).consolidations;
    expect(consolidation).toMatchObject({ status: 'OK', keyword: 'PREMIER INN', count: 12, changes: 0 });
    expect(consolidation?.idsToDelete).toEqual(hotels.map(({ key }) => key));
  });
});

describe('a conflict', () => {
  const hotels = toList(
    numbered(11, (i) => `Premier Inn ${i}`),
    '6000',
  );

  it('names the strongest mapping, and counts mappings and accounts', () => {
    const others = [
      ...toList(['Premier Inn York', 'Premier Inn Bath'], '7000'),
      ...toList(['A Premier Inn'], '5000'),
    ];
    const [consolidation] = analyseAtOnce({ list: [...hotels, ...others] }).consolidations;
    expect(consolidation).toMatchObject({
      status: 'CONFLICT',
      conflict: { description: 'Premier Inn Bath', glAccount: '7000' },
      conflictMappings: 3,
      conflictAccounts: 2,
    });
  });

  it('names a mapping with the keyword itself first', () => {
    const others = [
      ...toList(['Premier Inn York', 'Premier Inn Bath'], '7000'),
      ...toList(['premier inn'], '5000'),
    ];
    const [consolidation] = analyseAtOnce({ list: [...hotels, ...others] }).consolidations;
    expect(consolidation?.conflict).toMatchObject({ description: 'premier inn', glAccount: '5000' });
    expect(consolidation?.alternative).toMatchObject({ glAccount: '5000', idsToDelete: ['premier inn'] });
  });

  it('is reported for both accounts when a keyword is proposed for two', () => {
    const others = toList(
      numbered(12, (i) => `Premier Inn ${letter(i)}`),
      '7000',
    );
    const { consolidations } = analyseAtOnce({ list: [...hotels, ...others] });
    expect(consolidations.map(({ status, glAccount }) => [status, glAccount])).toEqual([
      ['CONFLICT', '6000'],
      ['CONFLICT', '7000'],
    ]);
    expect(consolidations[0]?.alternative?.idsToDelete).toEqual(consolidations[1]?.idsToDelete);
  });

  it('announces that an existing keyword changes its account', () => {
    const list = [...hotels, ...toList(['PREMIER INN'], '7000')];
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
