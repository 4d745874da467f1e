import { describe, expect, test } from 'vitest';
import { RESERVED_KEYS } from '#model/keyProblem.ts';
import { FirestoreError } from '#server/firestore/status.ts';
import { compareStrings, compareValues } from '#server/firestore/values/compare.ts';
import { getField, parseFieldPath, withField } from '#server/firestore/values/fieldPath.ts';
import { checkDocumentSize, parseFields, parseValue } from '#server/firestore/values/parseValue.ts';
import { ResourceNames } from '#server/firestore/values/resourceName.ts';
import { formatMicros, parseMicros } from '#server/firestore/values/timestamp.ts';
import type { Fields, TaggedValue } from '#server/rules/guard.ts';

const text = (value: string): TaggedValue => ({ stringValue: value });
const integer = (value: number | string): TaggedValue => ({ integerValue: String(value) });
const double = (value: number | string): TaggedValue => ({ doubleValue: value });
const list = (...values: TaggedValue[]): TaggedValue => ({ arrayValue: { values } });
const map = (fields: Fields): TaggedValue => ({ mapValue: { fields } });
const reference = (path: string): TaggedValue => ({
  referenceValue: `projects/p/databases/(default)/documents/${path}`,
});

describe('order', () => {
  /** Each line is one class of equal values; the lines are in Firestore's order. */
  const ORDERED: TaggedValue[][] = [
    [{ nullValue: 'NULL_VALUE' }],
    [{ booleanValue: false }],
    [{ booleanValue: true }],
    [double('NaN')],
    [double('-Infinity')],
    [integer('-9223372036854775808')],
    [double(-1.5)],
    [integer(-1), double(-1)],
    [integer(0), double('-0'), double(0)],
    [double(0.5)],
    [integer(2), double(2)],
    [integer('9007199254740993')],
    [integer('9223372036854775807')],
    [double('Infinity')],
    [{ timestampValue: '1969-12-31T23:59:59.500000Z' }],
    [{ timestampValue: '1970-01-01T00:00:00.000000Z' }],
    [{ timestampValue: '1970-01-01T00:00:00.000001Z' }],
    [text('')],
    [text('A')],
    [text('a')],
    [text('a\u0000')],
    [text('aa')],
    [text('é')],
    [text('\uffee')],
    [text('😀')],
    [{ bytesValue: '' }],
    [{ bytesValue: 'AA==' }],
    [{ bytesValue: 'AAE=' }],
    [{ bytesValue: '/w==' }],
    [reference('a/b')],
    [reference('a/b/c/d')],
    [reference('a/b!')],
    [reference('a/bb')],
    [reference('a!/a')],
    [{ geoPointValue: { latitude: -1, longitude: 50 } }],
    [{ geoPointValue: { latitude: 0, longitude: -1 } }],
    [{ geoPointValue: { latitude: 0, longitude: 0 } }],
    [list()],
    [list(integer(1))],
    [list(integer(1), integer(0)), list(double(1), double(0))],
    [list(integer(2))],
    [list(text('a'))],
    [map({})],
    [map({ a: integer(1) })],
    [map({ a: integer(1), b: integer(0) })],
    [map({ a: integer(2) })],
    [map({ b: integer(0) })],
  ];

  test('is that of the documentation, within and across types', () => {
    for (const [i, lefts] of ORDERED.entries())
      for (const [j, rights] of ORDERED.entries())
        for (const left of lefts)
          for (const right of rights)
            expect(
              Math.sign(compareValues(left, right)),
              `${JSON.stringify(left)} and ${JSON.stringify(right)}`,
            ).toBe(Math.sign(i - j));
  });

  test('of strings is that of their UTF-8 bytes', () => {
    const letters = ['a', 'b', 'é', '漢', '\ue000', '\uffff', '😀', '𝒳', '\u0000', '/'];
    let seed = 1;
    const word = () =>
      Array.from({ length: 4 }, () => {
        seed = (seed * 48_271) % 2_147_483_647;
        return letters[seed % (letters.length + 2)] ?? '';
      }).join('');
    for (let n = 0; n < 5_000; n++) {
      const [left, right] = [word(), word()];
      const bytes = Buffer.compare(Buffer.from(left), Buffer.from(right));
      expect(Math.sign(compareStrings(left, right)), JSON.stringify([left, right])).toBe(bytes);
    }
  });
});

describe('field paths', () => {
  test.each([
    ['a', ['a']],
    ['a.b.c', ['a', 'b', 'c']],
    ['nest.`b.c`', ['nest', 'b.c']],
    ['`a\\`b\\\\c`.d', ['a`b\\c', 'd']],
    ['`schlüssel 😀`', ['schlüssel 😀']],
  ])('%j', (path, names) => {
    expect(parseFieldPath(path)).toEqual(names);
  });

  test.each(['', '.', 'a.', '.a', 'a..b', '`a', '``', 'a`b`', '__name__', '__x__'])(
    '%j is refused',
    (path) => {
      expect(() => parseFieldPath(path)).toThrow(FirestoreError);
    },
  );

  test('setting creates the maps on the way and leaves the rest and the original alone', () => {
    const fields = { keep: integer(1), nest: map({ x: integer(2) }), flat: text('t') };
    const copy = structuredClone(fields);
    expect(withField(fields, ['nest', 'y', 'z'], text('new'))).toEqual({
      ...fields,
      nest: map({ x: integer(2), y: map({ z: text('new') }) }),
    });
    expect(withField(fields, ['flat', 'y'], integer(1))).toEqual({ ...fields, flat: map({ y: integer(1) }) });
    expect(withField(fields, ['nest', 'x'], undefined)).toEqual({ ...fields, nest: map({}) });
    expect(withField(fields, ['none', 'x'], undefined)).toEqual(fields);
    expect(fields).toEqual(copy);
  });

  test('names that every object inherits are not fields', () => {
    for (const name of RESERVED_KEYS.filter((key) => !/^__.*__$/.test(key))) {
      expect(getField({}, [name])).toBeUndefined();
      const fields = withField({}, [name, 'x'], integer(1));
      expect(getField(fields, [name, 'x'])).toEqual(integer(1));
      expect(parseFields(JSON.parse(JSON.stringify(fields)))).toEqual(fields);
    }
  });
});

