import { Skeleton } from '@mantine/core';
import type { ReactNode } from 'react';
import { accountMessages } from '#model/text/accountMessages.ts';
import { RetryAlert } from '../../ui/RetryAlert.tsx';
import type { Collection } from './useCollection.ts';

type Props<T> = {
  collection: Collection<T>;
  /** The name of the collection, for "… cannot be loaded". */
  name: string;
  /** The expected height, so that the sections below do not move when the collection appears. */
  expectedHeight?: string | number;
  children: (documents: readonly T[]) => ReactNode;
};

/** Shows a collection, or that it is loading, or that it could not be. */
export function CollectionState<T>({ collection, name, expectedHeight = 80, children }: Props<T>) {
  switch (collection.kind) {
    case 'loading':
      return <Skeleton height={expectedHeight} aria-label={accountMessages.loading(name)} role="status" />;
    case 'failed':
      return <RetryAlert text={accountMessages.notLoaded(name)} onRetry={collection.retry} />;
    case 'ready':
      return children(collection.documents);
  }
}
