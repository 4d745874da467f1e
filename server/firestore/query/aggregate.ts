import type { TaggedValue } from '../../rules/guard.ts';
import type { StoredDocument } from '../documents/document.ts';
import { invalid } from '../status.ts';
import { numberOf } from '../values/compare.ts';
import { type FieldPath, getField, parseFieldPath } from '../values/fieldPath.ts';
import { encodeDouble, isRecord } from '../values/parseValue.ts';

export type Aggregation = {
  readonly alias: string;
  readonly compute: (documents: readonly StoredDocument[]) => TaggedValue;
};

/** Reads `aggregations`: count, sum and average. Throws INVALID_ARGUMENT. */
export function parseAggregations(input: unknown): readonly Aggregation[] {
  if (!Array.isArray(input) || input.length === 0) throw invalid('There must be at least one aggregation.');
  return input.map((one, index) => {
    if (!isRecord(one)) throw invalid('An aggregation must be an object.');
    return { alias: String(one['alias'] ?? `field_${index + 1}`), compute: parseCompute(one) };
  });
}

function parseCompute(input: Record<string, unknown>): Aggregation['compute'] {
  const { count, sum, avg } = input;
  if (isRecord(count)) return countUpTo(count['upTo']);
  if (isRecord(sum)) return sumOf(fieldOf(sum));
  if (isRecord(avg)) return averageOf(fieldOf(avg));
  throw invalid('An aggregation must be a count, a sum or an average.');
}

function countUpTo(input: unknown): Aggregation['compute'] {
  const upTo =
    input === undefined ? Number.POSITIVE_INFINITY : Number(isRecord(input) ? input['value'] : input);
  if (!(upTo > 0)) throw invalid('The upper limit of a count must be a positive number.');
  return (documents) => ({ integerValue: String(Math.min(documents.length, upTo)) });
}

function sumOf(field: FieldPath): Aggregation['compute'] {
  return (documents) => {
    const values = numbersIn(documents, field);
    const total = values.reduce((sum, value) => sum + numberOf(value), 0);
    const whole = values.every((value) => 'integerValue' in value) && Number.isSafeInteger(total);
    return whole ? { integerValue: String(total) } : { doubleValue: encodeDouble(total) };
  };
}

function averageOf(field: FieldPath): Aggregation['compute'] {
  return (documents) => {
    const values = numbersIn(documents, field);
    if (values.length === 0) return { nullValue: 'NULL_VALUE' };
    const total = values.reduce((sum, value) => sum + numberOf(value), 0);
    return { doubleValue: encodeDouble(total / values.length) };
  };
}

function fieldOf(input: Record<string, unknown>): FieldPath {
  const field = isRecord(input['field']) ? input['field']['fieldPath'] : undefined;
  return parseFieldPath(String(field));
}

/** The numbers among the values of a field; other values do not count. */
function numbersIn(documents: readonly StoredDocument[], field: FieldPath): TaggedValue[] {
  return documents
    .map((document) => getField(document.fields, field))
    .filter((value) => value !== undefined)
    .filter((value) => 'integerValue' in value || 'doubleValue' in value);
}
