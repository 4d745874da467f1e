import type { AuthContext } from '../auth/authContext.ts';

/** A Firestore value as the protocol writes it, e.g. `{ stringValue: 'x' }`, `{ integerValue: '1' }`. */
export type TaggedValue = { readonly [tag: string]: unknown };
export type Fields = { readonly [name: string]: TaggedValue };

/** Path below `/documents`: collection, document, collection, … An odd length names a collection. */
export type DocumentPath = readonly string[];

/** The stored documents that a rule may look up with `get()`. Null: there is none. */
export type DocumentLookup = (path: DocumentPath) => Fields | null;

export type FirestoreRequest = {
  readonly operation: 'get' | 'list' | 'create' | 'update' | 'delete';
  readonly auth: AuthContext;
  /** For `list` over an empty result: the collection's path with the single wildcard segment `''` appended. */
  readonly path: DocumentPath;
  /** The stored document; null where there is none. */
  readonly resource: Fields | null;
  /** The document after the write, transforms applied; null for reads and deletes. */
  readonly after: Fields | null;
  /** `request.time`, RFC 3339; server time stamps of the same commit carry exactly this value. */
  readonly time: string;
  /** Looks up what is stored before the commit (`get`). */
  readonly before: DocumentLookup;
};

export type FirestoreDecision = {
  readonly allowed: boolean;
  /** Documents looked up on the way, as joined paths. When one changes, the rules are evaluated again for a live target. */
  readonly reads: ReadonlySet<string>;
};

export type FirestoreRules = { evaluate(request: FirestoreRequest): FirestoreDecision };

/** A primitive of the Realtime Database; null: nothing there. */
export type DatabasePrimitive = string | number | boolean | null;

/** One place of the Realtime Database tree, read without copying. */
export type DataView = {
  child(key: string): DataView;
  /** The primitive here; null when there is nothing or there are children. */
  primitive(): DatabasePrimitive;
  exists(): boolean;
  hasChildren(): boolean;
  keys(): Iterable<string>;
};

export type DatabaseRead = {
  readonly auth: AuthContext;
  readonly path: readonly string[];
  readonly root: DataView;
  /** Milliseconds. */
  readonly now: number;
};

export type DatabaseWrite = {
  readonly auth: AuthContext;
  /** Each path that is set; a multi-path update has several, evaluated each on its own. */
  readonly paths: readonly (readonly string[])[];
  readonly root: DataView;
  /** The tree as the whole request would leave it, server values resolved. */
  readonly newRoot: DataView;
  readonly now: number;
};

export type DatabaseRules = {
  mayRead(request: DatabaseRead): boolean;
  mayWrite(request: DatabaseWrite): boolean;
  /** Whether a write at `path` can change a `.read` decision: the rules are then evaluated again for live listens. */
  affectsReads(path: readonly string[]): boolean;
};
