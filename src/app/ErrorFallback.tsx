import { Button, Code } from '@mantine/core';
import { detailOf } from '#model/detailOf.ts';
import { PageNotLoaded } from '../ui/lazyPage.ts';
import { Notice } from '../ui/Notice.tsx';
import { BRAND } from './brand.ts';

type Props = { error: unknown };

/** Replaces a page whose code could not be fetched, or that failed unexpectedly. */
export function ErrorFallback({ error }: Props) {
  const reload = <Button onClick={() => window.location.reload()}>Reload the page</Button>;
  if (error instanceof PageNotLoaded) {
    return (
      <Notice title="This page could not be loaded" action={reload}>
        The connection may be gone, or there is a newer version of {BRAND}. Check your connection, then
        reload.
      </Notice>
    );
  }
  return (
    <Notice title="Something went wrong" action={reload}>
      Reloading usually helps. If it happens again, tell the website admin what you did and this:{' '}
      <Code>{detailOf(error)}</Code>
    </Notice>
  );
}
