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
import type { PageEvent } from '#contract/directory.ts';

/** Documents per listener: what a new listener costs grows with the documents it has to be compared with. */
const PAGE_SIZE = 250;

type Page = {
  /** Ids after this one; null from the beginning. */
  readonly after: string | null;
  /** The id at which the next page follows; null for the last page. */
  last: string | null;
  hasArrived: boolean;
  /** Whether it is watched by its bounds, however many documents are between them. */
  isBounded: boolean;
  end: () => void;
};

/**
 * Watches a whole collection, however large, a page at a time, so that the first documents are there at once and
 * a change of one document costs no more than its page.
 *
 * A page begins as a limited query, whose last document is where the next page follows. When a new document pushes another
 * one out of it, the page is watched by its bounds from then on, so that nothing falls between two pages; after
 * a removal two pages may overlap. Only what the server has confirmed is reported.
 */
export function watchCollection<T>(
  collection: CollectionReference,
  read: (id: string, data: DocumentData) => T,
  onEvent: (event: PageEvent<T>) => void,
): void {
  const pages: Page[] = [];

  function open(after: string | null): void {
    const page: Page = { after, last: null, hasArrived: false, isBounded: false, end: () => {} };
    pages.push(page);
    page.end = listen(page, limit(PAGE_SIZE));
  }

  function listen(page: Page, bound: QueryConstraint): () => void {
    const from = page.after === null ? [] : [startAfter(page.after)];
    return onSnapshot(
      query(collection, orderBy(documentId()), ...from, bound),
      { includeMetadataChanges: true },
      (snapshot) => {
        const name = page.after ?? '';
        if (snapshot.metadata.fromCache) onEvent({ kind: 'out-of-reach', page: name });
        if (snapshot.metadata.fromCache || snapshot.metadata.hasPendingWrites) return;
        page.hasArrived = true;
        settle(page, snapshot.docs.at(-1)?.id ?? null, snapshot.size);
        onEvent({
          kind: 'page',
          page: name,
          documents: snapshot.docs.map((found) => read(found.id, found.data())),
          isComplete: pages.every(({ hasArrived }) => hasArrived),
        });
      },
      (error) => {
        for (const { end } of pages) end();
        onEvent({ kind: 'failed', message: error.message });
      },
    );
  }

  /** Opens the next page behind a full one; changes to bounds where a full one no longer reaches its end. */
  function settle(page: Page, lastId: string | null, size: number): void {
    if (page.isBounded || size !== PAGE_SIZE || lastId === null) return;
    if (page.last === null) {
      page.last = lastId;
      open(lastId);
    } else if (lastId < page.last) {
      page.isBounded = true;
      const endLimited = page.end;
      page.end = listen(page, endAt(page.last));
      endLimited();
    }
  }

  open(null);
}
