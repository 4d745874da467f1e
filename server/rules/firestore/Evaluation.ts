import { fail } from '../EvaluationFailure.ts';
import type { DocumentPath, Fields, FirestoreRequest } from '../rules.ts';
import {
  type FirestoreValue,
  fromFields,
  fromJson,
  MapValue,
  PathValue,
  parseTimestamp,
  type Timestamp,
} from './values.ts';

/** The hosted service allows as many documents to be looked up per request. */
const MAX_LOOKUPS = 10;

/** Where all documents live in the path space of the rules. */
export const DATABASE_ROOT: DocumentPath = ['databases', '(default)', 'documents'];

/** One request under evaluation: what the expressions see, and what they have looked up so far. */
export class Evaluation {
  readonly reads = new Set<string>();
  readonly #request: FirestoreRequest;
  readonly #lookedUp = new Map<string, Fields | null>();
  #requestValue: FirestoreValue | undefined;
  #resourceValue: FirestoreValue | undefined;
  #time: Timestamp | undefined;

  constructor(request: FirestoreRequest) {
    this.#request = request;
  }

  /** The variable `request`. */
  get request(): FirestoreValue {
    this.#requestValue ??= MapValue.of(REQUEST_MEMBERS, (member) => this.#member(member));
    return this.#requestValue;
  }

  /** The variable `resource`: the stored document, null where there is none. */
  get resource(): FirestoreValue {
    this.#resourceValue ??= resourceOf(this.#request.path, this.#request.resource);
    return this.#resourceValue;
  }

  /** `get(path)`: the document there, null where there is none. */
  lookUp(path: FirestoreValue): FirestoreValue {
    if (!(path instanceof PathValue)) return fail('a document is looked up by its path');
    const documentPath = documentPathOf(path);
    const name = documentPath.join('/');
    this.reads.add(name);
    return resourceOf(documentPath, this.#stored(name, documentPath));
  }

  #stored(name: string, path: DocumentPath): Fields | null {
    const known = this.#lookedUp.get(name);
    if (known !== undefined) return known;
    if (this.#lookedUp.size >= MAX_LOOKUPS) return fail(`more than ${MAX_LOOKUPS} documents looked up`);
    const found = this.#request.before(path);
    this.#lookedUp.set(name, found);
    return found;
  }

  #member(member: RequestMember): FirestoreValue {
    switch (member) {
      case 'auth':
        return fromJson(this.#request.auth);
      case 'method':
        return this.#request.operation;
      case 'path':
        return new PathValue([...DATABASE_ROOT, ...this.#request.path]);
      case 'resource':
        return resourceOf(this.#request.path, this.#request.after);
      case 'time':
        this.#time ??= parseTimestamp(this.#request.time);
        return this.#time;
    }
  }
}

type RequestMember = 'auth' | 'method' | 'path' | 'resource' | 'time';

/** What `request` has. */
export const REQUEST_MEMBERS: Readonly<Record<RequestMember, RequestMember>> = {
  auth: 'auth',
  method: 'method',
  path: 'path',
  resource: 'resource',
  time: 'time',
};

/** What `resource`, `request.resource` and the result of `get()` have. */
export const RESOURCE_MEMBERS = ['data', 'id', '__name__'] as const;

function resourceOf(path: DocumentPath, fields: Fields | null): FirestoreValue {
  if (fields === null) return null;
  const members: Readonly<Record<(typeof RESOURCE_MEMBERS)[number], () => FirestoreValue>> = {
    data: () => fromFields(fields),
    id: () => path.at(-1) ?? '',
    __name__: () => new PathValue([...DATABASE_ROOT, ...path]),
  };
  return MapValue.of(members, (member) => member());
}

function documentPathOf({ segments }: PathValue): DocumentPath {
  const isBelowRoot = DATABASE_ROOT.every((segment, index) => segments[index] === segment);
  const path = segments.slice(DATABASE_ROOT.length);
  const isDocument = path.length > 0 && path.length % 2 === 0;
  return isBelowRoot && isDocument ? path : fail(`/${segments.join('/')} is not the path of a document`);
}
