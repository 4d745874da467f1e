/** Stands in a written document for the time at which the server commits. */
export const SERVER_TIME = Symbol('the time of the commit');
/** Stands in an update for a field to be removed. */
export const REMOVED = Symbol('no such field');

type Scalar = string | number | boolean | null | Date | typeof SERVER_TIME | typeof REMOVED;
/** A value of a document. */
export type DocumentValue = Scalar | readonly DocumentValue[] | { readonly [name: string]: DocumentValue };
export type DocumentData = { readonly [name: string]: DocumentValue };

/** Adds to a counter on the server. */
export type Increment = { readonly '.sv': { readonly increment: number } };
/** The time at which the server stores it. */
export type Timestamp = { readonly '.sv': 'timestamp' };
export type TreeValue =
  | string
  | number
  | boolean
  | null
  | { readonly [key: string]: TreeValue }
  | Increment
  | Timestamp;

/** `set` leaves exactly `data`, `merge` the named fields changed; either creates a document that is not there. */
export type DocumentWrite =
  | { readonly verb: 'set' | 'merge'; readonly path: string; readonly data: DocumentData }
  | { readonly verb: 'delete'; readonly path: string };

/** What somebody tries, as plain data, so that different drivers can do it. */
export type Action =
  | { readonly on: 'document'; readonly verb: 'get'; readonly path: string }
  | { readonly on: 'document'; readonly verb: 'listen'; readonly path: string }
  | { readonly on: 'document'; readonly verb: 'list'; readonly collection: string }
  | { readonly on: 'document'; readonly verb: 'listenAll'; readonly collection: string }
  | { readonly on: 'document'; readonly verb: 'commit'; readonly writes: readonly DocumentWrite[] }
  | { readonly on: 'tree'; readonly verb: 'get'; readonly path: string }
  | { readonly on: 'tree'; readonly verb: 'listen'; readonly path: string }
  | { readonly on: 'tree'; readonly verb: 'set'; readonly path: string; readonly value: TreeValue }
  | {
      readonly on: 'tree';
      readonly verb: 'update';
      readonly path: string;
      readonly values: Readonly<Record<string, TreeValue>>;
    };

export const getDocument = (path: string): Action => ({ on: 'document', verb: 'get', path });
export const listenToDocument = (path: string): Action => ({ on: 'document', verb: 'listen', path });
export const list = (collection: string): Action => ({ on: 'document', verb: 'list', collection });
export const listenToAll = (collection: string): Action => ({
  on: 'document',
  verb: 'listenAll',
  collection,
});
export const commit = (...writes: DocumentWrite[]): Action => ({ on: 'document', verb: 'commit', writes });
export const setDocument = (path: string, data: DocumentData): Action => commit({ verb: 'set', path, data });
export const merge = (path: string, data: DocumentData): Action => commit({ verb: 'merge', path, data });
export const deleteDocument = (path: string): Action => commit({ verb: 'delete', path });

export const read = (path: string): Action => ({ on: 'tree', verb: 'get', path });
export const listenTo = (path: string): Action => ({ on: 'tree', verb: 'listen', path });
export const set = (path: string, value: TreeValue): Action => ({ on: 'tree', verb: 'set', path, value });
export const remove = (path: string): Action => set(path, null);
export const updateTree = (path: string, values: Readonly<Record<string, TreeValue>>): Action => ({
  on: 'tree',
  verb: 'update',
  path,
  values,
});
export const increment = (by: number): Increment => ({ '.sv': { increment: by } });
