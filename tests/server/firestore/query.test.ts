import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { StoredDocument } from '#server/firestore/documents/document.ts';
import { parseQuery } from '#server/firestore/query/parseQuery.ts';
import { matchesQuery, runQuery } from '#server/firestore/query/runQuery.ts';
import { ResourceNames } from '#server/firestore/values/resourceName.ts';
import type { TaggedValue } from '#server/rules/guard.ts';
import { byStage } from '../../support/fullRun.ts';

/**
 * The query engine against a naive one, which works on plain JavaScript values and tells the semantics of each
 * operator in words as simple as possible. https://firebase.google.com/docs/firestore/query-data/queries
 */
type Plain = null | boolean | number | string | readonly Plain[];
type PlainDocument = { readonly id: string; readonly fields: Readonly<Record<string, Plain | undefined>> };
type Condition =
  | { readonly field: string; readonly op: string; readonly value: Plain }
  | { readonly any: readonly Condition[] }
  | { readonly all: readonly Condition[] };
type PlainQuery = {
  readonly where: Condition;
  readonly order: readonly { readonly field: string; readonly descending: boolean }[];
  readonly startAt: { readonly values: readonly Plain[]; readonly before: boolean } | null;
  readonly endAt: { readonly values: readonly Plain[]; readonly before: boolean } | null;
  readonly limit: number | null;
};

const names = new ResourceNames('demo');
const root = 'projects/demo/databases/(default)/documents';
const FIELDS = ['a', 'b', 'c'];
const OPERATORS: Readonly<Record<string, string>> = {
  '<': 'LESS_THAN',
  '<=': 'LESS_THAN_OR_EQUAL',
  '>': 'GREATER_THAN',
  '>=': 'GREATER_THAN_OR_EQUAL',
  '==': 'EQUAL',
  '!=': 'NOT_EQUAL',
  in: 'IN',
  'not-in': 'NOT_IN',
  contains: 'ARRAY_CONTAINS',
  'contains-any': 'ARRAY_CONTAINS_ANY',
};

const scalar: fc.Arbitrary<Plain> = fc.oneof(
  fc.constantFrom(null, true, false),
  fc.constantFrom(-1, 0, 1, 1.5, 2),
  fc.constantFrom('', 'a', 'b', 'é', '😀'),
);
const plain: fc.Arbitrary<Plain> = fc.oneof(
  { weight: 4, arbitrary: scalar },
  { weight: 1, arbitrary: fc.array(scalar, { maxLength: 3 }) },
);
const documents = fc
  .array(fc.record(Object.fromEntries(FIELDS.map((field) => [field, plain])), { requiredKeys: [] }), {
    maxLength: 12,
  })
  .map((all) => all.map((fields, index): PlainDocument => ({ id: `d${index}`, fields })));
const field = fc.constantFrom(...FIELDS);
const simple: fc.Arbitrary<Condition> = fc.oneof(
  fc.record({ field, op: fc.constantFrom('<', '<=', '>', '>=', '==', '!=', 'contains'), value: scalar }),
  fc.record({
    field,
    op: fc.constantFrom('in', 'not-in', 'contains-any'),
    value: fc.array(scalar, { minLength: 1, maxLength: 3 }),
  }),
);
const { condition } = fc.letrec<{ condition: Condition }>((tie) => ({
  condition: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    simple,
    fc.record({ any: fc.array(tie('condition'), { minLength: 1, maxLength: 3 }) }),
    fc.record({ all: fc.array(tie('condition'), { maxLength: 3 }) }),
  ),
}));
const query: fc.Arbitrary<PlainQuery> = fc
  .record({
    where: condition,
    order: fc.uniqueArray(fc.record({ field, descending: fc.boolean() }), {
      maxLength: 2,
      selector: (order) => order.field,
    }),
    startAt: fc.option(fc.record({ values: fc.array(scalar, { maxLength: 2 }), before: fc.boolean() })),
    endAt: fc.option(fc.record({ values: fc.array(scalar, { maxLength: 2 }), before: fc.boolean() })),
    limit: fc.option(fc.integer({ min: 0, max: 5 })),
  })
  .map((one) => ({
    ...one,
    startAt: one.startAt && { ...one.startAt, values: one.startAt.values.slice(0, one.order.length) },
    endAt: one.endAt && { ...one.endAt, values: one.endAt.values.slice(0, one.order.length) },
  }));

