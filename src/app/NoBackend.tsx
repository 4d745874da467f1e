import { Button } from '@mantine/core';
import { appMessages } from '#model/text/appMessages.ts';
import { messages } from '#model/text/messages.ts';
import type { BackendUnknown } from '../services/backend.ts';
import { Notice } from '../ui/Notice.tsx';

type Props = { reason: BackendUnknown };

/** In place of the app when the page cannot find out which backend is its own. */
export function NoBackend({ reason }: Props) {
  return (
    <main>
      <Notice
        title={reason.kind === 'unreachable' ? messages.unreachable : appMessages.notSetUp}
        action={<Button onClick={() => window.location.reload()}>Retry</Button>}
      >
        {reason.message}
      </Notice>
    </main>
  );
}
