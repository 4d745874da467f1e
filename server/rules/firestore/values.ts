import { fail } from '../EvaluationFailure.ts';
import type { TaggedValue } from '../rules.ts';

/**
 * A value of the Firestore rules language. Integers are `bigint` and floats `number`, since the language keeps
 * them apart.
 */
export type FirestoreValue =
  | null
  | boolean
  | bigint
  | number
  | string
  | Timestamp
  | PathValue
  | FirestoreList
  | SetValue
  | MapValue
  | MapDiff
  | OpaqueValue;

export class PathValue {
  readonly segments: readonly string[];
  constructor(segments: readonly string[]) {
    this.segments = segments;
  }
}

export class FirestoreList {
  readonly items: readonly FirestoreValue[];
  constructor(items: readonly FirestoreValue[]) {
    this.items = items;
  }
}

/** Has no two equal items. */
export class SetValue {
  readonly items: readonly FirestoreValue[];
  constructor(items: readonly FirestoreValue[]) {
    // Mostly names of fields, of which a document may have very many: comparing each pair would take too long.
    const texts = new Set(items.filter((item) => typeof item === 'string'));
    const others: FirestoreValue[] = [];
    for (const item of items) {
      if (typeof item !== 'string' && !others.some((other) => isEqual(item, other))) others.push(item);
    }
    this.items = [...texts, ...others];
  }
}

/** Named values; each is converted when it is asked for, as rules look at few fields of a large document. */
export class MapValue {
  readonly #get: (name: string) => FirestoreValue;
  readonly #source: object;

  private constructor(source: object, get: (name: string) => FirestoreValue) {
    this.#source = source;
    this.#get = get;
  }

  static of<T>(source: Readonly<Record<string, T>>, convert: (stored: T) => FirestoreValue): MapValue {
    return new MapValue(source, (name) => convert(source[name] as T));
  }

  has(name: string): boolean {
    return Object.hasOwn(this.#source, name);
  }

  /** The value under `name`; only for a name that is there. */
  get(name: string): FirestoreValue {
    return this.#get(name);
  }

  keys(): string[] {
    return Object.keys(this.#source);
  }
}

/** How `to` differs from `from`, as `to.diff(from)` says. */
export class MapDiff {
  readonly to: MapValue;
  readonly from: MapValue;
  constructor(to: MapValue, from: MapValue) {
    this.to = to;
    this.from = from;
  }
}

/** A stored value of a kind that the rules have no use for (bytes, places, references): known only by equality. */
class OpaqueValue {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/** Reads a stored value as the protocol writes it. */
function fromTagged(tagged: TaggedValue): FirestoreValue {
  if ('stringValue' in tagged) return String(tagged['stringValue']);
  if ('booleanValue' in tagged) return tagged['booleanValue'] === true;
  if ('integerValue' in tagged) return BigInt(String(tagged['integerValue']));
  if ('doubleValue' in tagged) return Number(tagged['doubleValue']);
  if ('timestampValue' in tagged) return parseTimestamp(String(tagged['timestampValue']));
  if ('nullValue' in tagged) return null;
  if ('arrayValue' in tagged) return new FirestoreList(taggedItems(tagged['arrayValue']).map(fromTagged));
  if ('mapValue' in tagged) return fromFields(taggedFields(tagged['mapValue']));
  return new OpaqueValue(JSON.stringify(tagged));
}

export function fromFields(fields: Readonly<Record<string, TaggedValue>>): MapValue {
  return MapValue.of(fields, fromTagged);
}

/** Reads a plain JSON value: the claims of a token. */
export function fromJson(json: unknown): FirestoreValue {
  if (typeof json === 'number') return Number.isSafeInteger(json) ? BigInt(json) : json;
  if (typeof json === 'string' || typeof json === 'boolean') return json;
  if (Array.isArray(json)) return new FirestoreList(json.map(fromJson));
  if (typeof json === 'object' && json !== null)
    return MapValue.of(json as Record<string, unknown>, fromJson);
  return null;
}

/** Equality of the language: never an error, false between different types; integer 1 equals float 1.0. */
export function isEqual(a: FirestoreValue, b: FirestoreValue): boolean {
  if (a === b) return true;
  if (typeof a === 'bigint' || typeof a === 'number') return isSameNumber(a, b);
  if (a instanceof FirestoreList || a instanceof SetValue || a instanceof MapValue)
    return isSameContent(a, b);
  if (a instanceof Timestamp) return b instanceof Timestamp && a.nanos === b.nanos;
  if (a instanceof PathValue) return b instanceof PathValue && a.segments.join('/') === b.segments.join('/');
  return a instanceof OpaqueValue && b instanceof OpaqueValue && a.text === b.text;
}

/** Whether every item of `a` is one of `b`. */
export function isSubset(a: FirestoreList | SetValue, b: FirestoreList | SetValue): boolean {
  return a.items.every((item) => b.items.some((other) => isEqual(item, other)));
}

function isSameContent(a: FirestoreList | SetValue | MapValue, b: FirestoreValue): boolean {
  if (a instanceof FirestoreList) return b instanceof FirestoreList && hasEqualItems(a.items, b.items);
  if (a instanceof SetValue) return b instanceof SetValue && isSubset(a, b) && isSubset(b, a);
  return b instanceof MapValue && hasEqualEntries(a, b);
}

function isSameNumber(a: bigint | number, b: FirestoreValue): boolean {
  return (typeof b === 'bigint' || typeof b === 'number') && a <= b && a >= b;
}

function hasEqualItems(a: readonly FirestoreValue[], b: readonly FirestoreValue[]): boolean {
  return a.length === b.length && a.every((item, index) => isEqual(item, b[index] as FirestoreValue));
}

function hasEqualEntries(a: MapValue, b: MapValue): boolean {
  const names = a.keys();
  if (names.length !== b.keys().length) return false;
  return names.every((name) => b.has(name) && isEqual(a.get(name), b.get(name)));
}

function taggedItems(array: unknown): readonly TaggedValue[] {
  return (array as { readonly values?: readonly TaggedValue[] }).values ?? [];
}

function taggedFields(map: unknown): Readonly<Record<string, TaggedValue>> {
  return (map as { readonly fields?: Readonly<Record<string, TaggedValue>> }).fields ?? {};
}

const RFC3339 = /^(\d{4,}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d{1,9}))?(Z|[+-]\d\d:\d\d)$/;

/** A point in time, exact to the nanosecond. */
export class Timestamp {
  /** Nanoseconds since 1970. */
  readonly nanos: bigint;
  constructor(nanos: bigint) {
    this.nanos = nanos;
  }
}

/** Reads a time as the protocol writes it (RFC 3339, up to nine decimals). */
export function parseTimestamp(text: string): Timestamp {
  const found = RFC3339.exec(text);
  const millis = found ? Date.parse(`${found[1]}${found[3]}`) : Number.NaN;
  if (Number.isNaN(millis)) return fail(`"${text}" is not a time`);
  return new Timestamp(BigInt(millis) * 1_000_000n + BigInt((found?.[2] ?? '').padEnd(9, '0')));
}
