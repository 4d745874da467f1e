import { fail } from '../EvaluationFailure.ts';
import type { DocumentPath, Fields, FirestoreRequest } from '../rules.ts';
import { type FirestoreValue, fromFields, fromJson, MapValue, OpaqueValue } from './values.ts';

/** The hosted service allows as many documents to be looked up per request. */
const MAX_LOOKUPS = 10;

/** Where all documents live in the path space of the rules. */
export const DATABASE_ROOT: DocumentPath = ['databases', '(default)', 'documents'];

/** One request under evaluation: what the expressions see, and what they have looked up so far. */
export class Evaluation {
  readonly reads = new Set<string>();
  readonly #request: FirestoreRequest;
  readonly #lookedUp = new Map<string, Fields | null>();
  /** The variable `request`. */
  readonly request: FirestoreValue;

  constructor(request: FirestoreRequest) {
    this.#request = request;
    this.request = MapValue.of(REQUEST_MEMBERS, (member) => member(request));
  }

  /** The variable `resource`: the stored document, null where there is none. */
  get resource(): FirestoreValue {
    return resourceOf(this.#request.resource);
  }

  /** `get(path)`: the document there. @param segments from the root of the path space */
  get(segments: readonly string[]): FirestoreValue {
    return resourceOf(this.#lookUp(segments)) ?? fail('get() finds no such document');
  }

  /** `exists(path)`: whether there is a document. */
  exists(segments: readonly string[]): boolean {
    return this.#lookUp(segments) !== null;
  }

  #lookUp(segments: readonly string[]): Fields | null {
    const path = documentPathOf(segments);
    const name = path.join('/');
    this.reads.add(name);
    const known = this.#lookedUp.get(name);
    if (known !== undefined) return known;
    if (this.#lookedUp.size >= MAX_LOOKUPS) return fail(`more than ${MAX_LOOKUPS} documents looked up`);
    const found = this.#request.before(path);
    this.#lookedUp.set(name, found);
    return found;
  }
}

type Member = (request: FirestoreRequest) => FirestoreValue;

/** What `request` has. */
export const REQUEST_MEMBERS: Readonly<Record<'auth' | 'resource' | 'time', Member>> = {
  auth: ({ auth }) => fromJson(auth),
  resource: ({ after }) => resourceOf(after),
  time: ({ time }) => new OpaqueValue({ timestampValue: time }),
};

/** What `resource`, `request.resource` and the result of `get()` have. */
export const RESOURCE_MEMBERS = ['data'];

function resourceOf(fields: Fields | null): FirestoreValue {
  return fields === null ? null : MapValue.of({ data: fields }, fromFields);
}

function documentPathOf(segments: readonly string[]): DocumentPath {
  const isBelowRoot = DATABASE_ROOT.every((segment, index) => segments[index] === segment);
  const path = segments.slice(DATABASE_ROOT.length);
  const isDocument = path.length > 0 && path.length % 2 === 0;
  return isBelowRoot && isDocument ? path : fail(`/${segments.join('/')} is not the path of a document`);
}
