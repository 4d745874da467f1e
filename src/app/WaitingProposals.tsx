import { VisuallyHidden } from '@mantine/core';
import { useEffect, useMemo, useState } from 'react';
import { proposalMessages } from '#model/proposalMessages.ts';
import type { LedgerService } from '../services/ledger.ts';
import { proposalsOf } from '../services/proposals.ts';
import styles from './WaitingProposals.module.css';

/** How many proposals wait for an admin, live; nothing while none do, and while that is not known. */
export function WaitingProposals({ ledger }: { ledger: LedgerService }) {
  const [waiting, setWaiting] = useState(0);
  const proposals = useMemo(() => proposalsOf(ledger), [ledger]);
  useEffect(
    () =>
      proposals.watchWaiting((count) => {
        if (count.kind === 'failed') console.error('The waiting proposals cannot be counted:', count.detail);
        setWaiting(count.kind === 'ready' ? count.waiting : 0);
      }),
    [proposals],
  );
  if (waiting === 0) return null;
  return (
    <>
      <span className={styles['count']} aria-hidden="true">
        {waiting.toLocaleString('en-US')}
      </span>
      <VisuallyHidden>({proposalMessages.waiting(waiting)})</VisuallyHidden>
    </>
  );
}
