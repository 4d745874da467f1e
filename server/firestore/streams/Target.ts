import type { AuthContext } from '../../auth/authContext.ts';
import type { DocumentPath, FirestoreDecision } from '../../rules/rules.ts';
import type { Context } from '../commit.ts';
import type { Commit, StoredDocument } from '../documents/document.ts';
import { parseQuery, type Query, runQuery } from '../query.ts';
import { readInt, readRecord } from '../readMessage.ts';
import { invalid, permissionDenied } from '../status.ts';
import { pathKey } from '../values/names.ts';
import { parseTimestamp } from '../values/timestamps.ts';

type Selection =
  | { readonly kind: 'documents'; readonly paths: ReadonlyMap<string, DocumentPath> }
  | { readonly kind: 'query'; readonly query: Query; readonly collection: string };

/** How a commit changed a target's result. */
type TargetChanges = {
  readonly set: readonly StoredDocument[];
  /** Documents that left the result, deleted or not. */
  readonly removed: readonly { readonly key: string; readonly path: DocumentPath }[];
};

const TARGET_MEMBERS = ['targetId', 'documents', 'query', 'resumeToken', 'readTime', 'expectedCount'];

const UNCHANGED: TargetChanges = { set: [], removed: [] };

/** One thing a client listens to: some documents by name, or a query. */
export class Target {
  readonly id: number;
  /** Whether the client has listened to the same before. */
  readonly isResumed: boolean;
  readonly #selection: Selection;
  readonly #context: Context;
  readonly #auth: AuthContext;
  #result = new Map<string, DocumentPath>();
  /** Documents that the permission to listen was based on. */
  #reads = new Set<string>();

  /** @param input `addTarget`. Throws INVALID_ARGUMENT or UNIMPLEMENTED. */
  constructor(id: number, input: Record<string, unknown>, context: Context, auth: AuthContext) {
    this.id = id;
    this.#selection = parseSelection(input, context);
    this.isResumed = parseResumption(input);
    this.#context = context;
    this.#auth = auth;
  }

  /** The result as it is now. Throws PERMISSION_DENIED. */
  start(): readonly StoredDocument[] {
    const documents = this.#select();
    this.#authorize(documents);
    this.#result = new Map(documents.map(({ key, path }) => [key, path]));
    return documents;
  }

  /** Follows a commit. Throws PERMISSION_DENIED when the result may no longer be seen. */
  follow(commit: Commit): TargetChanges {
    const mustAuthorizeAll = commit.changes.some(({ key }) => this.#reads.has(key));
    const changed = new Set(commit.changes.map(({ key }) => key).filter((key) => this.#hasInScope(key)));
    if (changed.size === 0 && !mustAuthorizeAll) return UNCHANGED;
    // All of it: one document that leaves a window lets another in.
    const documents = this.#select();
    const result = new Map(documents.map(({ key, path }) => [key, path]));
    const set = documents.filter(({ key }) => changed.has(key) || !this.#result.has(key));
    const removed = [...this.#result]
      .filter(([key]) => !result.has(key))
      .map(([key, path]) => ({ key, path }));
    if (mustAuthorizeAll) this.#authorize(documents);
    else if (this.#selection.kind === 'documents' || set.length > 0) this.#authorize(set);
    this.#result = result;
    return { set, removed };
  }

  /** Whether a document with this key could ever belong to the result. */
  #hasInScope(key: string): boolean {
    if (this.#selection.kind === 'documents') return this.#selection.paths.has(key);
    return key.slice(0, key.lastIndexOf('/')) === this.#selection.collection;
  }

  #select(): StoredDocument[] {
    const { documents } = this.#context;
    if (this.#selection.kind === 'query') {
      const { query } = this.#selection;
      return runQuery(query, documents.collection(query.collection));
    }
    return [...this.#selection.paths.values()]
      .map((path) => documents.get(path))
      .filter((one) => one !== null);
  }

  /** Evaluates the rules for each named document, stored or not; for a query, only for `documents`. */
  #authorize(documents: readonly StoredDocument[]): void {
    const { evaluator } = this.#context;
    const decisions: readonly FirestoreDecision[] =
      this.#selection.kind === 'query'
        ? [evaluator.list(this.#auth, this.#selection.query.collection, documents)]
        : [...this.#selection.paths.values()].map((path) => evaluator.get(this.#auth, path));
    for (const { allowed, reads } of decisions) {
      if (!allowed) throw permissionDenied();
      for (const key of reads) this.#reads.add(key);
    }
  }
}

function parseSelection(input: Record<string, unknown>, { names }: Context): Selection {
  const { documents, query } = readRecord(input, 'A target', TARGET_MEMBERS);
  if (query !== undefined && documents === undefined) {
    const { parent, structuredQuery } = readRecord(query, 'A query', ['parent', 'structuredQuery']);
    const parsed = parseQuery(parent, structuredQuery, names);
    return { kind: 'query', query: parsed, collection: pathKey(parsed.collection) };
  }
  const listed = readRecord(documents, 'The documents of a target', ['documents'])['documents'];
  if (!Array.isArray(listed) || listed.length === 0 || query !== undefined)
    throw invalid('A target must be documents or a query.');
  const paths = listed.map((name) => names.parseDocument(name));
  return { kind: 'documents', paths: new Map(paths.map((path) => [pathKey(path), path])) };
}

const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/**
 * Whether the client says that it was here before: by one of two members. The server has no use for what they say, nor for
 * `expectedCount`, the number of documents that the client holds: whoever was here starts over.
 */
function parseResumption({ resumeToken, readTime, expectedCount }: Record<string, unknown>): boolean {
  if (expectedCount !== undefined) readInt(expectedCount, 'The expected count of a target');
  if (readTime !== undefined) parseTimestamp(readTime);
  if (resumeToken === undefined) return readTime !== undefined;
  if (readTime !== undefined) throw invalid('A target may resume by a token or a time, not by both.');
  if (typeof resumeToken === 'string' && BASE64.test(resumeToken)) return true;
  throw invalid('The resume token of a target must be bytes, in Base64.');
}
