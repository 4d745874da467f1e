import { describe, expect, it } from 'vitest';
import { groupLines } from '#engine/unmatched/groupLines.ts';
import { suggestKeywordFor } from '#engine/unmatched/suggestKeyword.ts';
import { hasCommonWordsOnly } from '#model/commonWords.ts';

/** Lines with their names, as banks write them. */
const LINES: readonly (readonly [line: string, keyword: string])[] = [
  ['DIRECT DEBIT NORTHSTAR WINDOWS REF 88123', 'northstar windows'],
  ['STANDING ORDER KINGSWAY MOTORS', 'kingsway motors'],
  ['FASTER PAYMENT TO HOLLOWAY JOINERY 12MAR', 'holloway joinery'],
  ['INTERNET TRANSFER MERIDIAN CATERING', 'meridian catering'],
  ['CHEQUE 001234 ASHDOWN ROOFING', 'ashdown roofing'],
  ['INVOICE 7781 PENROSE TEXTILES LTD', 'penrose textiles'],
  ['BACS CREDIT OAKFIELD SURVEYORS', 'oakfield surveyors'],
  ['REFUND BRAMBLE COFFEE 04/03', 'bramble coffee'],
  ['CARD PAYMENT TO TAMARIND GRILL LONDON GB 12 MAR', 'tamarind grill'],
  ['BANK GIRO CREDIT FERNDALE NURSERY', 'ferndale nursery'],
  ['MONTHLY PAYMENT MARCH 2026 LARKHILL STORAGE', 'larkhill storage'],
  ['BANK TRANSFER GBP 120.00 WESTBROOK DAIRY', 'westbrook dairy'],
  ['Platba kartou KAVÁRNA SLAVIA 12.03.2026', 'kavárna slavia'],
  ['TRVALÝ PŘÍKAZ Vodárna Vysočina a.s.', 'vodárna vysočina'],
  ['INKASO ÚNOR 2026 Plynárna Brno', 'plynárna brno'],
  ['SEPA-Lastschrift Stadtwerke Musterstadt GmbH', 'stadtwerke musterstadt'],
  ['UEBERWEISUNG RECHNUNG NR. 4711 TISCHLEREI HOLM', 'tischlerei holm'],
  ['PRELEVEMENT SEPA ELECTRICITE LORRAINE', 'electricite lorraine'],
  ['PAIEMENT CB 1203 BOULANGERIE MARTEL', 'boulangerie martel'],
  ['RECIBO ADEUDO ENERGÍA LEVANTE S.L.', 'energía levante'],
  ['PAGO CON TARJETA FERRETERÍA OLMO', 'ferretería olmo'],
  ['BONIFICO SEPA TIPOGRAFIA ROSSELLI SPA', 'tipografia rosselli'],
  ['INCASSO JANUARI WATERBEDRIJF NOORD B.V.', 'waterbedrijf noord'],
  ['PRZELEW FAKTURA 12/2026 DRUKARNIA WISŁA SP. Z O.O.', 'drukarnia wisła'],
  ['AUTOGIRO JANUARI STOCKHOLMS ENERGI AB', 'stockholms energi'],
  ['振込 12月分 ヤマダ電機', 'ヤマダ電機'],
  ['口座振替 東京電力販売', '東京電力販売'],
  ['ﾌﾘｺﾐ ｶ) ﾔﾏﾀﾞｼｮｳｶｲ', 'ﾔﾏﾀﾞｼｮｳｶｲ'],
];

/** What the page of unmatched lines offers for each line. */
function offeredFor(lines: readonly string[]): (string | null)[] {
  const steps = groupLines(lines, []);
  let step = steps.next();
  while (!step.done) step = steps.next();
  const { value: groups } = step;
  return lines.map((_, line) => groups.find((group) => group.lines.includes(line))?.phrase ?? null);
}

describe('the keyword offered is the name', () => {
  it.each(LINES)('%s: %s, for a row and for a group', (line, keyword) => {
    expect(suggestKeywordFor(line, null, [])).toBe(keyword);
    expect(offeredFor([line])).toEqual([keyword]);
  });

  it('of all these lines side by side too', () => {
    expect(offeredFor(LINES.map(([line]) => line))).toEqual(LINES.map(([, keyword]) => keyword));
  });

  it.each([
    'DIRECT DEBIT',
    'CARD PAYMENT 12 MARCH',
    'Platba kartou',
    'SEPA-Überweisung Rechnung',
    'BANK TRANSFER LTD',
    '12月分 振込',
    'EURO',
  ])('%s: none', (line) => {
    expect(hasCommonWordsOnly(line)).toBe(true);
    expect(suggestKeywordFor(line, null, [])).toBeNull();
    expect(offeredFor([line, `${line} 7`])).toEqual([null, null]);
  });
});

describe('the keyword for the account of a row', () => {
  const AMAZON = { name: 'amazon', phrase: 'amazon' };
  const cases: readonly [
    name: string,
    line: string,
    group: { name: string; phrase: string | null } | null,
    others: readonly string[],
    keyword: string,
  ][] = [
    ['is that of its group', 'AMAZON PRIME 12', AMAZON, ['TESCO'], 'amazon'],
    ['is longer where another account has that', 'AMAZON PRIME 12', AMAZON, ['Amazon EU'], 'amazon prime'],
    [
      'grows until it tells them apart',
      'PREMIER INN LEEDS',
      null,
      ['PREMIER INN', 'Premier Inn York'],
      'premier inn leeds',
    ],
    [
      'takes common words too where it must',
      'TESCO BANK CARD',
      { name: 'tesco', phrase: 'tesco' },
      ['TESCO', 'tesco bank'],
      'tesco bank card',
    ],
    [
      'begins behind a number where the first name tells nothing',
      'SUMUP 4411 ACME WIDGETS',
      null,
      ['SUMUP 12'],
      'acme widgets',
    ],
    [
      'begins with the name of its group, behind what a large part of the list begins with',
      '*EVKT-Byty - záloha vodného 7/2016',
      { name: 'záloha', phrase: null },
      ['*EVKT-39 - záloha na plyn', 'EVKT-Byty - opravy'],
      'záloha vodného',
    ],
    [
      'is behind a number where the short name before it is that of another account too',
      'EVKT-39 - úklid zahradnictví',
      null,
      ['EVKT-39 - plyn'],
      'úklid zahradnictví',
    ],
    ['is not what follows a short name', 'ALDI 1302 LEEDS', null, [], 'aldi 1302 leeds'],
    ['is the whole line where every phrase is taken', 'Tesco 12', null, ['TESCO STORES'], 'tesco 12'],
    ['is not the start of a reference number', 'UK*MW12345', null, [], 'uk*mw12345'],
  ];
  it.each(cases)('%s', (_name, line, group, others, keyword) => {
    expect(suggestKeywordFor(line, group, others)).toBe(keyword);
  });
});
