import type { Fields, TaggedValue } from '../../rules/guard.ts';
import { invalid } from '../status.ts';
import { formatTimestamp, parseTimestamp } from './timestamp.ts';

/** Firestore's limits: https://firebase.google.com/docs/firestore/quotas#collections_documents_and_fields */
const MAX_DEPTH = 20;
const MAX_FIELD_NAME_BYTES = 1_500;
const MAX_DOCUMENT_BYTES = 1024 * 1024;
const RESERVED = /^__.*__$/s;

/**
 * Checks the fields of an incoming document and brings them into the stored form: one spelling for each
 * integer and timestamp, no missing `values` or `fields`. Throws INVALID_ARGUMENT.
 */
export function parseFields(input: unknown, depth = 0): Fields {
  if (input === undefined || input === null) return {};
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

/** Throws INVALID_ARGUMENT for a name that no field may have. */
export function checkFieldName(name: string): void {
  if (name === '') throw invalid('A field name may not be empty.');
  if (RESERVED.test(name)) throw invalid(`The field name "${name}" is reserved.`);
  if (Buffer.byteLength(name) > MAX_FIELD_NAME_BYTES) {
    throw invalid(`A field name may have at most ${MAX_FIELD_NAME_BYTES} bytes.`);
  }
}

/** Throws INVALID_ARGUMENT for a document over 1 MiB. Size: texts and bytes in UTF-8, eight for a number. */
export function checkDocumentSize(name: string, fields: Fields): void {
  const size = Buffer.byteLength(name) + sizeOfFields(fields);
  if (size > MAX_DOCUMENT_BYTES) {
    throw invalid(
      `Document "${name}" cannot be written because its size (${size} bytes) exceeds the maximum of ${MAX_DOCUMENT_BYTES} bytes.`,
    );
  }
}

/** One incoming value in the stored form. `depth` counts the maps and arrays around it. */
export function parseValue(input: unknown, depth = 0): TaggedValue {
  if (!isRecord(input)) throw invalid('A value must be an object with one type tag.');
  const tags = Object.keys(input);
  const tag = tags[0];
  const parser = tag !== undefined && Object.hasOwn(PARSERS, tag) ? PARSERS[tag] : undefined;
  if (tags.length !== 1 || tag === undefined || parser === undefined) {
    throw invalid(`A value must have exactly one known type tag, not ${JSON.stringify(tags).slice(0, 100)}.`);
  }
  return { [tag]: parser(input[tag], depth) };
}

const PARSERS: Readonly<Record<string, (raw: unknown, depth: number) => unknown>> = {
  nullValue: () => 'NULL_VALUE',
  booleanValue: (raw) => expectType(raw, 'boolean'),
  integerValue: parseInteger,
  doubleValue: parseDouble,
  timestampValue: (raw) => formatTimestamp(parseTimestamp(expectType(raw, 'string'))),
  stringValue: (raw) => expectType(raw, 'string'),
  bytesValue: (raw) => Buffer.from(expectType(raw, 'string'), 'base64').toString('base64'),
  referenceValue: (raw) => expectType(raw, 'string'),
  geoPointValue: parsePoint,
  arrayValue: parseArray,
  mapValue: (raw, depth) => ({ fields: parseFields(expectRecord(raw)['fields'], depth + 1) }),
};

type Primitive = { boolean: boolean; string: string; number: number };

function expectType<T extends keyof Primitive>(raw: unknown, type: T): Primitive[T] {
  if (typeof raw !== type) throw invalid(`Expected a ${type}, got ${JSON.stringify(raw)?.slice(0, 40)}.`);
  return raw as Primitive[T];
}

function expectRecord(raw: unknown): Record<string, unknown> {
  if (!isRecord(raw)) throw invalid(`Expected an object, got ${JSON.stringify(raw)?.slice(0, 40)}.`);
  return raw;
}

function parseInteger(raw: unknown): string {
  const text = String(raw);
  if (!/^-?\d{1,20}$/.test(text) || BigInt.asIntN(64, BigInt(text)) !== BigInt(text)) {
    throw invalid(`"${text.slice(0, 40)}" is not a 64-bit integer.`);
  }
  return BigInt(text).toString();
}

/** JSON has no NaN, infinities or -0: these travel, and are kept, as strings. */
function parseDouble(raw: unknown): number | string {
  if (typeof raw === 'number') return raw;
  if (raw === 'NaN' || raw === 'Infinity' || raw === '-Infinity' || raw === '-0') return raw;
  const number = typeof raw === 'string' && raw.trim() !== '' ? Number(raw) : Number.NaN;
  if (Number.isNaN(number)) throw invalid(`${JSON.stringify(raw)?.slice(0, 40)} is not a double.`);
  return encodeDouble(number);
}

/** A number in the form a `doubleValue` has. */
export function encodeDouble(value: number): number | string {
  return Number.isFinite(value) && !Object.is(value, -0)
    ? value
    : Object.is(value, -0)
      ? '-0'
      : String(value);
}

function parsePoint(raw: unknown): { latitude: number; longitude: number } {
  const point = expectRecord(raw);
  const latitude = expectType(point['latitude'] ?? 0, 'number');
  const longitude = expectType(point['longitude'] ?? 0, 'number');
  if (Math.abs(latitude) > 90 || Math.abs(longitude) > 180) {
    throw invalid(`Latitude ${latitude}, longitude ${longitude} is not a place on Earth.`);
  }
  return { latitude, longitude };
}

function parseArray(raw: unknown, depth: number): { values: TaggedValue[] } {
  if (depth + 1 > MAX_DEPTH) throw invalid(`Values may be nested at most ${MAX_DEPTH} levels deep.`);
  const values = expectRecord(raw)['values'] ?? [];
  if (!Array.isArray(values)) throw invalid('The values of an array must be a list.');
  return {
    values: values.map((value) => {
      if (isRecord(value) && 'arrayValue' in value) throw invalid('An array may not hold an array directly.');
      return parseValue(value, depth + 1);
    }),
  };
}

function sizeOfFields(fields: Fields): number {
  let size = 32;
  for (const name in fields) size += Buffer.byteLength(name) + 1 + sizeOfValue(fields[name] as TaggedValue);
  return size;
}

function sizeOfValue(value: TaggedValue): number {
  for (const tag in value) {
    const raw = value[tag];
    if (tag === 'mapValue') return sizeOfFields((raw as { fields: Fields }).fields);
    if (tag === 'arrayValue') return sizeOfArray((raw as { values: TaggedValue[] }).values);
    if (tag === 'stringValue' || tag === 'referenceValue') return Buffer.byteLength(String(raw)) + 1;
    if (tag === 'bytesValue') return Buffer.byteLength(String(raw), 'base64');
    if (tag === 'geoPointValue') return 16;
    if (tag === 'nullValue' || tag === 'booleanValue') return 1;
  }
  return 8;
}

function sizeOfArray(values: readonly TaggedValue[]): number {
  return values.reduce((sum, value) => sum + sizeOfValue(value), 0);
}

export function isRecord(input: unknown): input is Record<string, unknown> {
  return typeof input === 'object' && input !== null && !Array.isArray(input);
}
