import type { AuthContext } from '../../auth/authContext.ts';
import type { DocumentPath, Fields } from '../../rules/rules.ts';
import type { ResourceNames } from '../values/names.ts';
import { formatMicros, type Micros } from '../values/timestamps.ts';

/** A stored document. Never changed in place: a write puts a new one in its stead. */
export type StoredDocument = {
  readonly path: DocumentPath;
  /** `path` as one string. */
  readonly key: string;
  readonly fields: Fields;
  readonly created: Micros;
  readonly updated: Micros;
};

/** One document before and after a commit; null: there is none. */
export type DocumentChange = {
  readonly path: DocumentPath;
  readonly key: string;
  readonly before: StoredDocument | null;
  readonly after: StoredDocument | null;
};

/** What one commit did, each document once. */
export type Commit = {
  readonly version: Micros;
  /** Who asked for it; `trusted` is the program itself. */
  readonly by: AuthContext | 'trusted';
  readonly changes: readonly DocumentChange[];
};

/** A document as the protocol writes it. */
export function encodeDocument(document: StoredDocument, names: ResourceNames): object {
  return {
    name: names.format(document.path),
    fields: document.fields,
    createTime: formatMicros(document.created),
    updateTime: formatMicros(document.updated),
  };
}
