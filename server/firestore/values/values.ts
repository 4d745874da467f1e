import type { Fields, TaggedValue } from '../../rules/rules.ts';
import { isKept, isRecord } from '../../scalars/strictJson.ts';
import { textFault } from '../../scalars/texts.ts';
import { readList, readRecord } from '../readMessage.ts';
import { invalid, unimplemented } from '../status.ts';
import { formatTimestamp, parseTimestamp } from './timestamps.ts';

/** Limits of Firestore: https://firebase.google.com/docs/firestore/quotas#collections_documents_and_fields */
const MAX_DEPTH = 20;
const MAX_FIELD_NAME_BYTES = 1_500;
const RESERVED = /^__.*__$/s;

/**
 * Checks the fields of an incoming document and brings them into the stored form: one spelling for each integer and
 * timestamp, no missing `values` or `fields`.
 * @param depth how many maps and arrays enclose the fields
 * @throws FirestoreError INVALID_ARGUMENT; UNIMPLEMENTED for a type of value that the app does not store
 */
export function parseFields(input: unknown, depth = 0): Fields {
  if (input === undefined) return {};
  if (!isRecord(input)) throw invalid('The fields of a document or map must be an object.');
  if (depth > MAX_DEPTH) throw invalid(`Values may be nested at most ${MAX_DEPTH} levels deep.`);
  const fields: [string, TaggedValue][] = [];
  for (const [name, value] of Object.entries(input)) {
    checkFieldName(name);
    fields.push([name, parseValue(value, depth)]);
  }
  // fromEntries defines own properties, also for a field called `__proto__`.
  return Object.fromEntries(fields);
}

/** One incoming value in the stored form, on the same terms as {@link parseFields}. */
export function parseValue(input: unknown, depth = 0): TaggedValue {
  if (!isRecord(input)) throw invalid('A value must be an object with one type tag.');
  const [tag, ...others] = Object.keys(input);
  if (tag === undefined || others.length > 0) throw invalid('A value must have exactly one type tag.');
  const parser = Object.hasOwn(PARSERS, tag) ? PARSERS[tag] : undefined;
  if (parser === undefined) throw unimplemented(`A value of the type "${tag.slice(0, 100)}"`);
  return { [tag]: parser(input[tag], depth) };
}

const PARSERS: Readonly<Record<string, (raw: unknown, depth: number) => unknown>> = {
  nullValue: parseNull,
  booleanValue: (raw) => expectType(raw, 'boolean'),
  integerValue: parseInteger,
  doubleValue: parseDouble,
  timestampValue: (raw) => formatTimestamp(parseTimestamp(raw)),
  stringValue: parseText,
  arrayValue: parseArray,
  mapValue: parseMap,
};

function expectType(raw: unknown, type: 'boolean'): boolean;
function expectType(raw: unknown, type: 'string'): string;
function expectType(raw: unknown, type: 'boolean' | 'string'): unknown {
  if (typeof raw !== type) throw invalid(`Expected a ${type}, got ${JSON.stringify(raw)?.slice(0, 40)}.`);
  return raw;
}

function parseNull(raw: unknown): string {
  if (raw !== null && raw !== 'NULL_VALUE')
    throw invalid(`${JSON.stringify(raw)?.slice(0, 40)} is not null.`);
  return 'NULL_VALUE';
}

function parseText(raw: unknown): string {
  const text = expectType(raw, 'string');
  const fault = textFault(text);
  if (fault !== null) throw invalid(`A text ${fault}.`);
  return text;
}

function parseMap(raw: unknown, depth: number): { fields: Fields } {
  const { fields } = readRecord(raw, 'A map', ['fields']);
  if (isVector(fields)) throw unimplemented('A vector');
  return { fields: parseFields(fields, depth + 1) };
}

/** What the SDK's `vector()` sends. */
function isVector(fields: unknown): boolean {
  const mark = isRecord(fields) ? fields['__type__'] : undefined;
  return isRecord(mark) && mark['stringValue'] === '__vector__';
}

