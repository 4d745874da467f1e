import type { DocumentPath, Fields, TaggedValue } from '../../rules/guard.ts';
import { FirestoreError, invalid, unimplemented } from '../status.ts';
import { type FieldPath, getField, parseFieldPath, withField } from '../values/fieldPath.ts';
import { checkDocumentSize, isRecord, parseFields } from '../values/parseValue.ts';
import { pathKey, type ResourceNames } from '../values/resourceName.ts';
import { type Micros, parseMicros } from '../values/timestamp.ts';
import type { StoredDocument } from './document.ts';
import { applyTransforms, type FieldTransform, parseTransform } from './transforms.ts';

export type Precondition =
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
      readonly transforms: readonly FieldTransform[];
    }
  | { readonly kind: 'delete' }
  /** Changes nothing; the commit fails when the precondition does. */
  | { readonly kind: 'verify' }
);

/** Reads one element of `writes`. Throws INVALID_ARGUMENT. */
export function parseWrite(input: unknown, names: ResourceNames): Write {
  if (!isRecord(input)) throw invalid('A write must be an object.');
  const precondition = parsePrecondition(input['currentDocument']);
  if (input['delete'] !== undefined) {
    return { kind: 'delete', path: names.parseDocument(input['delete']), precondition };
  }
  if (input['verify'] !== undefined) {
    return { kind: 'verify', path: names.parseDocument(input['verify']), precondition };
  }
  if (input['transform'] !== undefined) throw unimplemented('A write of kind "transform"');
  const update = input['update'];
  if (!isRecord(update)) throw invalid('A write must be an update, a delete or a verify.');
  return {
    kind: 'update',
    path: names.parseDocument(update['name']),
    precondition,
    fields: parseFields(update['fields']),
    mask: parseMask(input['updateMask']),
    transforms: listOf(input['updateTransforms']).map(parseTransform),
  };
}

function parsePrecondition(input: unknown): Precondition {
  if (input === undefined || input === null) return { kind: 'none' };
  if (isRecord(input)) {
    const { exists, updateTime } = input;
    if (typeof exists === 'boolean') return { kind: 'exists', exists };
    if (typeof updateTime === 'string') return { kind: 'updated', time: parseMicros(updateTime) };
  }
  throw invalid('A precondition must have "exists" or "updateTime".');
}

function parseMask(input: unknown): readonly FieldPath[] | null {
  if (input === undefined || input === null) return null;
  if (!isRecord(input)) throw invalid('An update mask must be an object.');
  return listOf(input['fieldPaths']).map((path) => parseFieldPath(String(path)));
}

function listOf(input: unknown): readonly unknown[] {
  if (input === undefined || input === null) return [];
  if (!Array.isArray(input)) throw invalid('Expected a list.');
  return input;
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

export type WriteEffect = {
  readonly after: StoredDocument | null;
  /** One value per transform, in order. */
  readonly transformResults: readonly TaggedValue[];
};

/** What the write makes of the document at `time`, the commit's version. Throws INVALID_ARGUMENT. */
export function applyWrite(write: Write, stored: StoredDocument | null, time: Micros): WriteEffect {
  if (write.kind === 'delete') return { after: null, transformResults: [] };
  if (write.kind === 'verify') return { after: stored, transformResults: [] };
  const updated = write.mask ? merge(stored?.fields ?? {}, write.fields, write.mask) : write.fields;
  const { fields, results } = applyTransforms(updated, write.transforms, time);
  const key = pathKey(write.path);
  checkDocumentSize(key, fields);
  return {
    after: { path: write.path, key, fields, created: stored?.created ?? time, updated: time },
    transformResults: results,
  };
}

function merge(stored: Fields, incoming: Fields, mask: readonly FieldPath[]): Fields {
  return mask.reduce((fields, path) => withField(fields, path, getField(incoming, path)), stored);
}
