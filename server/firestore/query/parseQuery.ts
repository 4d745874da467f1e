import { invalid, unimplemented } from '../status.ts';
import { parseFieldPath } from '../values/fieldPath.ts';
import { isRecord, parseValue } from '../values/parseValue.ts';
import { checkSegment, type ResourceNames } from '../values/resourceName.ts';
import type { Cursor, FieldReference, Filter, Operator, Order, Query } from './query.ts';

const INEQUALITIES: ReadonlySet<Operator> = new Set([
  'LESS_THAN',
  'LESS_THAN_OR_EQUAL',
  'GREATER_THAN',
  'GREATER_THAN_OR_EQUAL',
  'NOT_EQUAL',
  'NOT_IN',
]);
const OPERATORS: ReadonlySet<string> = new Set([
  ...INEQUALITIES,
  'EQUAL',
  'IN',
  'ARRAY_CONTAINS',
  'ARRAY_CONTAINS_ANY',
]);
const LIST_OPERATORS: ReadonlySet<string> = new Set(['IN', 'NOT_IN', 'ARRAY_CONTAINS_ANY']);
const MAX_LIST_VALUES = 30;
const MAX_FILTER_DEPTH = 20;

/** The four unary operators say with null and NaN what `==` and `!=` say with other values. */
const UNARY = new Map<string, [Operator, { nullValue: string } | { doubleValue: string }]>([
  ['IS_NULL', ['EQUAL', { nullValue: 'NULL_VALUE' }]],
  ['IS_NOT_NULL', ['NOT_EQUAL', { nullValue: 'NULL_VALUE' }]],
  ['IS_NAN', ['EQUAL', { doubleValue: 'NaN' }]],
  ['IS_NOT_NAN', ['NOT_EQUAL', { doubleValue: 'NaN' }]],
]);

/** Reads `parent` and `structuredQuery`. Throws INVALID_ARGUMENT, or UNIMPLEMENTED for what is left out. */
export function parseQuery(parent: unknown, input: unknown, names: ResourceNames): Query {
  if (!isRecord(input)) throw invalid('A query must have a "structuredQuery".');
  if (input['select'] !== undefined) throw unimplemented('A query that selects fields');
  if (input['findNearest'] !== undefined) throw unimplemented('A nearest-neighbour query');
  const filter = parseFilter(input['where']);
  const orders = withImplicitOrders(listOf(input['orderBy']).map(parseOrder), filter);
  return {
    collection: [...names.parseParent(parent), parseCollection(input['from'])],
    filter,
    orders,
    startAt: parseCursor(input['startAt'], orders),
    endAt: parseCursor(input['endAt'], orders),
    offset: parseCount(input['offset'], 0),
    limit: parseCount(input['limit'], Number.POSITIVE_INFINITY),
  };
}

function parseCollection(input: unknown): string {
  const [selector, ...others] = listOf(input);
  if (!isRecord(selector) || others.length > 0) throw invalid('A query must be over one collection.');
  if (selector['allDescendants'] === true) throw unimplemented('A collection group query');
  const id = selector['collectionId'];
  if (typeof id !== 'string') throw invalid('A query must name its collection.');
  checkSegment(id);
  return id;
}

/** @param depth how many composite filters are around this one */
export function parseFilter(input: unknown, depth = 0): Filter {
  if (input === undefined || input === null) return { kind: 'all', filters: [] };
  if (!isRecord(input) || depth > MAX_FILTER_DEPTH)
    throw invalid('A filter must be an object, not too deep.');
  const { compositeFilter, fieldFilter, unaryFilter } = input;
  if (isRecord(compositeFilter)) return parseComposite(compositeFilter, depth);
  if (isRecord(unaryFilter)) return parseUnary(unaryFilter);
  if (isRecord(fieldFilter)) return parseFieldFilter(fieldFilter);
  throw invalid('A filter must be composite, unary or of one field.');
}

