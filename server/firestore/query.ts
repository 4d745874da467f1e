import type { DocumentPath } from '../rules/rules.ts';
import type { StoredDocument } from './documents/document.ts';
import { readInt, readList, readRecord } from './readMessage.ts';
import { invalid, unimplemented } from './status.ts';
import { checkSegment, pathKey, type ResourceNames } from './values/names.ts';

/**
 * A part of one collection in the order of document ids, which is all that the app asks for: it reads collections
 * page by page. Filters, orders by fields and aggregations are answered "not implemented".
 */
export type Query = {
  readonly collection: DocumentPath;
  /** The document id behind which the part begins, and the one with which it ends; null: that of the collection. */
  readonly startAfter: string | null;
  readonly endAt: string | null;
  /** Infinity where the query has none. */
  readonly limit: number;
};

/** Reads `parent` and `structuredQuery`. Throws INVALID_ARGUMENT, or UNIMPLEMENTED for what the app does not ask. */
export function parseQuery(parent: unknown, input: unknown, names: ResourceNames): Query {
  const members = readRecord(input, 'A query', ['from', 'orderBy', 'startAt', 'endAt', 'limit']);
  const collection = [...names.parseParent(parent), parseCollection(members['from'])];
  const orders = readList(members['orderBy'], 'The orders of a query');
  for (const order of orders) checkOrder(order);
  if (orders.length > 1) throw invalid('A query may be ordered by "__name__" once.');
  if (orders.length === 0 && (members['startAt'] !== undefined || members['endAt'] !== undefined))
    throw invalid('A cursor needs an order.');
  const cursor = (name: 'startAt' | 'endAt') => parseCursor(members[name], collection, names);
  return {
    collection,
    startAfter: cursor('startAt'),
    endAt: cursor('endAt'),
    limit: members['limit'] === undefined ? Number.POSITIVE_INFINITY : readInt(members['limit'], 'A limit'),
  };
}

function parseCollection(input: unknown): string {
  const [selector, ...others] = readList(input, 'The collections of a query');
  if (selector === undefined || others.length > 0) throw invalid('A query must be over one collection.');
  const { collectionId } = readRecord(selector, 'A collection of a query', ['collectionId']);
  if (typeof collectionId !== 'string') throw invalid('A query must name its collection.');
  checkSegment(collectionId);
  return collectionId;
}

function checkOrder(input: unknown): void {
  const { field, direction } = readRecord(input, 'An order', ['field', 'direction']);
  const { fieldPath } = readRecord(field, 'The field of an order', ['fieldPath']);
  for (const [asked, known] of [
    [fieldPath, '__name__'],
    [direction ?? 'ASCENDING', 'ASCENDING'],
  ]) {
    if (asked !== known) throw unimplemented(`An order by ${JSON.stringify(asked)?.slice(0, 100)}`);
  }
}

function parseCursor(input: unknown, collection: DocumentPath, names: ResourceNames): string | null {
  if (input === undefined) return null;
  const { values, before = false } = readRecord(input, 'A cursor', ['values', 'before']);
  const [value, ...others] = readList(values, 'The values of a cursor');
  if (value === undefined || others.length > 0) throw invalid('A cursor must have one value.');
  if (typeof before !== 'boolean') throw invalid('"before" of a cursor must be true or false.');
  if (before) throw unimplemented('"before" of a cursor');
  const { referenceValue } = readRecord(value, 'The value of a cursor', ['referenceValue']);
  const path = names.parseDocument(referenceValue);
  if (pathKey(path.slice(0, -1)) !== pathKey(collection)) {
    throw invalid('A cursor must name a document of the collection.');
  }
  return idOf(path);
}

/** The matching documents of the collection, in order. */
export function runQuery(query: Query, documents: Iterable<StoredDocument>): StoredDocument[] {
  const found = [...documents].filter((document) => isBetween(query, document));
  found.sort((left, right) => compareIds(idOf(left.path), idOf(right.path)));
  return found.slice(0, query.limit);
}

function isBetween({ startAfter, endAt }: Query, { path }: StoredDocument): boolean {
  const id = idOf(path);
  return (
    (startAfter === null || compareIds(id, startAfter) > 0) && (endAt === null || compareIds(id, endAt) <= 0)
  );
}

function idOf(path: DocumentPath): string {
  return path.at(-1) ?? '';
}

/** Order of ids by their UTF-8 bytes, which is the order of their code points. */
export function compareIds(left: string, right: string): number {
  let index = 0;
  while (index < left.length && left.charCodeAt(index) === right.charCodeAt(index)) index++;
  const [a, b] = [unitAt(left, index), unitAt(right, index)];
  // A surrogate belongs to a code point above all others.
  return Number(isSurrogate(a)) - Number(isSurrogate(b)) || a - b;
}

function unitAt(text: string, index: number): number {
  return index < text.length ? text.charCodeAt(index) : -1;
}

function isSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdfff;
}
