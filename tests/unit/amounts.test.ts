import { describe, expect, it } from 'vitest';
import {
  AmountSum,
  amountText,
  type DecimalSign,
  findConvention,
  findDecimalSign,
  isBlankAmount,
  isWrittenAsMoney,
  readAmount,
  readAmountBy,
} from '#engine/amounts.ts';
import { below, pick, type Random, seededRandom } from '../support/random.ts';

const read = (text: string, decimal: DecimalSign) => {
  const amount = readAmount(text, decimal);
  return amount === null ? null : amountText(amount, '.');
};

describe('an amount', () => {
  it.each([
    ['12.50', '.', '12.50'],
    ['-12.50', '.', '-12.50'],
    ['12.50-', '.', '-12.50'],
    ['(12.50)', '.', '-12.50'],
    ['( £1,234.50 )', '.', '-1234.50'],
    ['+7', '.', '7'],
    ['−3,5', ',', '-3.5'],
    ['1.234.567,89', ',', '1234567.89'],
    ["1'234.50", '.', '1234.50'],
    ['1 234,50', ',', '1234.50'],
    ['1\u00a0234,50 €', ',', '1234.50'],
    ['EUR 12,00', ',', '12.00'],
    ['-$5', '.', '-5'],
    ['$-5', '.', '-5'],
    ['12,34,567.8', '.', '1234567.8'],
    ['.5', '.', '0.5'],
    ['1.234', '.', '1.234'],
    ['1.234', ',', '1234'],
    ['00450', '.', '450'],
    ['9007199254740993.01', '.', '9007199254740993.01'],
    ['12.50 CR', '.', '12.50'],
    ['12.50 DR', '.', '-12.50'],
    ['12.50Dr.', '.', '-12.50'],
    ['CR 12.50', '.', '12.50'],
    ['-12.50 DR', '.', '-12.50'],
    ['12,50 S', ',', '-12.50'],
    ['12,50 H', ',', '12.50'],
    ['100,00 D', ',', '-100.00'],
    ['100,00C', ',', '100.00'],
    ['12,50 kr', ',', '12.50'],
    ['kr. 1.200,50', ',', '1200.50'],
    ['1 234,50 Kč', ',', '1234.50'],
    ['1234,50 zł', ',', '1234.50'],
    ['R$ 1.234,56', ',', '1234.56'],
    ['-US$1,234.56', '.', '-1234.56'],
    ['$(12.00)', '.', '-12.00'],
    ['($12.00)', '.', '-12.00'],
    ['△500', '.', '-500'],
    ['▲1,200', '.', '-1200'],
    ['1,200円', '.', '1200'],
    ['￥1,200', '.', '1200'],
    ['１，２３４．５０', '.', '1234.50'],
    ['（５００）', '.', '-500'],
    ['١٬٢٣٤٫٥٠', '.', '1234.50'],
    ['‎-۱۲٫۵', '.', '-12.5'],
    ['१,२३,४५०', '.', '123450'],
    ['1\u2009234,50', ',', '1234.50'],
    ['1’234.50 CHF', '.', '1234.50'],
    ['Fr. 45.-', '.', '45'],
    ['45,--', ',', '45'],
    ['12.50+', '.', '12.50'],
    ['€ 12,00 EUR', ',', '12.00'],
    ['12.', '.', '12'],
    ['$.50', '.', '0.50'],
  ] as const)('%j with decimals after %j is %s', (text, decimal, is) => {
    expect(read(text, decimal)).toBe(is);
  });

  it.each([
    ...['', ' ', 'abc', '.', '5 %', '1e5', `${'1'.repeat(61)}`],
    ...['12.03.2026', '12/03', '1,23,4', '1.2.3', '1,2.3,4'],
    ...['--5', '-5-', '(-5)', '-5 CR', '5 CR DR', '() 5', ')5('],
    ...['5 XQX', '€5 GBP', 'ABC 123', '4711 12.50', '12 34', 'D 5'],
  ])('%j is none', (text) => {
    expect(read(text, '.')).toBeNull();
  });

  it('with the other decimal sign is none, unless it may set thousands apart', () => {
    expect(read('12,50', '.')).toBeNull();
    expect(read('1,250', '.')).toBe('1250');
  });
});

it.each([
  ['12.50', ''],
  ['€12.50', 'EUR'],
  ['12.50 EUR', 'EUR'],
  ['12.50 CR USD', 'USD'],
  ['US$12.50', 'USD'],
  ['$12.50', '$'],
  ['12.50 kr', 'kr'],
  ['12.50 SEK', 'SEK'],
  ['1,200円', 'JPY'],
  ['₿5', '₿'],
])('the currency of an amount of %j is %j', (text, currency) => {
  expect(readAmount(text, '.')?.currency).toBe(currency);
});

