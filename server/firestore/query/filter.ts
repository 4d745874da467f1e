import type { TaggedValue } from '../../rules/guard.ts';
import type { StoredDocument } from '../documents/document.ts';
import { compareValues, elementsOf, equalValues, tagOf, typeOrder } from '../values/compare.ts';
import { getField } from '../values/fieldPath.ts';
import type { ResourceNames } from '../values/resourceName.ts';
import type { FieldReference, Filter, Operator } from './query.ts';

/** The value a filter or order sees: a field's, or the document's name as a reference. */
export function fieldValue(
  document: StoredDocument,
  field: FieldReference,
  names: ResourceNames,
): TaggedValue | undefined {
  return field === null ? { referenceValue: names.format(document.path) } : getField(document.fields, field);
}

/** Whether the filter holds. A document without the field meets no filter on it. */
export function matchesFilter(document: StoredDocument, filter: Filter, names: ResourceNames): boolean {
  if (filter.kind === 'all') return filter.filters.every((one) => matchesFilter(document, one, names));
  if (filter.kind === 'any') return filter.filters.some((one) => matchesFilter(document, one, names));
  const value = fieldValue(document, filter.field, names);
  return value !== undefined && MATCHERS[filter.operator](value, filter.value);
}

type Matcher = (stored: TaggedValue, operand: TaggedValue) => boolean;

/** Comparison by order holds only between values of one type. */
function comparison(holds: (difference: number) => boolean): Matcher {
  return (stored, operand) =>
    typeOrder(stored) === typeOrder(operand) && holds(compareValues(stored, operand));
}

function includes(list: TaggedValue, value: TaggedValue): boolean {
  return elementsOf(list).some((element) => equalValues(element, value));
}

function isNull(value: TaggedValue): boolean {
  return tagOf(value) === 'nullValue';
}

/** "Not" excludes null as well, save where null itself is what is excluded. */
const MATCHERS: Readonly<Record<Operator, Matcher>> = {
  LESS_THAN: comparison((difference) => difference < 0),
  LESS_THAN_OR_EQUAL: comparison((difference) => difference <= 0),
  GREATER_THAN: comparison((difference) => difference > 0),
  GREATER_THAN_OR_EQUAL: comparison((difference) => difference >= 0),
  EQUAL: equalValues,
  NOT_EQUAL: (stored, operand) => !isNull(stored) && !equalValues(stored, operand),
  IN: (stored, operand) => includes(operand, stored),
  NOT_IN: (stored, operand) =>
    !isNull(stored) && !includes(operand, stored) && !elementsOf(operand).some(isNull),
  ARRAY_CONTAINS: (stored, operand) => includes(stored, operand),
  ARRAY_CONTAINS_ANY: (stored, operand) => elementsOf(stored).some((element) => includes(operand, element)),
};