function parseInteger(raw: unknown): string {
  const text = typeof raw === 'number' ? String(raw) : expectType(raw, 'string');
  if (!/^-?\d{1,20}$/.test(text) || BigInt.asIntN(64, BigInt(text)) !== BigInt(text)) {
    throw invalid(`"${text.slice(0, 40)}" is not a 64-bit integer.`);
  }
  return BigInt(text).toString();
}

/** JSON has no NaN, infinities or -0: the protocol and the store write them as strings. */
function parseDouble(raw: unknown): number | string {
  if (typeof raw === 'number') return Object.is(raw, -0) ? '-0' : raw;
  if (raw === 'NaN' || raw === 'Infinity' || raw === '-Infinity' || raw === '-0') return raw;
  if (typeof raw !== 'string' || !isKept(raw))
    throw invalid(`${JSON.stringify(raw)?.slice(0, 40)} is not a double that can be stored.`);
  return Number(raw);
}

function parseArray(raw: unknown, depth: number): { values: TaggedValue[] } {
  if (depth + 1 > MAX_DEPTH) throw invalid(`Values may be nested at most ${MAX_DEPTH} levels deep.`);
  const values = readList(readRecord(raw, 'An array', ['values'])['values'], 'The values of an array');
  return {
    values: values.map((value) => {
      if (isRecord(value) && 'arrayValue' in value) throw invalid('An array may not hold an array directly.');
      return parseValue(value, depth + 1);
    }),
  };
}

/** Names from the document down, e.g. `['owner', 'first.name']`. */
export type FieldPath = readonly string[];

/** A plain name, or any in backticks with backslash escapes. */
const SEGMENT = /(?:`((?:[^`\\]|\\.)*)`|([A-Za-z_]\w*))(\.|$)/sy;

/** Reads ``owner.`first.name` ``. Throws INVALID_ARGUMENT. */
export function parseFieldPath(input: unknown): FieldPath {
  const text = expectType(input, 'string');
  const path: string[] = [];
  SEGMENT.lastIndex = 0;
  for (let more = true; more; ) {
    const [, quoted, plain = '', dot] = SEGMENT.exec(text) ?? [];
    const name = quoted?.replace(/\\(.)/gs, '$1') ?? plain;
    if (name === '') throw invalid(`"${text.slice(0, 100)}" is not a field path.`);
    checkFieldName(name);
    path.push(name);
    more = dot === '.';
  }
  if (path.length > MAX_DEPTH + 1) throw invalid(`Values may be nested at most ${MAX_DEPTH} levels deep.`);
  return path;
}

function checkFieldName(name: string): void {
  if (name === '') throw invalid('A field name may not be empty.');
  if (RESERVED.test(name)) throw invalid(`The field name "${name}" is reserved.`);
  const fault = textFault(name);
  if (fault !== null) throw invalid(`A field name ${fault}.`);
  if (Buffer.byteLength(name) > MAX_FIELD_NAME_BYTES) {
    throw invalid(`A field name may have at most ${MAX_FIELD_NAME_BYTES} bytes.`);
  }
}

/** The value at a path; undefined where there is none. */
export function getField(fields: Fields, [name = '', ...rest]: FieldPath): TaggedValue | undefined {
  const value = Object.hasOwn(fields, name) ? fields[name] : undefined;
  if (rest.length === 0 || value === undefined) return value;
  return getField(fieldsOf(value) ?? {}, rest);
}

/** A copy of `fields` with the value at a path set, maps on the way made at need, or, with undefined, removed. */
export function withField(fields: Fields, path: FieldPath, value: TaggedValue | undefined): Fields {
  const [name = '', ...rest] = path;
  if (rest.length === 0) return withEntry(fields, name, value);
  const inner = fieldsOf(getField(fields, [name]));
  if (value === undefined && inner === undefined) return fields;
  return withEntry(fields, name, { mapValue: { fields: withField(inner ?? {}, rest, value) } });
}

/** The fields of a map; undefined for another value. */
function fieldsOf(value: TaggedValue | undefined): Fields | undefined {
  return (value?.['mapValue'] as { fields?: Fields } | undefined)?.fields;
}

function withEntry(fields: Fields, name: string, value: TaggedValue | undefined): Fields {
  const others = Object.entries(fields).filter(([other]) => other !== name);
  return Object.fromEntries(value === undefined ? others : [...others, [name, value]]);
}
