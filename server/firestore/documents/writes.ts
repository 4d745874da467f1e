import { isDeepStrictEqual } from 'node:util';
import type { DocumentPath, Fields, TaggedValue } from '../../rules/rules.ts';
import { isRecord, readList, readRecord } from '../readMessage.ts';
import { FirestoreError, invalid, unimplemented } from '../status.ts';
import { pathKey, type ResourceNames } from '../values/names.ts';
import { formatMicros, type Micros, parseMicros } from '../values/timestamps.ts';
import {
  checkDisjoint,
  checkDocumentSize,
  type FieldPath,
  getField,
  parseFieldPath,
  parseFields,
  withField,
} from '../values/values.ts';
import type { StoredDocument } from './document.ts';

type Precondition =
  | { readonly kind: 'none' }
  | { readonly kind: 'exists'; readonly exists: boolean }
  | { readonly kind: 'updated'; readonly time: Micros };

/** One write of a commit, checked. */
export type Write = { readonly path: DocumentPath; readonly precondition: Precondition } & (
  | {
      readonly kind: 'update';
      readonly fields: Fields;
      /** Null: the fields replace the document. Else only these paths; one absent from `fields` is removed. */
      readonly mask: readonly FieldPath[] | null;
      /** Fields that take the commit's time. */
      readonly serverTimes: readonly FieldPath[];
    }
  | { readonly kind: 'delete' }
  /** Changes nothing; the commit fails when the precondition does. */
  | { readonly kind: 'verify' }
);

/** Reads one element of `writes`. Throws INVALID_ARGUMENT, or UNIMPLEMENTED for what the app does not send. */
export function parseWrite(input: unknown, names: ResourceNames): Write {
  for (const kind of ['delete', 'verify'] as const) {
    if (!isRecord(input) || !(kind in input)) continue;
    const members = readRecord(input, `A write of the kind "${kind}"`, [kind, 'currentDocument']);
    const precondition = parsePrecondition(members['currentDocument']);
    return { kind, path: names.parseDocument(members[kind]), precondition };
  }
  return parseUpdate(input, names);
}

function parseUpdate(input: unknown, names: ResourceNames): Write {
  const members = readRecord(input, 'A write', [
    'update',
    'updateMask',
    'updateTransforms',
    'currentDocument',
  ]);
  if (members['update'] === undefined) throw invalid('A write must be an update, a delete or a verify.');
  const document = readRecord(members['update'], 'A document', ['name', 'fields']);
  const serverTimes = readList(members['updateTransforms'], 'The transforms of a write').map(parseTransform);
  checkDisjoint(serverTimes, 'The transforms of a write');
  return {
    kind: 'update',
    path: names.parseDocument(document['name']),
    precondition: parsePrecondition(members['currentDocument']),
    fields: parseFields(document['fields']),
    mask: parseMask(members['updateMask']),
    serverTimes,
  };
}

function parsePrecondition(input: unknown): Precondition {
  if (input === undefined) return { kind: 'none' };
  const { exists, updateTime } = readRecord(input, 'A precondition', ['exists', 'updateTime']);
  if (typeof exists === 'boolean' && updateTime === undefined) return { kind: 'exists', exists };
  if (typeof updateTime === 'string' && exists === undefined) {
    return { kind: 'updated', time: parseMicros(updateTime) };
  }
  throw invalid('A precondition must have either "exists" or "updateTime".');
}

function parseMask(input: unknown): readonly FieldPath[] | null {
  if (input === undefined) return null;
  const { fieldPaths } = readRecord(input, 'An update mask', ['fieldPaths']);
  const paths = readList(fieldPaths, 'The paths of an update mask').map(parseFieldPath);
  checkDisjoint(paths, 'The paths of an update mask');
  return paths;
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
  const { precondition } = write;
  const key = pathKey(write.path);
  if (precondition.kind === 'exists') {
    if (precondition.exists === (stored !== null)) return null;
    return precondition.exists
      ? new FirestoreError('NOT_FOUND', `No document to update: ${key}`)
      : new FirestoreError('ALREADY_EXISTS', `Document already exists: ${key}`);
  }
  if (precondition.kind === 'updated' && precondition.time !== stored?.updated) {
    return new FirestoreError('FAILED_PRECONDITION', `Document ${key} has changed.`);
  }
  return null;
}

type WriteEffect = {
  /** `stored` itself when the write changes nothing: the document then keeps its update time. */
  readonly after: StoredDocument | null;
  /** One value per transform, in order. */
  readonly transformResults: readonly TaggedValue[];
};

/** What the write makes of the document at `time`, the commit's version. Throws INVALID_ARGUMENT. */
export function applyWrite(write: Write, stored: StoredDocument | null, time: Micros): WriteEffect {
  if (write.kind === 'delete') return { after: null, transformResults: [] };
  if (write.kind === 'verify') return { after: stored, transformResults: [] };
  const now: TaggedValue = { timestampValue: formatMicros(time) };
  const updated = write.mask ? merge(stored?.fields ?? {}, write.fields, write.mask) : write.fields;
  const fields = write.serverTimes.reduce((sum, path) => withField(sum, path, now), updated);
  const transformResults = write.serverTimes.map(() => now);
  if (stored !== null && isDeepStrictEqual(fields, stored.fields)) return { after: stored, transformResults };
  const key = pathKey(write.path);
  checkDocumentSize(key, fields);
  const created = stored?.created ?? time;
  return { after: { path: write.path, key, fields, created, updated: time }, transformResults };
}

function merge(stored: Fields, incoming: Fields, mask: readonly FieldPath[]): Fields {
  return mask.reduce((fields, path) => withField(fields, path, getField(incoming, path)), stored);
}
