import { isDeepStrictEqual } from 'node:util';
import type { DocumentPath, Fields, TaggedValue } from '../../rules/rules.ts';
import { isRecord } from '../../scalars/strictJson.ts';
import { readList, readRecord } from '../readMessage.ts';
import { FirestoreError, invalid, unimplemented } from '../status.ts';
import { pathKey, type ResourceNames } from '../values/names.ts';
import { formatMicros, type Micros } from '../values/timestamps.ts';
import { type FieldPath, getField, parseFieldPath, parseFields, withField } from '../values/values.ts';
import type { StoredDocument } from './document.ts';

/** One write of a commit, checked. */
export type Write = {
  readonly path: DocumentPath;
  /** Whether the document must exist, or must not; null: whether or not. */
  readonly exists: boolean | null;
} & (
  | {
      readonly kind: 'update';
      readonly fields: Fields;
      /** Null: the fields replace the document. Else only these paths; one absent from `fields` is removed. */
      readonly mask: readonly FieldPath[] | null;
      /** Fields that take the commit's time. */
      readonly serverTimes: readonly FieldPath[];
    }
  | { readonly kind: 'delete' }
);

/** Reads one element of `writes`. Throws INVALID_ARGUMENT, or UNIMPLEMENTED for what the app does not send. */
export function parseWrite(input: unknown, names: ResourceNames): Write {
  if (!isRecord(input) || !('delete' in input)) return parseUpdate(input, names);
  const members = readRecord(input, 'A deletion', ['delete', 'currentDocument']);
  const exists = parsePrecondition(members['currentDocument']);
  return { kind: 'delete', path: names.parseDocument(members['delete']), exists };
}

function parseUpdate(input: unknown, names: ResourceNames): Write {
  const members = readRecord(input, 'A write', [
    'update',
    'updateMask',
    'updateTransforms',
    'currentDocument',
  ]);
  if (members['update'] === undefined) throw invalid('A write must be an update or a delete.');
  const document = readRecord(members['update'], 'A document', ['name', 'fields']);
  return {
    kind: 'update',
    path: names.parseDocument(document['name']),
    exists: parsePrecondition(members['currentDocument']),
    fields: parseFields(document['fields']),
    mask: parseMask(members['updateMask']),
    serverTimes: readList(members['updateTransforms'], 'The transforms of a write').map(parseTransform),
  };
}

function parsePrecondition(input: unknown): boolean | null {
  if (input === undefined) return null;
  const { exists } = readRecord(input, 'A precondition', ['exists']);
  if (typeof exists !== 'boolean')
    throw invalid('A precondition must say by "exists" whether the document is there.');
  return exists;
}

function parseMask(input: unknown): readonly FieldPath[] | null {
  if (input === undefined) return null;
  const { fieldPaths } = readRecord(input, 'An update mask', ['fieldPaths']);
  return readList(fieldPaths, 'The paths of an update mask').map(parseFieldPath);
}

/** The one transform that the app sends: `serverTimestamp()`. */
function parseTransform(input: unknown): FieldPath {
  const { fieldPath, setToServerValue } = readRecord(input, 'A transform', ['fieldPath', 'setToServerValue']);
  if (setToServerValue !== 'REQUEST_TIME') {
    throw unimplemented(`The server value ${JSON.stringify(setToServerValue)?.slice(0, 100)}`);
  }
  return parseFieldPath(fieldPath);
}

/** Why the stored document does not meet the write's precondition; null when it does. */
export function checkPrecondition(write: Write, stored: StoredDocument | null): FirestoreError | null {
  const { exists, path } = write;
  if (exists === null || exists === (stored !== null)) return null;
  return exists
    ? new FirestoreError('NOT_FOUND', `No document to update: ${pathKey(path)}`)
    : new FirestoreError('ALREADY_EXISTS', `Document already exists: ${pathKey(path)}`);
}

type WriteEffect = {
  /** `stored` itself when the write changes nothing: the document then keeps its update time. */
  readonly after: StoredDocument | null;
  /** One value per transform, in order. */
  readonly transformResults: readonly TaggedValue[];
};

/** What the write makes of the document at `time`, the commit's version. Its size the rules bound, by that of each field. */
export function applyWrite(write: Write, stored: StoredDocument | null, time: Micros): WriteEffect {
  if (write.kind === 'delete') return { after: null, transformResults: [] };
  const now: TaggedValue = { timestampValue: formatMicros(time) };
  const updated = write.mask ? merge(stored?.fields ?? {}, write.fields, write.mask) : write.fields;
  const fields = write.serverTimes.reduce((sum, path) => withField(sum, path, now), updated);
  const transformResults = write.serverTimes.map(() => now);
  if (stored !== null && isDeepStrictEqual(fields, stored.fields)) return { after: stored, transformResults };
  const key = pathKey(write.path);
  const created = stored?.created ?? time;
  return { after: { path: write.path, key, fields, created, updated: time }, transformResults };
}

/** A path and one below it may both be named, in any order: what is sent at the upper one has the lower one in it. */
function merge(stored: Fields, incoming: Fields, mask: readonly FieldPath[]): Fields {
  return mask.reduce((fields, path) => withField(fields, path, getField(incoming, path)), stored);
}
