import { fail } from '../EvaluationFailure.ts';
import type { BinaryOperator } from '../syntax/ast.ts';
import { Timestamp } from './Timestamp.ts';
import { DurationValue, isEqual, ListValue, MapValue, PathValue, SetValue, type Value } from './values.ts';

const MAX_INT = 2n ** 63n - 1n;
const MIN_INT = -(2n ** 63n);

type Numeric = bigint | number;
type Operation = (left: Value, right: Value) => Value;

/** Each binary operator, but for `&&` and `||`. */
export const operations: Readonly<Record<BinaryOperator, Operation>> = {
  '==': isEqual,
  '!=': (left, right) => !isEqual(left, right),
  '<': (left, right) => compare(left, right) < 0,
  '<=': (left, right) => compare(left, right) <= 0,
  '>': (left, right) => compare(left, right) > 0,
  '>=': (left, right) => compare(left, right) >= 0,
  '+': add,
  '-': subtract,
  '*': (left, right) =>
    arithmetic(
      left,
      right,
      (a, b) => a * b,
      (a, b) => a * b,
    ),
  '/': divide,
  '%': remainder,
};

/** The types that `is` knows. */
export const typeTests: Readonly<Record<string, (value: Value) => boolean>> = {
  bool: (value) => typeof value === 'boolean',
  int: (value) => typeof value === 'bigint',
  float: (value) => typeof value === 'number',
  number: isNumeric,
  string: (value) => typeof value === 'string',
  list: (value) => value instanceof ListValue,
  set: (value) => value instanceof SetValue,
  map: (value) => value instanceof MapValue,
  timestamp: (value) => value instanceof Timestamp,
  duration: (value) => value instanceof DurationValue,
  path: (value) => value instanceof PathValue,
  null: (value) => value === null,
};

export function negate(value: Value): Value {
  if (typeof value === 'bigint') return inRange(-value);
  return typeof value === 'number' ? -value : fail('only a number can be negated');
}

/** `value in container`: an item of a list or set, a key of a map. */
export function isIn(value: Value, container: Value): boolean {
  if (container instanceof ListValue || container instanceof SetValue) {
    return container.items.some((item) => isEqual(item, value));
  }
  if (container instanceof MapValue) return typeof value === 'string' && container.has(value);
  return fail('"in" needs a list, a set or a map');
}

/** `object[index]`. */
export function itemAt(object: Value, index: Value): Value {
  if (object instanceof MapValue && typeof index === 'string') return fieldOf(object, index);
  if (typeof index !== 'bigint') return fail('this has no such item');
  const at = Number(index);
  const item = object instanceof ListValue ? object.items[at] : undefined;
  if (item !== undefined) return item;
  if (typeof object === 'string' && at >= 0 && at < object.length) return object.charAt(at);
  return fail('the index is out of range');
}

/** `object[from:to]` of a text or a list. */
export function slice(object: Value, from: Value, to: Value): Value {
  if (typeof from !== 'bigint' || typeof to !== 'bigint') return fail('a slice needs two integers');
  if (typeof object !== 'string' && !(object instanceof ListValue)) return fail('this can not be sliced');
  const length = typeof object === 'string' ? object.length : object.items.length;
  if (from < 0n || to < from || to > BigInt(length)) return fail('the slice is out of range');
  const range = [Number(from), Number(to)] as const;
  return typeof object === 'string' ? object.slice(...range) : new ListValue(object.items.slice(...range));
}

/** `object.name`; a missing field is a failure. */
export function fieldOf(object: Value, name: string): Value {
  if (!(object instanceof MapValue)) return fail(`"${name}" is asked of something without fields`);
  return object.has(name) ? object.get(name) : fail(`there is no field "${name}"`);
}

function isNumeric(value: Value): value is Numeric {
  return typeof value === 'bigint' || typeof value === 'number';
}

function compare(left: Value, right: Value): number {
  const [a, b] = comparable(left, right);
  if (a < b) return -1;
  if (a > b) return 1;
  return a >= b ? 0 : Number.NaN;
}

function comparable(left: Value, right: Value): [Numeric, Numeric] | [string, string] {
  if (isNumeric(left) && isNumeric(right)) return [left, right];
  if (typeof left === 'string' && typeof right === 'string') return [left, right];
  if (left instanceof Timestamp && right instanceof Timestamp) return [left.nanos, right.nanos];
  if (left instanceof DurationValue && right instanceof DurationValue) return [left.nanos, right.nanos];
  return fail('these two can not be compared');
}

function add(left: Value, right: Value): Value {
  if (typeof left === 'string' && typeof right === 'string') return left + right;
  if (left instanceof Timestamp && right instanceof DurationValue)
    return new Timestamp(left.nanos + right.nanos);
  return arithmetic(
    left,
    right,
    (a, b) => a + b,
    (a, b) => a + b,
  );
}

function subtract(left: Value, right: Value): Value {
  if (left instanceof Timestamp && right instanceof Timestamp)
    return new DurationValue(left.nanos - right.nanos);
  if (left instanceof Timestamp && right instanceof DurationValue)
    return new Timestamp(left.nanos - right.nanos);
  return arithmetic(
    left,
    right,
    (a, b) => a - b,
    (a, b) => a - b,
  );
}

function divide(left: Value, right: Value): Value {
  if (right === 0n && typeof left === 'bigint') return fail('division by zero');
  return arithmetic(
    left,
    right,
    (a, b) => a / b,
    (a, b) => a / b,
  );
}

function remainder(left: Value, right: Value): Value {
  if (right === 0n && typeof left === 'bigint') return fail('division by zero');
  return arithmetic(
    left,
    right,
    (a, b) => a % b,
    (a, b) => a % b,
  );
}

/** Two integers stay an integer; with a float on either side both are floats. */
function arithmetic(
  left: Value,
  right: Value,
  onInts: (a: bigint, b: bigint) => bigint,
  onFloats: (a: number, b: number) => number,
): Value {
  if (!isNumeric(left) || !isNumeric(right)) return fail('this needs two numbers');
  if (typeof left === 'bigint' && typeof right === 'bigint') return inRange(onInts(left, right));
  return onFloats(Number(left), Number(right));
}

function inRange(value: bigint): bigint {
  return value > MAX_INT || value < MIN_INT ? fail('the integer is out of range') : value;
}
