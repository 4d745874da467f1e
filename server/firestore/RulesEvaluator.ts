import type { AuthContext } from '../auth/authContext.ts';
import { log } from '../log.ts';
import type {
  DocumentLookup,
  DocumentPath,
  FirestoreDecision,
  FirestoreRequest,
  FirestoreRules,
} from '../rules/rules.ts';
import type { DocumentStore } from './documents/DocumentStore.ts';
import type { StoredDocument } from './documents/document.ts';
import { pathKey } from './values/names.ts';
import { formatMicros, type Micros } from './values/timestamps.ts';

const NO_READS: ReadonlySet<string> = new Set();

/** One write of a commit, with the document before and after it. */
export type EvaluatedWrite = {
  readonly path: DocumentPath;
  readonly before: StoredDocument | null;
  readonly after: StoredDocument | null;
};

/** Evaluates the rules for reads and writes of documents. */
export class RulesEvaluator {
  readonly #rules: FirestoreRules;
  readonly #documents: DocumentStore;
  readonly #lookup: DocumentLookup;

  constructor(rules: FirestoreRules, documents: DocumentStore) {
    this.#rules = rules;
    this.#documents = documents;
    this.#lookup = (path) => documents.get(path)?.fields ?? null;
  }

  /** May this document be read by its name? */
  get(auth: AuthContext, path: DocumentPath): FirestoreDecision {
    return this.#evaluateRead('get', auth, path, this.#documents.get(path));
  }

  /**
   * May these documents be listed? The rules are evaluated for each, and one refusal refuses the list; for an empty
   * list, they are evaluated for the collection's path with a wildcard for the document.
   */
  list(auth: AuthContext, collection: DocumentPath, matched: Iterable<StoredDocument>): FirestoreDecision {
    const reads = new Set<string>();
    let empty = true;
    for (const document of matched) {
      empty = false;
      const decision = this.#evaluateRead('list', auth, document.path, document);
      for (const key of decision.reads) reads.add(key);
      if (!decision.allowed) return { allowed: false, reads };
    }
    return empty ? this.#evaluateRead('list', auth, [...collection, ''], null) : { allowed: true, reads };
  }

  /** May all these writes be made in one commit at `time`? */
  writes(auth: AuthContext, writes: readonly EvaluatedWrite[], time: Micros): boolean {
    const shared = { auth, time: formatMicros(time), before: this.#lookup };
    return writes.every(({ path, before, after }) => {
      const operation = after === null ? 'delete' : before === null ? 'create' : 'update';
      const resource = before?.fields ?? null;
      return this.#evaluate({ ...shared, operation, path, resource, after: after?.fields ?? null }).allowed;
    });
  }

  #evaluateRead(
    operation: 'get' | 'list',
    auth: AuthContext,
    path: DocumentPath,
    document: StoredDocument | null,
  ): FirestoreDecision {
    return this.#evaluate({
      operation,
      auth,
      path,
      resource: document?.fields ?? null,
      after: null,
      time: formatMicros(this.#documents.nextVersion()),
      before: this.#lookup,
    });
  }

  /** Rules that fail to be evaluated allow nothing. */
  #evaluate(request: FirestoreRequest): FirestoreDecision {
    try {
      return this.#rules.evaluate(request);
    } catch (error) {
      log.error(`Evaluating the rules for ${request.operation} of ${pathKey(request.path)} failed`, {
        error,
      });
      return { allowed: false, reads: NO_READS };
    }
  }
}
