import { useCallback, useEffect, useState } from 'react';
import type { WatchCollection } from '../../services/directory.ts';

/** A watched collection: loading, failed (with a function to try again), or ready as far as it has arrived. */
export type Collection<T> =
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed'; readonly retry: () => void }
  | { readonly kind: 'ready'; readonly documents: readonly T[]; readonly isComplete: boolean };

/** Watches a collection while the component is mounted. `watch` must stay the same function. */
export function useCollection<T>(watch: WatchCollection<T>): Collection<T> {
  const [collection, setCollection] = useState<Collection<T>>({ kind: 'loading' });
  const [attempt, setAttempt] = useState(0);
  const retry = useCallback(() => {
    setCollection({ kind: 'loading' });
    setAttempt((last) => last + 1);
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt is a reason to watch again.
  useEffect(
    () =>
      watch((event) => {
        if (event.kind === 'documents') {
          setCollection({ kind: 'ready', documents: event.documents, isComplete: event.isComplete });
        } else {
          console.error(event.message);
          setCollection({ kind: 'failed', retry });
        }
      }),
    [watch, retry, attempt],
  );
  return collection;
}
