import {
  type CollectionReference,
  type DocumentData,
  documentId,
  endAt,
  limit,
  onSnapshot,
  orderBy,
  type QueryConstraint,
  query,
  startAfter,
} from 'firebase/firestore';

/** Documents per listener: a first answer of this size keeps the main thread busy for about 30 ms. */
const PAGE_SIZE = 250;
/** Changes that come within this time are told as one. Milliseconds. */
const GATHER_MS = 50;

/** All documents of a collection as far as they have arrived, in the order of their ids. */
export type CollectionNews<T> =
  | { readonly kind: 'documents'; readonly documents: readonly T[]; readonly isComplete: boolean }
  | { readonly kind: 'failed'; readonly error: Error };

type Page<T> = {
  /** Ids after this one; null from the beginning. */
  readonly after: string | null;
  /** The id at which the next page follows; null for the last page. */
  last: string | null;
  documents: ReadonlyMap<string, T>;
  hasArrived: boolean;
  end: () => void;
};

/**
 * Watches a whole collection, however large, without a long task: one listener per {@link PAGE_SIZE} documents
 * instead of one for all (5,000 documents in one listener block the page for 0.6 s).
 *
 * A page begins as a limited query, which tells where the next page follows. When a new document pushes another
 * one out of it, the page is watched by its bounds from then on, so that nothing falls between two pages.
 * What this page has only sent, and what the server has not confirmed, is not told. Returns the end of the watch.
 */
export function watchCollection<T>(
  collection: CollectionReference,
  read: (id: string, data: DocumentData) => T,
  onNews: (news: CollectionNews<T>) => void,
): () => void {
  const pages: Page<T>[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;

  function open(after: string | null): void {
    const page: Page<T> = { after, last: null, documents: new Map(), hasArrived: false, end: () => {} };
    pages.push(page);
    page.end = listen(page, limit(PAGE_SIZE));
  }

  function listen(page: Page<T>, bound: QueryConstraint): () => void {
    const from = page.after === null ? [] : [startAfter(page.after)];
    return onSnapshot(
      query(collection, orderBy(documentId()), ...from, bound),
      { includeMetadataChanges: true },
      (snapshot) => {
        if (snapshot.metadata.fromCache || snapshot.metadata.hasPendingWrites) return;
        page.documents = new Map(snapshot.docs.map((found) => [found.id, read(found.id, found.data())]));
        page.hasArrived = true;
        settle(page, snapshot.docs.at(-1)?.id ?? null, snapshot.size);
        tellSoon();
      },
      (error) => {
        endAll();
        onNews({ kind: 'failed', error });
      },
    );
  }

  /** Opens the next page behind a full one; changes to bounds where a full one no longer reaches its end. */
  function settle(page: Page<T>, lastId: string | null, size: number): void {
    if (size !== PAGE_SIZE || lastId === null) return;
    if (page.last === null) {
      page.last = lastId;
      open(lastId);
    } else if (lastId < page.last) {
      const endLimited = page.end;
      page.end = listen(page, endAt(page.last));
      endLimited();
    }
  }

  function tellSoon(): void {
    timer ??= setTimeout(() => {
      timer = undefined;
      // Pages may overlap after a removal: by id, each document counts once.
      const all = new Map(pages.flatMap((page) => [...page.documents]));
      const isComplete = pages.every((page) => page.hasArrived);
      onNews({ kind: 'documents', documents: [...all.values()], isComplete });
    }, GATHER_MS);
  }

  function endAll(): void {
    clearTimeout(timer);
    for (const page of pages) page.end();
  }

  open(null);
  return endAll;
}
