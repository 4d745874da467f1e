import { describe, expect, it } from 'vitest';
import { COMMON_WORDS, hasCommonWordsOnly } from '#model/commonWords.ts';

describe('a keyword of words that stand in lines of any kind', () => {
  it.each([
    [
      'English',
      ['DIRECT DEBIT', 'Standing Order', 'FASTER PAYMENT', 'INTERNET TRANSFER', 'cheque', 'INVOICE'],
    ],
    ['English', ['BACS CREDIT', 'REFUND', 'CARD PAYMENT TO', 'bank giro credit', 'Value date 12 March 2026']],
    [
      'Czech',
      ['Platba kartou', 'TRVALÝ PŘÍKAZ', 'trvaly prikaz', 'Inkaso', 'faktura za leden', 'ÚHRADA FAKTURY'],
    ],
    [
      'German',
      ['SEPA-Lastschrift', 'ÜBERWEISUNG', 'UEBERWEISUNG', 'Rechnung Nr.', 'Dauerauftrag März', 'Gutschrift'],
    ],
    ['French', ['PRELEVEMENT', 'Prélèvement SEPA', 'VIR', 'PAIEMENT CB', 'facture de février', 'CHÈQUE']],
    [
      'Spanish',
      ['TRANSFERENCIA', 'Recibo domiciliado', 'PAGO CON TARJETA', 'factura enero', 'ADEUDO RECIBO'],
    ],
    ['Italian', ['BONIFICO', 'Addebito SDD', 'PAGAMENTO CARTA', 'fattura gennaio', 'S.p.A.']],
    ['Dutch', ['BETALING', 'Incasso', 'overboeking', 'factuur januari', 'iDEAL betaling', 'B.V.']],
    [
      'Polish',
      ['PRZELEW', 'Płatność kartą', 'PLATNOSC KARTA', 'zlecenie stałe', 'faktura styczeń', 'Sp. z o.o.'],
    ],
    ['Swedish', ['BETALNING', 'Autogiro', 'överföring', 'OVERFORING', 'faktura januari', 'Kortköp']],
    [
      'Japanese',
      ['振込', '口座振替', '口座振替12月分', '12月分 請求', '４月分振込', 'フリコミ', 'ﾌﾘｺﾐ', '株式会社'],
    ],
    [
      'legal forms',
      ['LIMITED', 'GmbH', 'Ltd.', 's.r.o.', 'a.s.', 'Company', 'Payment S.A.', 'GmbH & Co. KG'],
    ],
    ['currencies', ['EURO', 'GBP 12', 'Pounds', 'KORUNA', 'korun', 'ZŁOTYCH', '日本円']],
    ['months, days', ['January', 'WEDNESDAY', 'březen 2026', 'Donnerstag', '十二月', 'MARZO 26', 'Bank']],
  ])('%s: %j', (_language, keywords) => {
    expect(keywords.filter((keyword) => !hasCommonWordsOnly(keyword))).toEqual([]);
  });

  it.each([
    [
      'names',
      [
        'NORTHSTAR WINDOWS',
        'DIRECT DEBIT NORTHSTAR',
        'Kingsway',
        'C.E.X Limited',
        'A F J LIMITED',
        'B&M LTD',
      ],
    ],
    [
      'what is paid for',
      ['BANK CHARGES', 'INTEREST', 'salary', 'Miete Januar', 'nájem leden', '電気料金', '振込手数料'],
    ],
    ['a number that may be somebody’s', ['INVOICE 88123', 'REF MW1AB2', '3M UK PLC']],
    ['nothing', ['', '  ', '12', '--', '2026']],
    ['a name in its language', ['株式会社山田', '月島', 'Mayfair', 'Marchand', 'PAYPAL']],
  ])('is none of: %s: %j', (_what, keywords) => {
    expect(keywords.filter(hasCommonWordsOnly)).toEqual([]);
  });

  it('is told at once, however long', () => {
    expect(hasCommonWordsOnly(`${'月分'.repeat(50_000)}山`)).toBe(false);
    expect(hasCommonWordsOnly('a '.repeat(100_000))).toBe(false);
  });
});

it('the words are written as descriptions are compared', () => {
  for (const word of COMMON_WORDS) expect(word).toBe(word.normalize('NFC').toLowerCase());
});