test('finds what a naive engine finds, in the same order', () => {
  fc.assert(
    fc.property(documents, query, (all, asked) => {
      const stored = all.map(toStored);
      const parsed = parseQuery(root, toWire(asked), names);
      const found = runQuery(parsed, stored, names).map(({ path }) => path[1]);
      expect(found).toEqual(findNaively(all, asked));
    }),
    { seed: 20_261_120, numRuns: byStage({ usual: 1_000, full: 5_000 }) },
  );
});

test('a document matches by itself exactly when it is found without limit', () => {
  fc.assert(
    fc.property(documents, query, (all, asked) => {
      const stored = all.map(toStored);
      const parsed = parseQuery(root, toWire({ ...asked, limit: null }), names);
      const found = new Set(runQuery(parsed, stored, names));
      for (const document of stored) expect(matchesQuery(parsed, document, names)).toBe(found.has(document));
    }),
    { seed: 20_261_120, numRuns: 1_000 },
  );
});

test.each([
  ['a group of collections', { from: [{ collectionId: 'c', allDescendants: true }] }, 'UNIMPLEMENTED'],
  ['selected fields', { from: [{ collectionId: 'c' }], select: { fields: [] } }, 'UNIMPLEMENTED'],
  ['a vector search', { from: [{ collectionId: 'c' }], findNearest: {} }, 'UNIMPLEMENTED'],
  ['no collection', { from: [] }, 'INVALID_ARGUMENT'],
  ['two collections', { from: [{ collectionId: 'c' }, { collectionId: 'd' }] }, 'INVALID_ARGUMENT'],
  ['a path as collection', { from: [{ collectionId: 'c/d/e' }] }, 'INVALID_ARGUMENT'],
  ['an unknown operator', { from: [{ collectionId: 'c' }], where: filter('a', 'LIKE') }, 'INVALID_ARGUMENT'],
  [
    'an inherited operator',
    { from: [{ collectionId: 'c' }], where: filter('a', 'toString') },
    'INVALID_ARGUMENT',
  ],
  [
    'a list operator without list',
    { from: [{ collectionId: 'c' }], where: filter('a', 'IN') },
    'INVALID_ARGUMENT',
  ],
  ['a negative limit', { from: [{ collectionId: 'c' }], limit: -1 }, 'INVALID_ARGUMENT'],
  [
    'a long cursor',
    { from: [{ collectionId: 'c' }], startAt: { values: [tag(1), tag(2)] } },
    'INVALID_ARGUMENT',
  ],
])('%s is refused', (_name, structuredQuery, code) => {
  expect(() => parseQuery(root, structuredQuery, names)).toThrow(expect.objectContaining({ code }));
});

function filter(fieldPath: string, op: string) {
  return { fieldFilter: { field: { fieldPath }, op, value: tag(1) } };
}

// The naive engine.

function findNaively(all: readonly PlainDocument[], { where, order, startAt, endAt, limit }: PlainQuery) {
  const orders = [...order, ...impliedOrders(where, order)];
  const last = order.at(-1)?.descending ?? false;
  const found = all
    .filter((document) => holds(document, where))
    .filter((document) => orders.every(({ field }) => document.fields[field] !== undefined))
    .filter((document) => {
      if (startAt === null) return true;
      const position = comparePrefix(document, startAt.values, orders);
      return startAt.before ? position >= 0 : position > 0;
    })
    .filter((document) => {
      if (endAt === null) return true;
      const position = comparePrefix(document, endAt.values, orders);
      return endAt.before ? position < 0 : position <= 0;
    })
    .sort((left, right) => {
      for (const { field, descending } of orders) {
        const difference = compare(left.fields[field] ?? null, right.fields[field] ?? null);
        if (difference !== 0) return descending ? -difference : difference;
      }
      return (left.id < right.id ? -1 : 1) * (last ? -1 : 1);
    });
  return found.slice(0, limit ?? undefined).map(({ id }) => id);
}

/** Fields compared by inequality that are not ordered by yet, alphabetically, in the last direction. */
function impliedOrders(where: Condition, order: PlainQuery['order']): PlainQuery['order'] {
  const descending = order.at(-1)?.descending ?? false;
  const compared = (one: Condition): string[] => {
    if ('any' in one) return one.any.flatMap(compared);
    if ('all' in one) return one.all.flatMap(compared);
    return ['<', '<=', '>', '>=', '!=', 'not-in'].includes(one.op) ? [one.field] : [];
  };
  return FIELDS.filter((name) => compared(where).includes(name))
    .filter((name) => !order.some(({ field }) => field === name))
    .map((field) => ({ field, descending }));
}

