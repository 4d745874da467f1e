import { Button, Code } from '@mantine/core';
import { detailOf } from '#model/detailOf.ts';
import { appMessages } from '#model/text/appMessages.ts';
import { PageNotLoaded } from '../ui/lazyPage.ts';
import { Notice } from '../ui/Notice.tsx';
import { BRAND } from './brand.ts';

type Props = { error: unknown };

/** Replaces a page whose code could not be fetched, or that failed unexpectedly. */
export function ErrorFallback({ error }: Props) {
  const reload = <Button onClick={() => window.location.reload()}>Reload the page</Button>;
  if (error instanceof PageNotLoaded) {
    return (
      <Notice title={appMessages.pageNotLoaded} action={reload}>
        {appMessages.reloadPage(BRAND)}
      </Notice>
    );
  }
  return (
    <Notice title={appMessages.broken} action={reload}>
      {appMessages.tellAdmin} <Code>{detailOf(error)}</Code>
    </Notice>
  );
}
