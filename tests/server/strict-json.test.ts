import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isKept, LossyJson, parseStrictJson } from '#server/scalars/strictJson.ts';
import { isSameDecimal } from '../support/decimal.ts';
import { byStage } from '../support/fullRun.ts';
import { tablesOf } from '../support/tablesOf.ts';

const table = tablesOf('server/strict-json');

describe('strict JSON', () => {
  it.each(table<string>('refuses the number'))('refuses the number %s, wherever it stands', (literal) => {
    for (const text of [
      literal,
      `[${literal}]`,
      `{"a":${literal}}`,
      `{"a": ${literal} ,"b":"x"}`,
      `["\\\\",${literal}]`,
    ])
      expect(() => parseStrictJson(text)).toThrow(LossyJson);
  });

  it.each(table<string>('takes the number'))('takes the number %s', (literal) => {
    expect(parseStrictJson(`{"a":[${literal}]}`)).toEqual({ a: [Number(literal)] });
    expect(isKept(literal)).toBe(true);
  });

  it('looks at no number in a text', () => {
    const value = { 'a 9007199254740993': ['say "1e400", -0, \\', ': 1e400', '\\"', '"[-0]'] };
    expect(parseStrictJson(JSON.stringify(value))).toEqual(value);
  });

  it.each(table<[string, string]>('refuses the member that stands twice in'))(
    'refuses the member that stands twice in %s',
    (text, name) => {
      expect(() => parseStrictJson(text)).toThrow(
        new LossyJson(`The member ${JSON.stringify(name)} stands twice in one object.`, JSON.parse(text)),
      );
    },
  );

  it.each(['{"a":{"a":1},"b":[{"a":1},{"a":"a"}]}', '{"a":":","b":"{\\"a\\":1,\\"a\\":2}"}', '":"'])(
    'takes %s, where none does',
    (text) => {
      expect(parseStrictJson(text)).toEqual(JSON.parse(text));
    },
  );

  it.each([
    ['[', ']'],
    ['{"a":', '}'],
  ])('refuses one within 500,000 times %s, without running out of memory', (open, close) => {
    const text = `${open.repeat(500_000)}{"y":1,"y":1}${close.repeat(500_000)}`;
    expect(() => parseStrictJson(text)).toThrow('A member stands twice');
  });

  it('reads a number of two million digits in a time that does not grow with the square of them', () => {
    const digits = `1.${'0'.repeat(2_000_000)}1`;
    expect(() => parseStrictJson(`{"a":${digits}}`)).toThrow(LossyJson);
  });

  it('takes whatever JSON.stringify writes, as it was', () => {
    const json = fc.jsonValue({ noUnicodeString: false });
    fc.assert(
      fc.property(json, (value) => {
        const text = JSON.stringify(value);
        expect(JSON.stringify(parseStrictJson(text))).toBe(text);
      }),
      { seed: 23, numRuns: byStage({ usual: 100, full: 500 }) },
    );
  });

  it('refuses each number that has lost digits, and no other', () => {
    const digits = fc.stringMatching(/^[1-9]\d{0,24}(\.\d{1,20})?(e-?\d{1,3})?$/);
    fc.assert(
      fc.property(digits, (literal) => {
        expect(isKept(literal)).toBe(isSameDecimal(literal, String(Number(literal))));
      }),
      { seed: 23, numRuns: 2000 },
    );
  });
});