function comparePrefix(
  document: PlainDocument,
  values: readonly Plain[],
  orders: PlainQuery['order'],
): number {
  for (const [index, value] of values.entries()) {
    const { field = '', descending = false } = orders[index] ?? {};
    const difference = compare(document.fields[field] ?? null, value);
    if (difference !== 0) return descending ? -difference : difference;
  }
  return 0;
}

function holds(document: PlainDocument, where: Condition): boolean {
  if ('any' in where) return where.any.some((one) => holds(document, one));
  if ('all' in where) return where.all.every((one) => holds(document, one));
  const stored = document.fields[where.field];
  if (stored === undefined) return false;
  const { op, value } = where;
  const options = Array.isArray(value) ? (value as Plain[]) : [];
  const elements = Array.isArray(stored) ? (stored as Plain[]) : [];
  const equals = (left: Plain, right: Plain) => compare(left, right) === 0;
  const sameType = rank(stored) === rank(value);
  switch (op) {
    case '<':
      return sameType && compare(stored, value) < 0;
    case '<=':
      return sameType && compare(stored, value) <= 0;
    case '>':
      return sameType && compare(stored, value) > 0;
    case '>=':
      return sameType && compare(stored, value) >= 0;
    case '==':
      return equals(stored, value);
    case '!=':
      return stored !== null && !equals(stored, value);
    case 'in':
      return options.some((option) => equals(option, stored));
    case 'not-in':
      return stored !== null && !options.includes(null) && !options.some((option) => equals(option, stored));
    case 'contains':
      return elements.some((element) => equals(element, value));
    default:
      return elements.some((element) => options.some((option) => equals(option, element)));
  }
}

function rank(value: Plain): number {
  if (value === null) return 0;
  return { boolean: 1, number: 2, string: 3, object: 4 }[typeof value as 'boolean'] ?? 5;
}

function compare(left: Plain, right: Plain): number {
  if (rank(left) !== rank(right)) return rank(left) - rank(right);
  if (Array.isArray(left) && Array.isArray(right)) return compareLists(left, right);
  if (typeof left === 'string') return Buffer.compare(Buffer.from(left), Buffer.from(String(right)));
  return Number(left) - Number(right);
}

function compareLists(left: readonly Plain[], right: readonly Plain[]): number {
  if (left.length === 0 || right.length === 0) return left.length - right.length;
  return compare(left[0] ?? null, right[0] ?? null) || compareLists(left.slice(1), right.slice(1));
}

// Translation to the wire.

function toStored({ id, fields }: PlainDocument): StoredDocument {
  const tagged = Object.entries(fields).map(([name, value]) => [name, tag(value ?? null)]);
  return { path: ['c', id], key: `c/${id}`, fields: Object.fromEntries(tagged), created: 1, updated: 1 };
}

function tag(value: Plain): TaggedValue {
  if (value === null) return { nullValue: 'NULL_VALUE' };
  if (typeof value === 'boolean') return { booleanValue: value };
  if (typeof value === 'string') return { stringValue: value };
  if (typeof value !== 'number') return { arrayValue: { values: value.map(tag) } };
  return Number.isInteger(value) ? { integerValue: String(value) } : { doubleValue: value };
}

function toWire({ where, order, startAt, endAt, limit }: PlainQuery) {
  const cursor = (one: PlainQuery['startAt']) =>
    one && { values: one.values.map((value) => tag(value)), before: one.before };
  return {
    from: [{ collectionId: 'c' }],
    where: whereToWire(where),
    orderBy: order.map(({ field, descending }) => ({
      field: { fieldPath: field },
      direction: descending ? 'DESCENDING' : 'ASCENDING',
    })),
    ...(startAt && { startAt: cursor(startAt) }),
    ...(endAt && { endAt: cursor(endAt) }),
    ...(limit !== null && { limit }),
  };
}

function whereToWire(where: Condition): object {
  if ('any' in where) return { compositeFilter: { op: 'OR', filters: where.any.map(whereToWire) } };
  if ('all' in where) return { compositeFilter: { op: 'AND', filters: where.all.map(whereToWire) } };
  const { field, op, value } = where;
  if (value === null && (op === '==' || op === '!=')) {
    return { unaryFilter: { field: { fieldPath: field }, op: op === '==' ? 'IS_NULL' : 'IS_NOT_NULL' } };
  }
  return { fieldFilter: { field: { fieldPath: field }, op: OPERATORS[op], value: tag(value) } };
}
