import { describe, expect, test } from 'vitest';
import { RESERVED_KEYS } from '#model/keyProblem.ts';
import { compareIds } from '#server/firestore/query.ts';
import { FirestoreError } from '#server/firestore/status.ts';
import { ResourceNames } from '#server/firestore/values/names.ts';
import { formatMicros } from '#server/firestore/values/timestamps.ts';
import {
  getField,
  parseFieldPath,
  parseFields,
  parseValue,
  withField,
} from '#server/firestore/values/values.ts';
import type { Fields, TaggedValue } from '#server/rules/rules.ts';

const text = (value: string): TaggedValue => ({ stringValue: value });
const integer = (value: number | string): TaggedValue => ({ integerValue: String(value) });
const double = (value: number | string): TaggedValue => ({ doubleValue: value });
const list = (...values: TaggedValue[]): TaggedValue => ({ arrayValue: { values } });
const map = (fields: Fields): TaggedValue => ({ mapValue: { fields } });

test('document ids are in the order of their UTF-8 bytes', () => {
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
    expect(Math.sign(compareIds(left, right)), JSON.stringify([left, right])).toBe(bytes);
  }
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

  test.each([
    ...[
      '',
      '.',
      'a.',
      '.a',
      'a..b',
      '`a',
      '``',
      'a`b`',
      '__name__',
      '__x__',
      'a.__x__',
      '*',
      'z-z',
      '1a',
      'é',
    ],
    `${'a.'.repeat(21)}a`,
    7,
  ])('%j is refused', (path) => {
    expect(() => parseFieldPath(path)).toThrow(FirestoreError);
  });

  test('setting makes the maps on the way and leaves the rest and the original alone', () => {
    const fields = { keep: integer(1), nest: map({ x: integer(2) }), flat: text('t') };
    const copy = structuredClone(fields);
    expect(withField(fields, ['nest', 'y', 'z'], text('new'))).toEqual({
      ...fields,
      nest: map({ x: integer(2), y: map({ z: text('new') }) }),
    });
    expect(withField(fields, ['flat', 'y'], integer(1))).toEqual({ ...fields, flat: map({ y: integer(1) }) });
    expect(withField(fields, ['nest', 'x'], undefined)).toEqual({ ...fields, nest: map({}) });
    for (const path of [['none'], ['none', 'x'], ['flat', 'x']])
      expect(withField(fields, path, undefined)).toEqual(fields);
    expect(fields).toEqual(copy);
  });

  test('names that every object inherits are fields as others', () => {
    for (const name of RESERVED_KEYS.filter((key) => !/^__.*__$/.test(key))) {
      expect(getField({}, [name])).toBeUndefined();
      const fields = withField({}, [name, 'x'], integer(1));
      expect(Object.entries(fields)).toEqual([[name, map({ x: integer(1) })]]);
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
        i: { doubleValue: -0 },
        j: { timestampValue: '9999-12-31T23:59:59.999999Z' },
        k: { timestampValue: '0001-01-01T00:00:00Z' },
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
      i: double('-0'),
      j: { timestampValue: '9999-12-31T23:59:59.999999Z' },
      k: { timestampValue: '0001-01-01T00:00:00.000000Z' },
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
    ['no object', 'text'],
    ['null', null],
    ['a list', []],
    ['an integer beyond 64 bits', { integerValue: '9223372036854775808' }],
    ['a fraction as integer', { integerValue: 1.5 }],
    ['words as integer', { integerValue: 'abc' }],
    ['words as double', { doubleValue: 'abc' }],
    ['a number as text', { stringValue: 1 }],
    ['a date that is none', { timestampValue: '2020-13-01T00:00:00Z' }],
    ['30 February', { timestampValue: '2020-02-30T00:00:00Z' }],
    ['29 February of a year without', { timestampValue: '2021-02-29T00:00:00Z' }],
    ['24 o’clock', { timestampValue: '2020-02-01T24:00:00Z' }],
    ['the year 0', { timestampValue: '0000-06-01T00:00:00Z' }],
    ['a time that is in the year 10000 in UTC', { timestampValue: '9999-12-31T23:59:59-23:59' }],
    ['a time that is in the year 0 in UTC', { timestampValue: '0001-01-01T00:00:00+00:01' }],
    ['an offset of 25 hours', { timestampValue: '2020-02-01T00:00:00+25:00' }],
    ['a list as integer', { integerValue: [5] }],
    ['a hexadecimal integer', { integerValue: '0x10' }],
    ['a hexadecimal double', { doubleValue: '0x10' }],
    ['a double with a space', { doubleValue: ' 1' }],
    ['a double that loses digits', { doubleValue: '9007199254740993' }],
    ['half a character', { stringValue: 'a\ud83d' }],
    ['half a character in a name of a field', { mapValue: { fields: { 'a\ud83d': { integerValue: '1' } } } }],
    ['a word as null', { nullValue: 'none' }],
    ['infinity as a number of words', { doubleValue: '1e999' }],
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

  test('a field called __proto__ is refused, and changes no prototype', () => {
    expect(() => parseFields(JSON.parse('{"__proto__":{"stringValue":"x"}}'))).toThrow(/reserved/);
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
    'users/a',
    7,
    undefined,
  ])('%j is refused', (name) => {
    expect(() => names.parseDocument(name)).toThrow(expect.objectContaining({ code: 'INVALID_ARGUMENT' }));
  });
});

test.each(['bytesValue', 'referenceValue', 'geoPointValue', 'fooValue', 'constructor'])(
  'a value of the type %j is refused by that name',
  (tag) => {
    expect(() => parseValue({ [tag]: 1 })).toThrow(
      expect.objectContaining({ code: 'UNIMPLEMENTED', message: expect.stringContaining(`"${tag}"`) }),
    );
  },
);

test.each(['projects/demo/databases/other', 'projects/demo/databases/(default)2'])(
  '%j is refused by name',
  (database) => {
    const names = new ResourceNames('demo');
    const refusal = expect.objectContaining({
      code: 'UNIMPLEMENTED',
      message: expect.stringContaining(database),
    });
    expect(() => names.checkDatabase(database)).toThrow(refusal);
    expect(() => names.parseDocument(`${database}/documents/users/a`)).toThrow(refusal);
  },
);

test('times keep their microseconds', () => {
  expect(formatMicros(1_000_001)).toBe('1970-01-01T00:00:01.000001Z');
});

test('a vector and a numeric id are refused as not implemented', () => {
  const vector = {
    mapValue: { fields: { __type__: { stringValue: '__vector__' }, value: { arrayValue: {} } } },
  };
  const refusal = expect.objectContaining({ code: 'UNIMPLEMENTED' });
  expect(() => parseValue(vector)).toThrow(refusal);
  const name = 'projects/demo/databases/(default)/documents/users/__id7__';
  expect(() => new ResourceNames('demo').parseDocument(name)).toThrow(refusal);
});
