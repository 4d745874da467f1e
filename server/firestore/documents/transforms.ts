import type { Fields, TaggedValue } from '../../rules/guard.ts';
import { invalid } from '../status.ts';
import { compareValues, elementsOf, equalValues, numberOf } from '../values/compare.ts';
import { type FieldPath, getField, parseFieldPath, withField } from '../values/fieldPath.ts';
import { encodeDouble, isRecord, parseValue } from '../values/parseValue.ts';
import { formatMicros, type Micros } from '../values/timestamp.ts';

/** What the server computes for one field. `result` is what the client is told. */
type Outcome = { readonly value: TaggedValue; readonly result: TaggedValue };
type Apply = (stored: TaggedValue | undefined, time: Micros) => Outcome;
export type FieldTransform = { readonly path: FieldPath; readonly apply: Apply };

/** Reads one element of `updateTransforms`. Throws INVALID_ARGUMENT. */
export function parseTransform(input: unknown): FieldTransform {
  if (!isRecord(input)) throw invalid('A transform must be an object.');
  const { fieldPath, ...rest } = input;
  const path = parseFieldPath(String(fieldPath));
  const [kind = ''] = Object.keys(rest);
  const parse = Object.hasOwn(PARSERS, kind) ? PARSERS[kind] : undefined;
  if (!parse) throw invalid(`"${kind}" is not a transform.`);
  return { path, apply: parse(rest[kind]) };
}

/** Applies transforms in order to the fields an update has left. */
export function applyTransforms(fields: Fields, transforms: readonly FieldTransform[], time: Micros) {
  const results: TaggedValue[] = [];
  let current = fields;
  for (const { path, apply } of transforms) {
    const { value, result } = apply(getField(current, path), time);
    current = withField(current, path, value);
    results.push(result);
  }
  return { fields: current, results };
}

const PARSERS: Readonly<Record<string, (operand: unknown) => Apply>> = {
  setToServerValue(operand) {
    if (operand !== 'REQUEST_TIME') throw invalid(`"${String(operand)}" is not a server value.`);
    return (_stored, time) => same({ timestampValue: formatMicros(time) });
  },
  increment: (operand) => numeric(operand, add),
  minimum: (operand) =>
    numeric(operand, (stored, other) => (compareValues(other, stored) < 0 ? other : stored)),
  maximum: (operand) =>
    numeric(operand, (stored, other) => (compareValues(other, stored) > 0 ? other : stored)),
  appendMissingElements(operand) {
    const added = parseElements(operand);
    return (stored) => {
      const values = [...elementsOf(stored ?? {})];
      for (const value of added) if (!values.some((other) => equalValues(other, value))) values.push(value);
      return silent({ arrayValue: { values } });
    };
  },
  removeAllFromArray(operand) {
    const removed = parseElements(operand);
    return (stored) => {
      const values = elementsOf(stored ?? {}).filter(
        (value) => !removed.some((other) => equalValues(other, value)),
      );
      return silent({ arrayValue: { values } });
    };
  },
};

function same(value: TaggedValue): Outcome {
  return { value, result: value };
}

/** Array transforms report nothing. */
function silent(value: TaggedValue): Outcome {
  return { value, result: { nullValue: 'NULL_VALUE' } };
}

function parseElements(operand: unknown): readonly TaggedValue[] {
  return elementsOf(parseValue({ arrayValue: operand }));
}

/** Where no number is stored, the operand takes its place. */
function numeric(
  operand: unknown,
  combine: (stored: TaggedValue, operand: TaggedValue) => TaggedValue,
): Apply {
  const value = parseValue(operand);
  if (!isNumber(value)) throw invalid('The operand of a numeric transform must be a number.');
  return (stored) => same(stored && isNumber(stored) ? combine(stored, value) : value);
}

function isNumber(value: TaggedValue): boolean {
  return 'integerValue' in value || 'doubleValue' in value;
}

const MAX_INTEGER = 2n ** 63n - 1n;
const MIN_INTEGER = -(2n ** 63n);

/** Integers stay integers and stop at the ends of 64 bits; anything else is a double. */
function add(stored: TaggedValue, operand: TaggedValue): TaggedValue {
  if (!('integerValue' in stored && 'integerValue' in operand)) {
    return { doubleValue: encodeDouble(numberOf(stored) + numberOf(operand)) };
  }
  const sum = BigInt(String(stored['integerValue'])) + BigInt(String(operand['integerValue']));
  const clamped = sum > MAX_INTEGER ? MAX_INTEGER : sum < MIN_INTEGER ? MIN_INTEGER : sum;
  return { integerValue: clamped.toString() };
}
