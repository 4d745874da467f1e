import { log } from '../../log.ts';
import type { DocumentPath } from '../../rules/rules.ts';
import { StorageFailure } from '../../store/StorageFailure.ts';
import type { Store } from '../../store/store.ts';
import { FirestoreError } from '../status.ts';
import { pathKey } from '../values/names.ts';
import type { Micros } from '../values/timestamps.ts';
import type { Commit, DocumentChange, StoredDocument } from './document.ts';
import { DocumentTables, loadDocuments } from './documentTables.ts';

export type CommitListener = (commit: Commit) => void;

/**
 * All documents, in memory, and the clock that numbers the commits. A commit is on disk before it is seen here
 * or by anyone. The clock always goes forward, not even across restarts: a client ignores, without
 * any error, what is not newer than what it has.
 */
export class DocumentStore {
  readonly #store: Store;
  readonly #tables: DocumentTables;
  readonly #now: () => Micros;
  readonly #documents = new Map<string, StoredDocument>();
  readonly #collections = new Map<string, Map<string, StoredDocument>>();
  readonly #listeners = new Set<CommitListener>();
  #version: Micros;

  /** @param now milliseconds since 1970 */
  constructor(store: Store, now: () => number) {
    this.#store = store;
    this.#tables = new DocumentTables(store);
    this.#now = () => Math.floor(now() * 1000);
    const { documents, version } = loadDocuments(store.db);
    for (const document of documents) this.#put(document);
    this.#version = version ?? this.#now();
  }

  /** Version of the last commit: everything up to here is visible. */
  get version(): Micros {
    return this.#version;
  }

  /** The version that the next commit takes. */
  nextVersion(): Micros {
    return Math.max(this.#now(), this.#version + 1);
  }

  get(path: DocumentPath): StoredDocument | null {
    return this.#documents.get(pathKey(path)) ?? null;
  }

  /** Documents directly in a collection, in no particular order. */
  collection(path: DocumentPath): Iterable<StoredDocument> {
    return this.#collections.get(pathKey(path))?.values() ?? [];
  }

  /**
   * Stores the commit, then shows it; within an outer transaction of the store it is part of that. Throws, with
   * nothing changed, when it can't be stored.
   */
  commit(commit: Commit): void {
    try {
      this.#save(commit);
      this.#publish(commit);
    } catch (error) {
      throw refusalOf(error);
    }
  }

  /**
   * Stores a commit together with others of the same moment, but as if one after the other, and shows it.
   * @param plan called when the commit's turn has come, with the documents as the commits before it have left them; an
   *   error that it throws refuses the commit
   */
  commitTogether(plan: () => Commit, settled: { done(): void; failed(error: unknown): void }): void {
    let commit: Commit;
    this.#store.join({
      store: () => {
        commit = plan();
        this.#save(commit);
      },
      applySpeculatively: () => this.#applySpeculatively(commit),
      committed: () => {
        this.#publish(commit);
        settled.done();
      },
      failed: (error) => settled.failed(refusalOf(error)),
    });
  }

  /** Calls `listener` after each commit. Returns how to stop that. */
  onCommit(listener: CommitListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #save(commit: Commit): void {
    if (commit.version <= this.#version) throw new Error('A commit must be newer than the one before it.');
    this.#tables.save(commit);
  }

  #publish(commit: Commit): void {
    this.#apply(commit);
    for (const listener of [...this.#listeners]) listener(commit);
  }

  /** Changes the documents for the commits that are planned next; returns how to take that back. */
  #applySpeculatively(commit: Commit): () => void {
    const version = this.#version;
    this.#apply(commit);
    return () => {
      this.#version = version;
      for (const change of commit.changes) this.#replace(change, change.before);
    };
  }

  #apply({ version, changes }: Commit): void {
    this.#version = version;
    for (const change of changes) this.#replace(change, change.after);
  }

  #replace({ key, path }: DocumentChange, document: StoredDocument | null): void {
    if (document) this.#put(document);
    else this.#drop(key, path);
  }

  #drop(key: string, path: DocumentPath): void {
    this.#documents.delete(key);
    const parent = pathKey(path.slice(0, -1));
    const collection = this.#collections.get(parent);
    collection?.delete(key);
    if (collection?.size === 0) this.#collections.delete(parent);
  }

  #put(document: StoredDocument): void {
    const parent = pathKey(document.path.slice(0, -1));
    const collection = this.#collections.get(parent) ?? new Map<string, StoredDocument>();
    this.#collections.set(parent, collection.set(document.key, document));
    this.#documents.set(document.key, document);
  }
}

/**
 * The error for a commit that could not be stored. A disk failure gets a code that the client does not retry, so that
 * the user sees it at once; for a database that is merely busy a retry is right.
 */
function refusalOf(error: unknown): FirestoreError {
  if (error instanceof FirestoreError) return error;
  log.error('A commit could not be stored', { error });
  return error instanceof StorageFailure
    ? new FirestoreError('FAILED_PRECONDITION', error.message, { cause: error })
    : new FirestoreError('UNAVAILABLE', 'The server could not store the change.', { cause: error });
}