function parseComposite(input: Record<string, unknown>, depth: number): Filter {
  const { op, filters } = input;
  if (op !== 'AND' && op !== 'OR') throw invalid(`"${String(op)}" is not an operator of composite filters.`);
  const parsed = listOf(filters).map((filter) => parseFilter(filter, depth + 1));
  return { kind: op === 'AND' ? 'all' : 'any', filters: parsed };
}

function parseUnary(input: Record<string, unknown>): Filter {
  const [operator, value] = UNARY.get(String(input['op'])) ?? [];
  if (!operator || !value) throw invalid(`"${String(input['op'])}" is not a unary operator.`);
  return { kind: 'field', field: parseField(input['field']), operator, value };
}

function parseFieldFilter(input: Record<string, unknown>): Filter {
  const operator = String(input['op']);
  if (!OPERATORS.has(operator)) throw invalid(`"${operator}" is not an operator of field filters.`);
  const value = parseValue(input['value']);
  if (LIST_OPERATORS.has(operator)) {
    const values = (value['arrayValue'] as { values: unknown[] } | undefined)?.values ?? [];
    if (values.length === 0 || values.length > MAX_LIST_VALUES) {
      throw invalid(`${operator} takes a list of 1 to ${MAX_LIST_VALUES} values.`);
    }
  }
  return { kind: 'field', field: parseField(input['field']), operator: operator as Operator, value };
}

function parseField(input: unknown): FieldReference {
  const path = isRecord(input) ? input['fieldPath'] : undefined;
  if (typeof path !== 'string') throw invalid('A filter or order must name a field.');
  return path === '__name__' ? null : parseFieldPath(path);
}

function parseOrder(input: unknown): Order {
  if (!isRecord(input)) throw invalid('An order must be an object.');
  return { field: parseField(input['field']), descending: input['direction'] === 'DESCENDING' };
}

/**
 * Fields compared by inequality order the result, then the name does, in the direction of the last order.
 * https://firebase.google.com/docs/firestore/query-data/order-limit-data
 */
function withImplicitOrders(explicit: readonly Order[], filter: Filter): readonly Order[] {
  const orders = [...explicit];
  const has = (field: FieldReference) => orders.some((order) => sameField(order.field, field));
  const descending = explicit.at(-1)?.descending ?? false;
  const fields = inequalityFields(filter).sort((a, b) => (fieldText(a) < fieldText(b) ? -1 : 1));
  for (const field of fields) if (field !== null && !has(field)) orders.push({ field, descending });
  return has(null) ? orders : [...orders, { field: null, descending }];
}

function inequalityFields(filter: Filter): FieldReference[] {
  if (filter.kind !== 'field') return filter.filters.flatMap(inequalityFields);
  return INEQUALITIES.has(filter.operator) ? [filter.field] : [];
}

function sameField(left: FieldReference, right: FieldReference): boolean {
  return fieldText(left) === fieldText(right);
}

function fieldText(field: FieldReference): string {
  return JSON.stringify(field);
}

function parseCursor(input: unknown, orders: readonly Order[]): Cursor | null {
  if (input === undefined || input === null) return null;
  if (!isRecord(input)) throw invalid('A cursor must be an object.');
  const values = listOf(input['values']).map((value) => parseValue(value));
  if (values.length > orders.length) throw invalid('A cursor has more values than the query has orders.');
  return { values, before: input['before'] === true };
}

/** Counts come as a number, or wrapped as `{ value: n }`. */
function parseCount(input: unknown, fallback: number): number {
  if (input === undefined || input === null) return fallback;
  const count = Number(isRecord(input) ? input['value'] : input);
  if (!Number.isInteger(count) || count < 0) throw invalid('A limit or offset must be a whole number.');
  return count;
}

function listOf(input: unknown): readonly unknown[] {
  if (input === undefined || input === null) return [];
  if (!Array.isArray(input)) throw invalid('Expected a list.');
  return input;
}
