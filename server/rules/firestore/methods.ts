import { fail } from '../EvaluationFailure.ts';
import type { LinearRegex } from '../linearRegex.ts';
import { fieldOf } from './operators.ts';
import { Timestamp } from './Timestamp.ts';
import {
  DurationValue,
  isEqual,
  isSubset,
  ListValue,
  MapDiff,
  MapValue,
  SetValue,
  type Value,
} from './values.ts';

export type Method = {
  /** Least and greatest number of arguments. */
  readonly arity: readonly [number, number];
  readonly call: (receiver: Value, values: readonly Value[]) => Value;
};

/** The methods that values have; each judges its receiver's type. Unknown names are refused at start. */
export const methods: Readonly<Record<string, Method>> = {
  size: { arity: [0, 0], call: (receiver) => BigInt(sizeOf(receiver)) },
  lower: { arity: [0, 0], call: (receiver) => text(receiver).toLowerCase() },
  upper: { arity: [0, 0], call: (receiver) => text(receiver).toUpperCase() },
  trim: { arity: [0, 0], call: (receiver) => text(receiver).trim() },
  keys: { arity: [0, 0], call: (receiver) => new ListValue(map(receiver).keys()) },
  values: { arity: [0, 0], call: (receiver) => new ListValue(valuesOf(map(receiver))) },
  get: { arity: [2, 2], call: (receiver, [key, missing]) => fieldOr(map(receiver), key, missing) },
  diff: { arity: [1, 1], call: (receiver, [other]) => new MapDiff(map(receiver), map(other)) },
  addedKeys: { arity: [0, 0], call: (receiver) => new SetValue(addedKeys(diff(receiver))) },
  removedKeys: { arity: [0, 0], call: (receiver) => new SetValue(removedKeys(diff(receiver))) },
  changedKeys: { arity: [0, 0], call: (receiver) => new SetValue(commonKeys(diff(receiver), false)) },
  unchangedKeys: { arity: [0, 0], call: (receiver) => new SetValue(commonKeys(diff(receiver), true)) },
  affectedKeys: { arity: [0, 0], call: (receiver) => affectedKeys(diff(receiver)) },
  hasOnly: { arity: [1, 1], call: (receiver, [other]) => isSubset(items(receiver), items(other)) },
  hasAll: { arity: [1, 1], call: (receiver, [other]) => isSubset(items(other), items(receiver)) },
  hasAny: { arity: [1, 1], call: (receiver, [other]) => hasAny(items(receiver), items(other)) },
  toSet: { arity: [0, 0], call: (receiver) => new SetValue(items(receiver).items) },
  toMillis: { arity: [0, 0], call: (receiver) => millis(receiver) },
};

export type RegexMethod = {
  /** Number of arguments, the pattern included; the pattern is the first and a literal. */
  readonly arity: number;
  readonly call: (receiver: Value, pattern: LinearRegex, values: readonly Value[]) => Value;
};

/** The methods of a text that take a regular expression. */
export const regexMethods: Readonly<Record<string, RegexMethod>> = {
  matches: { arity: 1, call: (receiver, pattern) => pattern.matches(text(receiver)) },
  split: { arity: 1, call: (receiver, pattern) => new ListValue(pattern.split(text(receiver))) },
  replace: {
    arity: 2,
    call: (receiver, pattern, [replacement]) =>
      pattern.matcher(text(receiver)).replaceAll(text(replacement ?? null)),
  },
};

const UNIT_NANOS: Readonly<Record<string, bigint>> = {
  w: 604_800_000_000_000n,
  d: 86_400_000_000_000n,
  h: 3_600_000_000_000n,
  m: 60_000_000_000n,
  s: 1_000_000_000n,
  ms: 1_000_000n,
  ns: 1n,
};

/** `duration.value(5, 'm')`. */
export function durationOf(amount: Value, unit: Value): DurationValue {
  const nanos = typeof unit === 'string' && Object.hasOwn(UNIT_NANOS, unit) ? UNIT_NANOS[unit] : undefined;
  if (typeof amount !== 'bigint' || nanos === undefined) {
    return fail('a duration needs an integer and a unit: w, d, h, m, s, ms or ns');
  }
  return new DurationValue(amount * nanos);
}

function text(value: Value): string {
  return typeof value === 'string' ? value : fail('this needs a text');
}

function map(value: Value | undefined): MapValue {
  return value instanceof MapValue ? value : fail('this needs a map');
}

function diff(value: Value): MapDiff {
  return value instanceof MapDiff ? value : fail('this needs the difference of two maps');
}

function items(value: Value | undefined): ListValue | SetValue {
  return value instanceof ListValue || value instanceof SetValue ? value : fail('this needs a list or a set');
}

function sizeOf(value: Value): number {
  if (typeof value === 'string') return value.length;
  if (value instanceof MapValue) return value.keys().length;
  return items(value).items.length;
}

function valuesOf(value: MapValue): Value[] {
  return value.keys().map((name) => value.get(name));
}

function fieldOr(value: MapValue, key: Value | undefined, missing: Value | undefined): Value {
  if (typeof key !== 'string') return fail('get() needs the name of a field');
  return value.has(key) ? fieldOf(value, key) : (missing ?? null);
}

function addedKeys({ to, from }: MapDiff): string[] {
  return to.keys().filter((name) => !from.has(name));
}

function removedKeys({ to, from }: MapDiff): string[] {
  return from.keys().filter((name) => !to.has(name));
}

function commonKeys({ to, from }: MapDiff, unchanged: boolean): string[] {
  const common = to.keys().filter((name) => from.has(name));
  return common.filter((name) => isEqual(to.get(name), from.get(name)) === unchanged);
}

function affectedKeys(difference: MapDiff): SetValue {
  const changed = commonKeys(difference, false);
  return new SetValue([...addedKeys(difference), ...removedKeys(difference), ...changed]);
}

function hasAny(own: ListValue | SetValue, other: ListValue | SetValue): boolean {
  return own.items.some((item) => other.items.some((candidate) => isEqual(item, candidate)));
}

function millis(value: Value): bigint {
  return value instanceof Timestamp ? value.nanos / 1_000_000n : fail('this needs a time');
}
