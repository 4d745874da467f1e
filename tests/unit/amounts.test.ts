import { describe, expect, it } from 'vitest';
import { AmountSum, amountText, type DecimalSign, findDecimalSign, readAmount } from '#engine/amounts.ts';
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
  ] as const)('%j with decimals after %j is %s', (text, decimal, is) => {
    expect(read(text, decimal)).toBe(is);
  });

  it.each([
    '',
    ' ',
    'abc',
    '12.03.2026',
    '12/03',
    '1,23,4',
    '1.2.3',
    '--5',
    '-5-',
    '(-5)',
    '1,2.3,4',
    '.',
    '1e5',
    '5 CR',
  ])('%j is none', (text) => {
    expect(read(text, '.')).toBeNull();
  });

  it('with the other decimal sign is none, unless it may set thousands apart', () => {
    expect(read('12,50', '.')).toBeNull();
    expect(read('1,250', '.')).toBe('1250');
  });
});

describe('the decimal sign of a column', () => {
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
  ] as const)('of %j is %j', (cells, sign) => {
    expect(findDecimalSign(cells)).toBe(sign);
  });
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
