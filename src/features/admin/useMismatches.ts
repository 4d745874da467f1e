import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { AdminData } from '#contract/ledger.ts';
import { type AccessEntry, type AccessMismatch, compareAccess } from '#model/access.ts';
import type { Email } from '#model/email.ts';
import type { UserRecord } from '#model/user.ts';
import type { Collection } from './useCollection.ts';

/** An action changes the two stores one after the other: a difference younger than this is none. Milliseconds. */
const CONFIRM_MS = 2000;
/** Until the mirror has been read once. Milliseconds. */
const RETRY_MS = 5000;

type Mismatches = {
  readonly mismatches: readonly AccessMismatch[];
  /** Reads the mirror again. */
  readonly check: () => void;
};

/**
 * Compares the user records with their mirror. The records are live and the mirror is read: what seems to differ
 * is read once more before it is told.
 */
export function useMismatches(users: Collection<UserRecord>, adminData: AdminData): Mismatches {
  const records = users.kind === 'ready' && users.isComplete ? users.documents : null;
  const latest = useRef(records);
  latest.current = records;
  const [mirror, setMirror] = useState<readonly AccessEntry[] | null>(null);
  const [confirmed, setConfirmed] = useState<ReadonlySet<Email>>(new Set());

  const check = useCallback(async () => {
    try {
      const entries = await adminData.readAccess();
      setMirror(entries);
      return entries;
    } catch (error) {
      console.warn('The access mirror cannot be read:', error);
      return null;
    }
  }, [adminData]);

  const suspected = useMemo(
    () => (records && mirror ? compareAccess(records, mirror) : []),
    [records, mirror],
  );

  const isRead = mirror !== null;
  useEffect(() => {
    if (isRead) return;
    check();
    const retry = setInterval(check, RETRY_MS);
    return () => clearInterval(retry);
  }, [check, isRead]);

  useEffect(() => {
    if (suspected.every(({ email }) => confirmed.has(email))) return;
    // Again and again while it cannot be read.
    const timer = setInterval(async () => {
      const entries = await check();
      if (entries === null || latest.current === null) return;
      setConfirmed(new Set(compareAccess(latest.current, entries).map(({ email }) => email)));
    }, CONFIRM_MS);
    return () => clearInterval(timer);
  }, [suspected, confirmed, check]);

  return { mismatches: suspected.filter(({ email }) => confirmed.has(email)), check };
}
