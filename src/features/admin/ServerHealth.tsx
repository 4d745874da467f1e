import { Alert } from '@mantine/core';
import { useEffect, useState } from 'react';
import type { Health } from '#model/backend.ts';
import { accountMessages } from '#model/text/accountMessages.ts';
import { markOfPage } from '../../services/backend.ts';
import { readHealth } from '../../services/ownServer.ts';
import { momentOf } from '../../ui/moment.ts';

/** Milliseconds. */
const ASK_EVERY_MS = 60_000;

/** What our own server says of its disk, its histories and its second place, where something is wrong. */
export function ServerHealth() {
  const [health, setHealth] = useState<Health | null>(null);
  useEffect(() => {
    if (markOfPage() === undefined) return;
    const ask = () => {
      if (document.visibilityState === 'visible') readHealth().then((found) => found && setHealth(found));
    };
    ask();
    document.addEventListener('visibilitychange', ask);
    const timer = setInterval(ask, ASK_EVERY_MS);
    return () => {
      document.removeEventListener('visibilitychange', ask);
      clearInterval(timer);
    };
  }, []);
  const fault = health && wordsOf(health);
  // Always there: a live region that appears together with its text is not announced.
  return <div role="status">{fault && <Alert color="red">{fault}</Alert>}</div>;
}

function wordsOf({ status, replicaBehind }: Health): string | null {
  if (status === 'ok') return null;
  if (status !== 'replica') return accountMessages.serverFaults[status];
  return accountMessages.replicaBehind(momentOf(Date.parse(replicaBehind ?? '')));
}
