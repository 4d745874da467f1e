import { type DocumentData, type DocumentWrite, SERVER_TIME } from '../actions.ts';
import { taggedFields } from '../tagged.ts';
import { DocumentListen, type DocumentSite, type Verdict } from './DocumentListen.ts';

const FORBIDDEN = 403;

/** Firestore's unary calls and its listen stream, as far as the permission suites need them. */
export class DocumentCalls {
  readonly #site: DocumentSite;
  readonly #root: string;

  constructor(site: DocumentSite) {
    this.#site = site;
    this.#root = `projects/${site.projectId}/databases/(default)/documents`;
  }

  get(path: string): Promise<Verdict> {
    return this.#call('', 'batchGet', { documents: [this.#name(path)] });
  }

  list(collection: string): Promise<Verdict> {
    const { parent, structuredQuery } = queryOf(collection);
    return this.#call(parent, 'runQuery', { structuredQuery });
  }

  commit(writes: readonly DocumentWrite[]): Promise<Verdict> {
    return this.#call('', 'commit', { writes: writes.map((write) => this.#write(write)) });
  }

  listen(path: string): Promise<Verdict> {
    return this.#verdictOf(this.openListen(path));
  }

  listenToAll(collection: string): Promise<Verdict> {
    return this.#verdictOf(this.openListenToAll(collection));
  }

  /** Goes on listening until it is closed. */
  openListen(path: string): Promise<DocumentListen> {
    return DocumentListen.open(this.#site, { documents: { documents: [this.#name(path)] } });
  }

  /** As {@link openListen}, to all documents of a collection. */
  openListenToAll(collection: string): Promise<DocumentListen> {
    const { parent, structuredQuery } = queryOf(collection);
    return DocumentListen.open(this.#site, { query: { parent: this.#name(parent), structuredQuery } });
  }

  async #verdictOf(opening: Promise<DocumentListen>): Promise<Verdict> {
    const listen = await opening;
    try {
      return await listen.verdict();
    } finally {
      await listen.close();
    }
  }

  async #call(parent: string, method: string, body: object): Promise<Verdict> {
    const { origin, authorization } = this.#site;
    const address = `${origin}/v1/${encodeURI(this.#name(parent))}:${method}`;
    const headers = authorization === null ? {} : { authorization };
    const response = await fetch(address, { method: 'POST', headers, body: JSON.stringify(body) });
    const text = await response.text();
    if (response.ok) return 'allowed';
    if (response.status === FORBIDDEN && text.includes('PERMISSION_DENIED')) return 'refused';
    throw new Error(`${method} was answered ${response.status}: ${text}`);
  }

  #write(write: DocumentWrite): object {
    const name = this.#name(write.path);
    if (write.verb === 'delete') return { delete: name };
    const entries = Object.entries(write.data);
    const plain = Object.fromEntries(entries.filter(([, value]) => value !== SERVER_TIME)) as DocumentData;
    const stamped = entries.filter(([, value]) => value === SERVER_TIME);
    return {
      update: { name, fields: taggedFields(plain, '') },
      ...(write.verb === 'merge' && { updateMask: { fieldPaths: Object.keys(plain) } }),
      updateTransforms: stamped.map(([fieldPath]) => ({ fieldPath, setToServerValue: 'REQUEST_TIME' })),
    };
  }

  #name(path: string): string {
    return path === '' ? this.#root : `${this.#root}/${path}`;
  }
}

/** A query for all documents of a collection, and the document or root that it stands under. */
function queryOf(collection: string) {
  const segments = collection.split('/');
  const collectionId = segments.pop() ?? '';
  return { parent: segments.join('/'), structuredQuery: { from: [{ collectionId }] } };
}
