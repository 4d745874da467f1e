import { describe, expect, it } from 'vitest';
import { commonEnd, commonStart, isOtherText } from '#model/commonText.ts';

const row = (n: number) => `2026-01-${String(n).padStart(2, '0')}\tPAYEE ${n}\t-${n}.00`;
const HEADER = 'Date\tDescription\tAmount';
const table = (...rows: number[]) => [HEADER, ...rows.map(row)].join('\n');

describe('a text is', () => {
  const cases: readonly [name: string, last: string, next: string, isOther: boolean][] = [
    ['the same', 'a\nb', 'a\nb', false],
    ['the same with a line below', 'a\nb', 'a\nb\nc', false],
    ['the same with many lines above', 'a\nb', `${'x\n'.repeat(99)}a\nb`, false],
    ['the same with a cell changed', table(1, 2, 3), table(1, 2, 3).replace('PAYEE 2', 'OTHER'), false],
    ['another after an empty one', '', 'a', true],
    ['another when all of it went', 'a\nb', '', true],
    ['another with the same headings', table(1, 2, 3, 4), table(11, 12, 13, 14), true],
    ['another with the same last line', `a\nb\nc\nd\ne\nlast`, `v\nw\nx\ny\nz\nlast`, true],
  ];
  it.each(cases)('%s', (_name, last, next, isOther) => expect(isOtherText(last, next)).toBe(isOther));
});

it('the common ends of long texts do not overlap', () => {
  const [a, b] = ['ab'.repeat(5000), 'ab'.repeat(4000)];
  expect(commonStart(a, b)).toBe(8000);
  expect(commonEnd(a, b, 8000)).toBe(0);
  expect(commonEnd(a, `x${a}`, 0)).toBe(10_000);
});
