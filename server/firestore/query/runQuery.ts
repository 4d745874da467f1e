import type { TaggedValue } from '../../rules/guard.ts';
import type { StoredDocument } from '../documents/document.ts';
import { compareValues } from '../values/compare.ts';
import type { ResourceNames } from '../values/resourceName.ts';
import { fieldValue, matchesFilter } from './filter.ts';
import type { Cursor, Order, Query } from './query.ts';

/** A document with the values that order it. */
type Candidate = { readonly document: StoredDocument; readonly keys: readonly TaggedValue[] };

/** The matching documents of the collection, in order, cut to cursors, offset and limit. */
export function runQuery(
  query: Query,
  documents: Iterable<StoredDocument>,
  names: ResourceNames,
): StoredDocument[] {
  const candidates: Candidate[] = [];
  for (const document of documents) {
    const candidate = candidateOf(query, document, names);
    if (candidate) candidates.push(candidate);
  }
  candidates.sort((left, right) => compareKeys(left.keys, right.keys, query.orders));
  return candidates.slice(query.offset, query.offset + query.limit).map(({ document }) => document);
}

/** Whether the document belongs to the result as far as it alone decides, that is without offset and limit. */
export function matchesQuery(query: Query, document: StoredDocument, names: ResourceNames): boolean {
  return candidateOf(query, document, names) !== null;
}

/** Whether other documents decide as well. */
export function isWindowed(query: Query): boolean {
  return query.offset > 0 || Number.isFinite(query.limit);
}

function candidateOf(query: Query, document: StoredDocument, names: ResourceNames): Candidate | null {
  if (!matchesFilter(document, query.filter, names)) return null;
  const keys: TaggedValue[] = [];
  for (const { field } of query.orders) {
    const value = fieldValue(document, field, names);
    if (value === undefined) return null;
    keys.push(value);
  }
  return isWithinCursors(keys, query) ? { document, keys } : null;
}

function isWithinCursors(keys: readonly TaggedValue[], { startAt, endAt, orders }: Query): boolean {
  if (startAt) {
    const position = compareToCursor(keys, startAt, orders);
    if (startAt.before ? position < 0 : position <= 0) return false;
  }
  if (endAt) {
    const position = compareToCursor(keys, endAt, orders);
    if (endAt.before ? position >= 0 : position > 0) return false;
  }
  return true;
}

function compareToCursor(keys: readonly TaggedValue[], cursor: Cursor, orders: readonly Order[]): number {
  return compareKeys(keys, cursor.values, orders.slice(0, cursor.values.length));
}

function compareKeys(
  left: readonly TaggedValue[],
  right: readonly TaggedValue[],
  orders: readonly Order[],
): number {
  for (const [index, { descending }] of orders.entries()) {
    const difference = compareValues(left[index] as TaggedValue, right[index] as TaggedValue);
    if (difference !== 0) return descending ? -difference : difference;
  }
  return 0;
}
