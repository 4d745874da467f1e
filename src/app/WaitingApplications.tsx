import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { accountMessages } from '#model/text/accountMessages.ts';
import type { ApplicationsService } from '../services/records.ts';
import { ADMIN, isWithin } from './pages.ts';
import { WaitingCount } from './WaitingCount.tsx';

/** Counted at most; more are shown as `20+`. */
const MOST = 20;
/** A count younger than this is not taken again. Milliseconds. */
const FRESH_MS = 60_000;

export type CountRecords = () => Promise<{ applications: Pick<ApplicationsService, 'countWaiting'> }>;

type Props = { id: string; records: CountRecords };

/**
 * How many applications wait for an admin; nothing while none do. Counted when the app is opened, and again when the
 * person comes back to it, goes to another page or leaves the Admin Panel, which has the live list: a stream for a
 * number would take one of the few connections that a browser has.
 */
export function WaitingApplications({ id, records }: Props) {
  const { pathname } = useLocation();
  const isOnPanel = isWithin(ADMIN, pathname);
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
