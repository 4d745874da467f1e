import type { AuthContext } from '../../auth/authContext.ts';
import type { DocumentPath, FirestoreDecision } from '../../rules/rules.ts';
import type { Context } from '../commit.ts';
import type { Commit, DocumentChange, StoredDocument } from '../documents/document.ts';
import { matchesQuery, parseQuery, type Query, runQuery } from '../query.ts';
import { readRecord } from '../readMessage.ts';
import { invalid, permissionDenied } from '../status.ts';
import { pathKey } from '../values/names.ts';

type Selection =
  | { readonly kind: 'documents'; readonly paths: ReadonlyMap<string, DocumentPath> }
  | { readonly kind: 'query'; readonly query: Query; readonly collection: string };

/** How a commit changed a target's result. */
type TargetChanges = {
  readonly set: readonly StoredDocument[];
  /** Documents that left the result, deleted or not. */
  readonly removed: readonly { readonly key: string; readonly path: DocumentPath }[];
};

/** The server has no use for `expectedCount`: it is the count of documents that the client holds. */
const TARGET_MEMBERS = ['targetId', 'documents', 'query', 'resumeToken', 'readTime', 'expectedCount'];

const UNCHANGED: TargetChanges = { set: [], removed: [] };

/** One thing a client listens to: some documents by name, or a query. */
export class Target {
  readonly id: number;
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
    this.#context = context;
    this.#auth = auth;
  }

  /** Whether a document's place in the result depends on others, so that the changes since a version are not known. */
  get isWindowed(): boolean {
    return this.#selection.kind === 'query' && Number.isFinite(this.#selection.query.limit);
  }

  /** Whether every document in scope would be in the result, so that any of them may be named. */
  get coversScope(): boolean {
    if (this.#selection.kind === 'documents') return true;
    const { startAfter, endAt } = this.#selection.query;
    return startAfter === null && endAt === null && !this.isWindowed;
  }

  /** Whether a document with this key could ever belong to the result. */
  hasInScope(key: string): boolean {
    if (this.#selection.kind === 'documents') return this.#selection.paths.has(key);
    return key.slice(0, key.lastIndexOf('/')) === this.#selection.collection;
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
    const inScope = commit.changes.filter(({ key }) => this.hasInScope(key));
    if (inScope.length === 0 && !mustAuthorizeAll) return UNCHANGED;
    const changes = this.isWindowed ? this.#diffWindow(inScope) : this.#diff(inScope);
    if (mustAuthorizeAll) this.#authorize(this.#select());
    else if (this.#selection.kind === 'documents' || changes.set.length > 0) this.#authorize(changes.set);
    for (const { key } of changes.removed) this.#result.delete(key);
    for (const { key, path } of changes.set) this.#result.set(key, path);
    return changes;
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

  #diff(changes: readonly DocumentChange[]): TargetChanges {
    const set: StoredDocument[] = [];
    const removed: DocumentChange[] = [];
    for (const change of changes) {
      if (change.after && this.#admits(change.after)) set.push(change.after);
      else if (this.#result.has(change.key)) removed.push(change);
    }
    return { set, removed };
  }

  #admits(document: StoredDocument): boolean {
    if (this.#selection.kind === 'documents') return true;
    return matchesQuery(this.#selection.query, document);
  }

  /** Runs the query again: one document that leaves a window lets another in. */
  #diffWindow(changes: readonly DocumentChange[]): TargetChanges {
    const changed = new Set(changes.map(({ key }) => key));
    const now = this.#select();
    const keys = new Set(now.map(({ key }) => key));
    return {
      set: now.filter(({ key }) => changed.has(key) || !this.#result.has(key)),
      removed: [...this.#result].filter(([key]) => !keys.has(key)).map(([key, path]) => ({ key, path })),
    };
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
  if (!Array.isArray(listed) || query !== undefined) throw invalid('A target must be documents or a query.');
  const paths = listed.map((name) => names.parseDocument(name));
  return { kind: 'documents', paths: new Map(paths.map((path) => [pathKey(path), path])) };
}
