import type { Fields, TaggedValue } from '../../rules/guard.ts';
import { parseTimestamp } from './timestamp.ts';

/**
 * Firestore's order across and within types.
 * https://firebase.google.com/docs/firestore/manage-data/data-types#value_type_ordering
 */
const TYPE_ORDER: Readonly<Record<string, number>> = {
  nullValue: 0,
  booleanValue: 1,
  integerValue: 2,
  doubleValue: 2,
  timestampValue: 3,
  stringValue: 4,
  bytesValue: 5,
  referenceValue: 6,
  geoPointValue: 7,
  arrayValue: 8,
  mapValue: 9,
};

/** The tag of a value, e.g. `stringValue`. */
export function tagOf(value: TaggedValue): string {
  for (const tag in value) return tag;
  return 'nullValue';
}

export function typeOrder(value: TaggedValue): number {
  return TYPE_ORDER[tagOf(value)] ?? 0;
}

/** Elements of an array value; none for any other value. */
export function elementsOf(value: TaggedValue): readonly TaggedValue[] {
  return (value['arrayValue'] as { values?: TaggedValue[] } | undefined)?.values ?? [];
}

/** Fields of a map value; none for any other value. */
export function fieldsOf(value: TaggedValue): Fields {
  return (value['mapValue'] as { fields?: Fields } | undefined)?.fields ?? {};
}

/** Total order of stored values: below zero, zero (equal for filters) or above. Integers equal whole doubles. */
export function compareValues(left: TaggedValue, right: TaggedValue): number {
  const order = typeOrder(left);
  return order - typeOrder(right) || (COMPARERS[order] ?? equal)(left, right);
}

export function equalValues(left: TaggedValue, right: TaggedValue): boolean {
  return compareValues(left, right) === 0;
}

/** Order of strings by UTF-8 bytes, which is order by code point. */
export function compareStrings(left: string, right: string): number {
  const index = firstDifference(left, right);
  return compareUnits(unitAt(left, index), unitAt(right, index));
}

/** Order of names by their segments. */
function compareNames(left: string, right: string): number {
  const index = firstDifference(left, right);
  const [a, b] = [unitAt(left, index), unitAt(right, index)];
  // Where one segment ends, it is the lesser; a name that ends altogether is lesser still.
  if (a === SLASH) return b === END ? 1 : -1;
  if (b === SLASH) return a === END ? -1 : 1;
  return compareUnits(a, b);
}

const SLASH = 0x2f;
const END = -1;

function firstDifference(left: string, right: string): number {
  let index = 0;
  while (index < left.length && left.charCodeAt(index) === right.charCodeAt(index)) index++;
  return index;
}

function unitAt(text: string, index: number): number {
  return index < text.length ? text.charCodeAt(index) : END;
}

/** A surrogate belongs to a code point above all others. */
function compareUnits(left: number, right: number): number {
  return Number(isSurrogate(left)) - Number(isSurrogate(right)) || left - right;
}

function isSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdfff;
}

/** The number of a numeric value; integers beyond 2^53 lose digits here. */
export function numberOf(value: TaggedValue): number {
  return Number(value['integerValue'] ?? value['doubleValue']);
}

function compareNumbers(left: TaggedValue, right: TaggedValue): number {
  const a = left['integerValue'];
  const b = right['integerValue'];
  if (a !== undefined && b !== undefined) return compareIntegers(String(a), String(b));
  return compareDoubles(numberOf(left), numberOf(right));
}

function compareIntegers(left: string, right: string): number {
  if (left === right) return 0;
  return BigInt(left) < BigInt(right) ? -1 : 1;
}

/** NaN comes first and equals itself; -0 equals 0. */
function compareDoubles(left: number, right: number): number {
  if (Number.isNaN(left)) return Number.isNaN(right) ? 0 : -1;
  if (Number.isNaN(right)) return 1;
  return left === right ? 0 : left < right ? -1 : 1;
}

function compareTimestamps(left: TaggedValue, right: TaggedValue): number {
  const a = parseTimestamp(String(left['timestampValue']));
  const b = parseTimestamp(String(right['timestampValue']));
  return a.seconds - b.seconds || a.micros - b.micros;
}

function compareBytes(left: TaggedValue, right: TaggedValue): number {
  return Buffer.compare(
    Buffer.from(String(left['bytesValue']), 'base64'),
    Buffer.from(String(right['bytesValue']), 'base64'),
  );
}

function comparePoints(left: TaggedValue, right: TaggedValue): number {
  const a = left['geoPointValue'] as { latitude: number; longitude: number };
  const b = right['geoPointValue'] as { latitude: number; longitude: number };
  return compareDoubles(a.latitude, b.latitude) || compareDoubles(a.longitude, b.longitude);
}

function compareMaps(left: TaggedValue, right: TaggedValue): number {
  const entries = (value: TaggedValue) =>
    Object.entries(fieldsOf(value)).sort(([a], [b]) => compareStrings(a, b));
  return compareLists(
    entries(left),
    entries(right),
    (a, b) => compareStrings(a[0], b[0]) || compareValues(a[1], b[1]),
  );
}

/** Order by the first difference; a list comes before its continuations. */
export function compareLists<T>(
  left: readonly T[],
  right: readonly T[],
  compare: (a: T, b: T) => number,
): number {
  const length = Math.min(left.length, right.length);
  for (let index = 0; index < length; index++) {
    const difference = compare(left[index] as T, right[index] as T);
    if (difference !== 0) return difference;
  }
  return left.length - right.length;
}

const equal = () => 0;

/** By type order. */
const COMPARERS: readonly ((left: TaggedValue, right: TaggedValue) => number)[] = [
  equal,
  (left, right) => Number(left['booleanValue']) - Number(right['booleanValue']),
  compareNumbers,
  compareTimestamps,
  (left, right) => compareStrings(String(left['stringValue']), String(right['stringValue'])),
  compareBytes,
  (left, right) => compareNames(String(left['referenceValue']), String(right['referenceValue'])),
  comparePoints,
  (left, right) => compareLists(elementsOf(left), elementsOf(right), compareValues),
  compareMaps,
];
