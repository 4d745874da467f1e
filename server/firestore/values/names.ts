import type { DocumentPath } from '../../rules/rules.ts';
import { textFault } from '../../scalars/texts.ts';
import { type FirestoreError, invalid, unimplemented } from '../status.ts';

const MAX_ID_BYTES = 1_500;
const MAX_PATH_BYTES = 6 * 1024;

/** Path as one string; ids contain no slash. Keys of maps and of the stored rows have this form. */
export function pathKey(path: DocumentPath): string {
  return path.join('/');
}

/** Translates between `projects/p/databases/(default)/documents/…` and paths. */
export class ResourceNames {
  readonly database: string;
  readonly #databases: string;
  readonly #root: string;

  constructor(projectId: string) {
    this.#databases = `projects/${projectId}/databases/`;
    this.database = `${this.#databases}(default)`;
    this.#root = `${this.database}/documents`;
  }

  /** Throws UNIMPLEMENTED for a named database, INVALID_ARGUMENT for one of another project. */
  checkDatabase(name: unknown): void {
    if (name !== this.database) throw this.#refusalOf(name);
  }

  /** Path of a document's name. Throws as {@link parseParent} does. */
  parseDocument(name: unknown): DocumentPath {
    const path = this.parseParent(name);
    if (path.length === 0 || path.length % 2 !== 0) throw invalid(`"${name}" is not a document's name.`);
    return path;
  }

  /** Path of a document, or the empty path for the root. Throws INVALID_ARGUMENT, or as {@link checkDatabase} does. */
  parseParent(name: unknown): DocumentPath {
    const text = typeof name === 'string' ? name : '';
    if (text === this.#root) return [];
    if (!text.startsWith(`${this.#root}/`)) throw this.#refusalOf(name);
    if (Buffer.byteLength(text) > MAX_PATH_BYTES) throw invalid(`A name may have ${MAX_PATH_BYTES} bytes.`);
    const path = text.slice(this.#root.length + 1).split('/');
    for (const segment of path) checkSegment(segment);
    return path;
  }

  format(path: DocumentPath): string {
    return `${this.#root}/${pathKey(path)}`;
  }

  #refusalOf(name: unknown): FirestoreError {
    const text = typeof name === 'string' ? name : '';
    if (text.startsWith(this.#databases) && !`${text}/`.startsWith(`${this.database}/`)) {
      return unimplemented(`The database "${text.slice(0, 200)}", or any but "${this.database}",`);
    }
    return invalid(`${JSON.stringify(name)?.slice(0, 200)} is not a name in "${this.database}".`);
  }
}

/** Throws INVALID_ARGUMENT for what cannot be a collection or document id. */
export function checkSegment(segment: string): void {
  if (/^__id-?\d+__$/.test(segment)) throw unimplemented(`The numeric id "${segment.slice(0, 100)}"`);
  const wrong =
    segment === '' ||
    segment === '.' ||
    segment === '..' ||
    segment.includes('/') ||
    /^__.*__$/s.test(segment) ||
    textFault(segment) !== null ||
    // The database would read the id only up to there.
    segment.includes('\0') ||
    Buffer.byteLength(segment) > MAX_ID_BYTES;
  if (wrong) throw invalid(`"${segment.slice(0, 100)}" is not a valid collection or document id.`);
}
