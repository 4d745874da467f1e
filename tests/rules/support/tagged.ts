import type { Fields, TaggedValue } from '#server/rules/rules.ts';
import { type DocumentData, type DocumentValue, REMOVED, SERVER_TIME } from './actions.ts';

/** A value as the Firestore protocol writes it. `now` stands for {@link SERVER_TIME}, RFC 3339. */
function tagged(value: DocumentValue, now: string): TaggedValue {
  if (value === null) return { nullValue: 'NULL_VALUE' };
  if (value === SERVER_TIME) return { timestampValue: now };
  if (typeof value === 'string') return { stringValue: value };
  if (typeof value === 'boolean') return { booleanValue: value };
  if (typeof value === 'number')
    return Number.isInteger(value) ? { integerValue: `${value}` } : { doubleValue: value };
  if (value instanceof Date) return { timestampValue: value.toISOString() };
  if (typeof value === 'symbol') throw new Error('REMOVED stands for a field, not for a value');
  if (isList(value)) return { arrayValue: { values: value.map((item) => tagged(item, now)) } };
  return { mapValue: { fields: taggedFields(value, now) } };
}

/** The fields of a document; removed ones are left out. */
export function taggedFields(data: DocumentData, now: string): Fields {
  const kept = Object.entries(data).filter(([, value]) => value !== REMOVED);
  return Object.fromEntries(kept.map(([name, value]) => [name, tagged(value, now)]));
}

function isList(value: DocumentValue): value is readonly DocumentValue[] {
  return Array.isArray(value);
}