describe('a cell without an amount', () => {
  it.each(['', '  ', '-', '—', ' € - ', '--'])('is %j', (text) => {
    expect(isBlankAmount(text)).toBe(true);
  });

  it.each(['0', 'n/a', '- 5', 'x'])('is not %j', (text) => {
    expect(isBlankAmount(text)).toBe(false);
  });
});

describe('the convention of a column', () => {
  it.each([
    [['12.50', '3.00'], null],
    [['12.50 CR', '3.00 DR', '1.00'], null],
    [['12.50', '3.00 CR'], 'out'],
    [['12.50', '3.00 DR'], 'in'],
  ] as const)('of %j takes what has no mark for %j', (cells, unmarked) => {
    expect(findConvention(cells).unmarked).toBe(unmarked);
  });

  it('gives amounts without a mark their sign', () => {
    const cells = ['12.50', '-12.50', '12.50 CR', 'Rent'];
    const convention = { decimal: '.', unmarked: findConvention(cells).unmarked } as const;
    const amounts = cells.map((cell) => readAmountBy(cell, convention)?.units);
    expect(amounts).toEqual([-1250n, -1250n, 1250n, undefined]);
  });

  it.each([
    ['12', false],
    ['12.5', true],
    ['-12', true],
    ['+12', true],
    ['12 CR', true],
    ['€12', true],
    ['Rent', false],
  ])('%j is written as money: %s', (text, isMoney) => {
    expect(isWrittenAsMoney(text)).toBe(isMoney);
  });
});

it.each([
  [['1.234', '12.5'], '.'],
  [['1.234', '12,5'], ','],
  [['1.234', '1.234.567'], ','],
  [['1,234', '1,234.5'], '.'],
  [['0.125'], '.'],
  [['12345,678'], ','],
  [['1.234', '500'], null],
  [['a', '', '12'], null],
  [['1.5', '2,5'], null],
  [['1.5', '1.25', '2,5'], '.'],
] as const)('the decimal sign of a column of %j is %j', (cells, sign) => {
  expect(findDecimalSign(cells)).toBe(sign);
});

/** An amount of up to 18 digits, written as people in one country write it, and the same as a plain number text. */
function writtenAmount(random: Random, decimal: DecimalSign): { text: string; plain: string } {
  const whole = String(below(random, 10 ** (1 + below(random, 9))));
  const fraction = random() < 0.7 ? String(below(random, 100)).padStart(2, '0') : '';
  const thousands = pick(random, ['', decimal === '.' ? ',' : '.', ' ', '\u00a0']);
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, thousands);
  const text = fraction === '' ? grouped : `${grouped}${decimal}${fraction}`;
  const isNegative = random() < 0.4;
  const written = isNegative ? pick(random, [`-${text}`, `${text}-`, `(${text})`, `−${text}`]) : text;
  const plain = `${isNegative ? '-' : ''}${whole}.${fraction.padEnd(2, '0')}`;
  return { text: pick(random, [written, ` ${written} `]), plain };
}

describe('the sum of a column', () => {
  it.each([1, 2, 3, 4])('is that of plain cents, exactly (seed %i)', (seed) => {
    const random = seededRandom(seed);
    const decimal = pick(random, ['.', ','] as const);
    const amounts = Array.from({ length: 2_000 }, () => writtenAmount(random, decimal));
    expect(findDecimalSign(amounts.map(({ text }) => text))).toBe(decimal);
    const sum = new AmountSum();
    let cents = 0n;
    for (const { text, plain } of amounts) {
      const amount = readAmount(text, decimal);
      expect(amount, text).not.toBeNull();
      if (amount) sum.add(amount);
      cents += BigInt(plain.replace('.', ''));
    }
    const digits = String(cents < 0n ? -cents : cents).padStart(3, '0');
    expect(amountText(sum.amount, decimal, 2)).toBe(
      `${cents < 0n ? '-' : ''}${digits.slice(0, -2)}${decimal}${digits.slice(-2)}`,
    );
  });

  it('does not lose what floating point numbers lose', () => {
    const sum = new AmountSum();
    for (const text of ['0.1', '0.2', '-0.3', '9007199254740993', '0.00001']) {
      const amount = readAmount(text, '.');
      if (amount) sum.add(amount);
    }
    expect(amountText(sum.amount, '.')).toBe('9007199254740993.00001');
  });
});
