import type { AuthContext } from '../auth/authContext.ts';
import { log } from '../log.ts';
import type { DocumentLookup, DocumentPath, FirestoreGuard, FirestoreRequest } from '../rules/guard.ts';
import type { DocumentStore } from './documents/DocumentStore.ts';
import type { StoredDocument } from './documents/document.ts';
import { pathKey } from './values/names.ts';
import { formatMicros, type Micros } from './values/timestamps.ts';

const NO_READS: ReadonlySet<string> = new Set();

/** A decision, with the keys of the documents it was based on. */
export type Verdict = { readonly allowed: boolean; readonly reads: ReadonlySet<string> };

/** One write of a commit, for its judgement. */
export type EvaluatedWrite = {
  readonly path: DocumentPath;
  readonly before: StoredDocument | null;
  readonly after: StoredDocument | null;
};

/** The one place that asks the rules. */
export class RulesEvaluator {
  readonly #guard: FirestoreGuard;
  readonly #documents: DocumentStore;
  readonly #lookup: DocumentLookup;

  constructor(guard: FirestoreGuard, documents: DocumentStore) {
    this.#guard = guard;
    this.#documents = documents;
    this.#lookup = (path) => documents.get(path)?.fields ?? null;
  }

  /** May this document be read by its name? */
  get(auth: AuthContext, path: DocumentPath): Verdict {
    return this.#judgeRead('get', auth, path, this.#documents.get(path));
  }

  /**
   * May these documents be listed? Each is judged, and one refusal refuses the list. An empty list is judged
   * by the collection's path with a wildcard for the document.
   */
  list(auth: AuthContext, collection: DocumentPath, matched: Iterable<StoredDocument>): Verdict {
    const reads = new Set<string>();
    let empty = true;
    for (const document of matched) {
      empty = false;
      const verdict = this.#judgeRead('list', auth, document.path, document);
      for (const key of verdict.reads) reads.add(key);
      if (!verdict.allowed) return { allowed: false, reads };
    }
    return empty ? this.#judgeRead('list', auth, [...collection, ''], null) : { allowed: true, reads };
  }

  /** May all these writes be made in one commit at `time`? */
  writes(auth: AuthContext, writes: readonly EvaluatedWrite[], time: Micros): boolean {
    const shared = { auth, time: formatMicros(time), before: this.#lookup };
    return writes.every(({ path, before, after }) => {
      const operation = after === null ? 'delete' : before === null ? 'create' : 'update';
      const resource = before?.fields ?? null;
      return this.#judge({ ...shared, operation, path, resource, after: after?.fields ?? null }).allowed;
    });
  }

  #judgeRead(
    operation: 'get' | 'list',
    auth: AuthContext,
    path: DocumentPath,
    document: StoredDocument | null,
  ): Verdict {
    return this.#judge({
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
  #judge(request: FirestoreRequest): Verdict {
    try {
      return this.#guard.judge(request);
    } catch (error) {
      log.error(`Judging ${request.operation} of ${pathKey(request.path)} failed`, { error });
      return { allowed: false, reads: NO_READS };
    }
  }
}
