import { Button, Code } from '@mantine/core';
import { Notice } from '../ui/Notice.tsx';

type Props = { error: unknown };

/** In place of a page that failed for a reason nobody foresaw. */
export function Mishap({ error }: Props) {
  return (
    <Notice
      title="Something went wrong"
      action={<Button onClick={() => window.location.reload()}>Reload the page</Button>}
    >
      Reloading usually helps. If it happens again, tell the website admin what you did and this:{' '}
      <Code>{error instanceof Error ? error.message : String(error)}</Code>
    </Notice>
  );
}
