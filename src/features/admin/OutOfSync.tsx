import { Alert, Button, Group, Text } from '@mantine/core';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { AdminData } from '#contract/ledger.ts';
import { type AccessEntry, type AccessMismatch, compareAccess } from '#model/access.ts';
import type { Email } from '#model/email.ts';
import { accountMessages } from '#model/text/accountMessages.ts';
import { messages } from '#model/text/messages.ts';
import type { UserRecord } from '#model/user.ts';
import type { AccessActions } from '../../services/accessActions.ts';
import type { RunAction } from './useAccessAction.ts';
import type { Collection } from './useCollection.ts';

type Props = {
  ownEmail: Email;
  users: Collection<UserRecord>;
  adminData: AdminData;
  repair: AccessActions['repair'];
  run: RunAction;
};

/** Shown when somebody's record and access entry differ, as after a change that stopped half-way. */
export function OutOfSync({ ownEmail, users, adminData, repair, run }: Props) {
  const { mismatches, check } = useMismatches(users, adminData);
  if (mismatches.length === 0) return null;
  const repairAll = async () => {
    for (const mismatch of mismatches.filter(({ email }) => email !== ownEmail)) {
      await run(mismatch.email, () => repair(mismatch), {
        done: accountMessages.userRepaired(mismatch.email),
        failed: messages.userUpdateFailed,
      });
    }
    check();
  };
  return (
    <Alert color="yellow" title={accountMessages.outOfSync}>
      <Text mb="xs">{describe(mismatches, ownEmail)}</Text>
      <Group>
        <Button variant="filled" size="compact-sm" onClick={repairAll}>
          Repair
        </Button>
      </Group>
    </Alert>
  );
}

function describe(mismatches: readonly AccessMismatch[], ownEmail: Email): string {
  const shown = mismatches.slice(0, 10).map(({ email }) => email);
  const isOwn = mismatches.some(({ email }) => email === ownEmail);
  const own = isOwn ? ` ${accountMessages.ownNotRepaired}` : '';
  return accountMessages.notInForce(shown, mismatches.length - shown.length) + own;
}

/** Younger differences are ignored: an action changes the two stores one after the other. Milliseconds. */
const CONFIRM_MS = 2000;
/** Pause between two reads of the access entries until the first has succeeded, and while a difference is shown. Milliseconds. */
const RETRY_MS = 5000;
const NONE: ReadonlySet<Email> = new Set();

type Mismatches = {
  readonly mismatches: readonly AccessMismatch[];
  /** Reads the access entries again. */
  readonly check: () => void;
};

/**
 * Compares the user records with the access entries. The records are live and the entries are read: what seems to differ
 * is read once more before it is shown.
 */
function useMismatches(users: Collection<UserRecord>, adminData: AdminData): Mismatches {
  const records = users.kind === 'ready' && users.isComplete ? users.documents : null;
  const latest = useRef(records);
  latest.current = records;
  const [entries, setEntries] = useState<readonly AccessEntry[] | null>(null);
  const [confirmed, setConfirmed] = useState(NONE);

  const check = useCallback(async () => {
    try {
      const found = await adminData.readAccess();
      setEntries(found);
      return found;
    } catch (error) {
      console.warn('The access entries cannot be read:', error);
      return null;
    }
  }, [adminData]);

  const suspected = useMemo(
    () => (records && entries ? compareAccess(records, entries) : []),
    [records, entries],
  );

  const isRead = entries !== null;
  useEffect(() => {
    if (isRead) return;
    check();
    const retry = setInterval(check, RETRY_MS);
    return () => clearInterval(retry);
  }, [check, isRead]);

  useEffect(() => {
    // What was confirmed once says nothing about a later difference of the same person.
    if (suspected.length === 0) return setConfirmed(NONE);
    // Repeats as long as there is one: the read may fail, hit the middle of a change, or somebody else may repair it.
    const isShown = suspected.every(({ email }) => confirmed.has(email));
    const timer = setInterval(
      async () => {
        const found = await check();
        if (found === null || latest.current === null) return;
        setConfirmed(new Set(compareAccess(latest.current, found).map(({ email }) => email)));
      },
      isShown ? RETRY_MS : CONFIRM_MS,
    );
    return () => clearInterval(timer);
  }, [suspected, confirmed, check]);

  return { mismatches: suspected.filter(({ email }) => confirmed.has(email)), check };
}