describe('incoming values', () => {
  const nested = (levels: number): unknown =>
    levels === 0 ? { integerValue: '1' } : { mapValue: { fields: { a: nested(levels - 1) } } };

  test('are brought into one spelling', () => {
    expect(
      parseFields({
        a: { integerValue: 7 },
        b: { integerValue: '-007' },
        c: { timestampValue: '2020-02-29T12:00:00.123456789Z' },
        d: { timestampValue: '2020-02-29T13:00:00+01:00' },
        e: { arrayValue: {} },
        f: { mapValue: {} },
        g: { nullValue: null },
        h: { doubleValue: '1.5' },
        i: { bytesValue: 'AAE' },
      }),
    ).toEqual({
      a: integer(7),
      b: integer(-7),
      c: { timestampValue: '2020-02-29T12:00:00.123456Z' },
      d: { timestampValue: '2020-02-29T12:00:00.000000Z' },
      e: list(),
      f: map({}),
      g: { nullValue: 'NULL_VALUE' },
      h: double(1.5),
      i: { bytesValue: 'AAE=' },
    });
  });

  test('may be nested twenty maps deep, not more', () => {
    expect(() => parseFields({ a: nested(20) })).not.toThrow();
    expect(() => parseFields({ a: nested(21) })).toThrow(/nested/);
    let deep: unknown = { integerValue: '1' };
    for (let level = 0; level < 11; level++) {
      deep = { mapValue: { fields: { a: { arrayValue: { values: [deep] } } } } };
    }
    expect(() => parseFields({ a: deep })).toThrow(/nested/);
  });

  test.each([
    ['no tag', {}],
    ['two tags', { stringValue: 'a', integerValue: '1' }],
    ['an unknown tag', { fooValue: 1 }],
    ['an inherited tag', { constructor: 1 }],
    ['no object', 'text'],
    ['null', null],
    ['a list', []],
    ['an integer beyond 64 bits', { integerValue: '9223372036854775808' }],
    ['a fraction as integer', { integerValue: 1.5 }],
    ['words as integer', { integerValue: 'abc' }],
    ['words as double', { doubleValue: 'abc' }],
    ['a number as text', { stringValue: 1 }],
    ['a date that is none', { timestampValue: '2020-13-01T00:00:00Z' }],
    ['a place off the Earth', { geoPointValue: { latitude: 91, longitude: 0 } }],
    ['a list in a list', { arrayValue: { values: [{ arrayValue: { values: [] } }] } }],
    ['a list of nothing', { arrayValue: { values: [undefined] } }],
    ['a map that is a list', { mapValue: [] }],
    ['fields that are a list', { mapValue: { fields: [] } }],
    ['an empty field name', { mapValue: { fields: { '': { integerValue: '1' } } } }],
    ['a reserved field name', { mapValue: { fields: { __type__: { stringValue: 'x' } } } }],
    ['a long field name', { mapValue: { fields: { ['é'.repeat(751)]: { integerValue: '1' } } } }],
  ])('%s is refused', (_name, value) => {
    expect(() => parseValue(value)).toThrow(expect.objectContaining({ code: 'INVALID_ARGUMENT' }));
  });

  test('a field called __proto__ is refused, and nobody inherits it', () => {
    expect(() => parseFields(JSON.parse('{"__proto__":{"stringValue":"x"}}'))).toThrow(/reserved/);
  });

  test('a document may have one mebibyte', () => {
    const room = 1024 * 1024 - 'a/b'.length - 32 - 2 - 1;
    expect(() => checkDocumentSize('a/b', { t: text('x'.repeat(room)) })).not.toThrow();
    expect(() => checkDocumentSize('a/b', { t: text('x'.repeat(room + 1)) })).toThrow(/exceeds/);
    expect(() => checkDocumentSize('a/b', { t: text('é'.repeat(room / 2 + 1)) })).toThrow(/exceeds/);
  });
});

describe('names', () => {
  const names = new ResourceNames('demo');
  const root = 'projects/demo/databases/(default)/documents';

  test('of documents become paths and back', () => {
    const name = `${root}/users/a@b.example/notes/n 1`;
    expect(names.parseDocument(name)).toEqual(['users', 'a@b.example', 'notes', 'n 1']);
    expect(names.format(names.parseDocument(name))).toBe(name);
  });

  test.each([
    root,
    `${root}/users`,
    `${root}/users/`,
    `${root}//a`,
    `${root}/users/.`,
    `${root}/users/..`,
    `${root}/users/__id__`,
    `${root}/users/\ud800`,
    `${root}/users/${'x'.repeat(1_501)}`,
    'projects/other/databases/(default)/documents/users/a',
    'projects/demo/databases/other/documents/users/a',
    'users/a',
    7,
    undefined,
  ])('%j is refused', (name) => {
    expect(() => names.parseDocument(name)).toThrow(expect.objectContaining({ code: 'INVALID_ARGUMENT' }));
  });
});

test('times keep their microseconds', () => {
  expect(formatMicros(parseMicros('2026-11-20T10:00:00.000001000Z'))).toBe('2026-11-20T10:00:00.000001Z');
  expect(parseMicros('1970-01-01T00:00:01Z')).toBe(1_000_000);
});
