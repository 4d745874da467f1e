import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { accountMessages } from '#model/text/accountMessages.ts';
import { grouped } from '#model/text/figures.ts';
import { proposalMessages } from '#model/text/proposalMessages.ts';
import type { LedgerService } from '../services/ledger.ts';
import type { ApplicationsService } from '../services/records.ts';
import { isWithin, type Page } from './pages.ts';
import styles from './TopBar.module.css';

/** Applications counted at most; more are shown as `20+`. */
const MOST = 20;
/** A count of applications younger than this is not taken again. Milliseconds. */
const FRESH_MS = 60_000;

type CountRecords = () => Promise<{ applications: Pick<ApplicationsService, 'countWaiting'> }>;
type Props = {
  page: Page;
  /** What the link is described by. */
  id: string;
  /** Undefined until it runs. */
  ledger: LedgerService | undefined;
  records: CountRecords;
};

/** How much waits for an admin behind the link to a page. */
export function WaitingAt({ page, id, ledger, records }: Props) {
  if (page.path === '/database' && ledger) return <WaitingProposals id={id} ledger={ledger} />;
  return page.path === '/admin' ? <WaitingApplications id={id} records={records} /> : null;
}

/** `count`: the number as it is shown. `words`: the same for screen readers; the name of the link stays as it is. */
export function WaitingCount({ id, count, words }: { id: string; count: string; words: string }) {
  return (
    <>
      <span className={styles['count']} aria-hidden="true">
        {count}
      </span>
      <span id={id} hidden>
        {words}
      </span>
    </>
  );
}

/** How many proposals wait for an admin, live; nothing while none do, and while that is not known. */
export function WaitingProposals({ id, ledger: { proposals } }: { id: string; ledger: LedgerService }) {
  const [waiting, setWaiting] = useState(0);
  useEffect(
    () =>
      proposals.watchWaiting((count) => {
        if (count.kind === 'failed') console.error('The waiting proposals cannot be counted:', count.detail);
        setWaiting(count.kind === 'ready' ? count.waiting : 0);
      }),
    [proposals],
  );
  if (waiting === 0) return null;
  return <WaitingCount id={id} count={grouped(waiting)} words={proposalMessages.waiting(waiting)} />;
}

/**
 * How many applications wait for an admin; nothing while none do. Counted when the app is opened, and again when the
 * person comes back to it, goes to another page or leaves the Admin Panel, which has the live list: a stream for a
 * number would take one of the few connections that a browser has.
 */
export function WaitingApplications({ id, records }: { id: string; records: CountRecords }) {
  const { pathname } = useLocation();
  const isOnPanel = isWithin('/admin', pathname);
  const waiting = useWaiting(records, pathname, isOnPanel);
  if (waiting === 0 || isOnPanel) return null;
  const count = waiting > MOST ? `${MOST}+` : String(waiting);
  return <WaitingCount id={id} count={count} words={accountMessages.applicationsWaiting(count, waiting)} />;
}

function useWaiting(records: CountRecords, pathname: string, isOnPanel: boolean): number {
  const [waiting, setWaiting] = useState(0);
  const countedAt = useRef(Number.NEGATIVE_INFINITY);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page is a reason to count again
  useEffect(() => {
    if (isOnPanel) {
      countedAt.current = Number.NEGATIVE_INFINITY;
      return;
    }
    const count = async () => {
      if (performance.now() - countedAt.current < FRESH_MS) return;
      countedAt.current = performance.now();
      try {
        // Also after another page was opened meanwhile: that one does not count again so soon.
        setWaiting(await (await records()).applications.countWaiting(MOST + 1));
      } catch (error) {
        console.error('The waiting applications cannot be counted:', error);
        countedAt.current = Number.NEGATIVE_INFINITY;
      }
    };
    void count();
    const onFocus = () => void count();
    window.addEventListener('focus', onFocus);
    return () => window.removeEventListener('focus', onFocus);
  }, [records, pathname, isOnPanel]);
  return waiting;
}
