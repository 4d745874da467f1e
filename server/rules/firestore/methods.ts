import { fail } from '../EvaluationFailure.ts';
import type { LinearRegex } from '../linearRegex.ts';
import { isEqual, isSubset, ListValue, MapDiff, MapValue, SetValue, type Value } from './values.ts';

export type Method = {
  /** Least and greatest number of arguments. */
  readonly arity: readonly [number, number];
  readonly call: (receiver: Value, values: readonly Value[]) => Value;
};

/** The methods that values have; each judges its receiver's type. Unknown names are refused at start. */
export const methods: Readonly<Record<string, Method>> = {
  size: { arity: [0, 0], call: (receiver) => BigInt(sizeOf(receiver)) },
  lower: { arity: [0, 0], call: (receiver) => text(receiver).toLowerCase() },
  keys: { arity: [0, 0], call: (receiver) => new ListValue(map(receiver).keys()) },
  diff: { arity: [1, 1], call: (receiver, [other]) => new MapDiff(map(receiver), map(other)) },
  affectedKeys: { arity: [0, 0], call: (receiver) => affectedKeys(diff(receiver)) },
  hasOnly: { arity: [1, 1], call: (receiver, [other]) => isSubset(items(receiver), items(other)) },
  hasAny: { arity: [1, 1], call: (receiver, [other]) => hasAny(items(receiver), items(other)) },
};

/** `text.matches(pattern)`: the whole text, by a pattern that is a literal. */
export function matches(receiver: Value, pattern: LinearRegex): boolean {
  return pattern.matches(text(receiver));
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

/** Names of the fields that were added, removed or changed. */
function affectedKeys({ to, from }: MapDiff): SetValue {
  const added = to.keys().filter((name) => !from.has(name));
  const removed = from.keys().filter((name) => !to.has(name));
  const changed = to.keys().filter((name) => from.has(name) && !isEqual(to.get(name), from.get(name)));
  return new SetValue([...added, ...removed, ...changed]);
}

function hasAny(own: ListValue | SetValue, other: ListValue | SetValue): boolean {
  return own.items.some((item) => other.items.some((candidate) => isEqual(item, candidate)));
}
