import { isDeepStrictEqual } from 'node:util';
import { fail } from '../EvaluationFailure.ts';
import { comparisons, type Language, text } from '../ExpressionCompiler.ts';
import type { TaggedValue } from '../rules.ts';

/** The values of the Firestore rules language that are no literals. */
export type OwnValue = FirestoreList | MapValue | MapDiff | OpaqueValue;

export type FirestoreValue = null | boolean | number | string | OwnValue;

/** A literal list, or names of fields. */
export class FirestoreList {
  constructor(readonly items: readonly FirestoreValue[]) {}

  has(value: FirestoreValue): boolean {
    return this.items.some((item) => isEqual(item, value));
  }
}

/** Named values; each is converted when it is asked for, as rules look at few fields of a large document. */
export class MapValue {
  private constructor(
    private readonly source: object,
    private readonly read: (name: string) => FirestoreValue,
  ) {}

  static of<T>(source: Readonly<Record<string, T>>, convert: (stored: T) => FirestoreValue): MapValue {
    return new MapValue(source, (name) => convert(source[name] as T));
  }

  has(name: string): boolean {
    return Object.hasOwn(this.source, name);
  }

  /** The value under `name`; a missing field is a failure. */
  get(name: string): FirestoreValue {
    return this.has(name) ? this.read(name) : fail(`there is no field "${name}"`);
  }

  keys(): string[] {
    return Object.keys(this.source);
  }
}

/** How `to` differs from `from`, as `to.diff(from)` says. */
class MapDiff {
  constructor(
    readonly to: MapValue,
    readonly from: MapValue,
  ) {}

  /** Names of the fields that were added, removed or changed. */
  affectedKeys(): FirestoreList {
    const { to, from } = this;
    const removed = from.keys().filter((name) => !to.has(name));
    const others = to.keys().filter((name) => !from.has(name) || !isEqual(to.get(name), from.get(name)));
    return new FirestoreList([...others, ...removed]);
  }
}

/** A stored value of a kind of which our rules ask nothing but whether it is the same: a time, a number, a list. */
export class OpaqueValue {
  constructor(readonly stored: unknown) {}
}

/** Reads a stored value as the protocol writes it. */
function fromTagged(tagged: TaggedValue): FirestoreValue {
  if ('stringValue' in tagged) return String(tagged['stringValue']);
  if ('booleanValue' in tagged) return tagged['booleanValue'] === true;
  return new OpaqueValue(tagged);
}

export function fromFields(fields: Readonly<Record<string, TaggedValue>>): MapValue {
  return MapValue.of(fields, fromTagged);
}

/** Reads a plain JSON value: the claims of a token. */
export function fromJson(json: unknown): FirestoreValue {
  if (typeof json === 'string' || typeof json === 'boolean' || json === null) return json;
  const isMap = typeof json === 'object' && !Array.isArray(json);
  return isMap ? MapValue.of(json as Record<string, unknown>, fromJson) : new OpaqueValue(json);
}

/** Values of different types are not equal. Our rules compare no lists, and no map with anything but null. */
function isEqual(a: FirestoreValue, b: FirestoreValue): boolean {
  if (a instanceof OpaqueValue && b instanceof OpaqueValue) return isDeepStrictEqual(a.stored, b.stored);
  const isCompared = [a, b].every((value) => typeof value !== 'object' || value instanceof OpaqueValue);
  return isCompared || a === null || b === null ? a === b : fail('lists and maps are not compared');
}

/** The types that `is` knows. */
export const typeTests: Readonly<Record<string, (value: FirestoreValue) => boolean>> = {
  bool: (value) => typeof value === 'boolean',
  string: (value) => typeof value === 'string',
};

/** `value in container`: one of some names, a key of a map. */
export function isIn(value: FirestoreValue, container: FirestoreValue): boolean {
  if (container instanceof FirestoreList) return container.has(value);
  return container instanceof MapValue
    ? typeof value === 'string' && container.has(value)
    : fail('"in" needs a list or a map');
}

export const LANGUAGE: Language<OwnValue> = {
  operations: { '==': isEqual, '!=': (left, right) => !isEqual(left, right), ...comparisons },
  methods: {
    size: { arity: [0, 0], call: (receiver) => text(receiver).length },
    lower: { arity: [0, 0], call: (receiver) => text(receiver).toLowerCase() },
    keys: { arity: [0, 0], call: (receiver) => new FirestoreList(map(receiver).keys()) },
    diff: { arity: [1, 1], call: (receiver, [other]) => new MapDiff(map(receiver), map(other)) },
    affectedKeys: { arity: [0, 0], call: (receiver) => diff(receiver).affectedKeys() },
    hasOnly: {
      arity: [1, 1],
      call: (receiver, [other]) => list(receiver).items.every((item) => list(other).has(item)),
    },
    hasAny: {
      arity: [1, 1],
      call: (receiver, [other]) => list(receiver).items.some((item) => list(other).has(item)),
    },
  },
  member: (object, name) => map(object).get(name),
  list: (items) => new FirestoreList(items),
};

function map(value: FirestoreValue | undefined): MapValue {
  return value instanceof MapValue ? value : fail('this needs a map');
}

function diff(value: FirestoreValue): MapDiff {
  return value instanceof MapDiff ? value : fail('this needs the difference of two maps');
}

function list(value: FirestoreValue | undefined): FirestoreList {
  return value instanceof FirestoreList ? value : fail('this needs a list');
}
