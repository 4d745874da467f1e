import { useEffect, useState } from 'react';
import type { BackendSettings } from '#model/backend.ts';
import { BackendUnknown, findBackend, markOfPage } from '../services/backend.ts';

type BackendSearch =
  | { readonly kind: 'searching'; readonly answer: Promise<BackendSettings> }
  | { readonly kind: 'found'; readonly backend: BackendSettings }
  | { readonly kind: 'unknown'; readonly reason: BackendUnknown };

/** Which backend the page talks to. Known at once on a page of our own server. */
export function useBackend(): BackendSearch {
  const [search, setSearch] = useState(begin);
  useEffect(() => {
    if (search.kind !== 'searching') return;
    let isOver = false;
    // In the update, so that the error boundary sees what `failed` does not know.
    const settle = (read: () => BackendSearch) => {
      if (!isOver) setSearch(read);
    };
    search.answer.then(
      (backend) => settle(() => ({ kind: 'found', backend })),
      (error: unknown) => settle(() => failed(error)),
    );
    return () => {
      isOver = true;
    };
  }, [search]);
  return search;
}

function begin(): BackendSearch {
  const isEmbedded = markOfPage() !== undefined;
  try {
    const found = findBackend(import.meta.env, { origin: window.location.origin, isEmbedded });
    return found instanceof Promise
      ? { kind: 'searching', answer: found }
      : { kind: 'found', backend: found };
  } catch (error) {
    return failed(error);
  }
}

function failed(error: unknown): BackendSearch {
  if (error instanceof BackendUnknown) return { kind: 'unknown', reason: error };
  throw error;
}
