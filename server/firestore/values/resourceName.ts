import type { DocumentPath } from '../../rules/guard.ts';
import { invalid } from '../status.ts';

const MAX_ID_BYTES = 1_500;
const MAX_PATH_BYTES = 6 * 1024;
const LONE_SURROGATE = /\p{Surrogate}/u;

/** Path as one string; ids hold no slash. Used as key of maps and of the stored rows. */
export function pathKey(path: DocumentPath): string {
  return path.join('/');
}

/** Translates between `projects/p/databases/(default)/documents/…` and paths. */
export class ResourceNames {
  readonly database: string;
  readonly #root: string;

  constructor(projectId: string) {
    this.database = `projects/${projectId}/databases/(default)`;
    this.#root = `${this.database}/documents`;
  }

  /** Throws INVALID_ARGUMENT for another project's or another database. */
  checkDatabase(name: unknown): void {
    if (name !== this.database) {
      throw invalid(`The database is "${this.database}", not ${JSON.stringify(name)?.slice(0, 200)}.`);
    }
  }

  /** Path of a document's name. Throws INVALID_ARGUMENT. */
  parseDocument(name: unknown): DocumentPath {
    const path = this.parseParent(name);
    if (path.length === 0 || path.length % 2 !== 0) throw invalid(`"${name}" is not a document's name.`);
    return path;
  }

  /** Path of a document, or the empty path for the root. Throws INVALID_ARGUMENT. */
  parseParent(name: unknown): DocumentPath {
    const text = typeof name === 'string' ? name : '';
    if (text === this.#root) return [];
    if (!text.startsWith(`${this.#root}/`) || Buffer.byteLength(text) > MAX_PATH_BYTES) {
      throw invalid(`${JSON.stringify(name)?.slice(0, 200)} is not a name in "${this.database}".`);
    }
    const path = text.slice(this.#root.length + 1).split('/');
    for (const segment of path) checkSegment(segment);
    return path;
  }

  format(path: DocumentPath): string {
    return `${this.#root}/${pathKey(path)}`;
  }
}

/** Throws INVALID_ARGUMENT for what cannot be a collection or document id. */
export function checkSegment(segment: string): void {
  const wrong =
    segment === '' ||
    segment === '.' ||
    segment === '..' ||
    segment.includes('/') ||
    /^__.*__$/s.test(segment) ||
    LONE_SURROGATE.test(segment) ||
    Buffer.byteLength(segment) > MAX_ID_BYTES;
  if (wrong) throw invalid(`"${segment.slice(0, 100)}" is not a valid collection or document id.`);
}
