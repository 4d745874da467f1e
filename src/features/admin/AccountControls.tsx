import { Button, Group, Stack, Text } from '@mantine/core';
import { useCallback, useEffect, useState } from 'react';
import { authFailureText } from '#model/authFailure.ts';
import { accountMessages } from '#model/text/accountMessages.ts';

import type { AccountCalls, AccountDescription } from '../../services/accountCalls.ts';
import type { AuthOutcome } from '../../services/auth.ts';
import { useBusy } from '../../ui/useBusy.ts';

type Props = {
  email: string;
  calls: () => Promise<AccountCalls>;
  onFailure: (text: string | null) => void;
};

/** Ends the sessions of a user's account, and stops it from signing in. Only the embedded backend has these. */
export function AccountControls({ email, calls, onFailure }: Props) {
  const { account, isUnreadable, done, run, isBusy } = useAccount({ email, calls, onFailure });
  const state =
    account === null ? (isUnreadable ? accountMessages.accountUnreadable : '') : describe(account);
  return (
    <Stack gap={4}>
      <Text>{state}</Text>
      {account?.exists && (
        <Group gap="sm">
          <Button
            size="compact-sm"
            disabled={isBusy || account.sessions === 0}
            onClick={() => run((server) => server.endSessions(email), accountMessages.sessionsEnded(email))}
          >
            End all sessions
          </Button>
          <Button
            size="compact-sm"
            disabled={isBusy}
            onClick={() =>
              run(
                (server) => server.setDisabled(email, !account.disabled),
                account.disabled
                  ? accountMessages.accountEnabled(email)
                  : accountMessages.accountDisabled(email),
              )
            }
          >
            {account.disabled ? 'Enable account' : 'Disable account'}
          </Button>
        </Group>
      )}
      <Text role="status" style={{ overflowWrap: 'anywhere' }}>
        {done}
      </Text>
    </Stack>
  );
}

function describe(account: AccountDescription): string {
  if (!account.exists) return accountMessages.notRegistered;
  if (account.disabled) return accountMessages.isDisabled;
  return accountMessages.signedInOn(account.sessions);
}

function useAccount({ email, calls, onFailure }: Props) {
  const [account, setAccount] = useState<AccountDescription | null>(null);
  const [isUnreadable, setUnreadable] = useState(false);
  const [done, setDone] = useState('');
  const [isBusy, whileBusy] = useBusy();
  const read = useCallback(async () => {
    setAccount(await (await calls()).describe(email));
  }, [calls, email]);
  useEffect(() => {
    // The rest of the dialog works without; the buttons are not there then.
    read().catch((error: unknown) => {
      console.warn('The account cannot be described:', error);
      setUnreadable(true);
    });
  }, [read]);

  const apply = async (change: (server: AccountCalls) => Promise<AuthOutcome>, message: string) => {
    setDone('');
    onFailure(null);
    try {
      const outcome = await change(await calls());
      if (outcome.kind === 'done') setDone(message);
      else onFailure(authFailureText(outcome.failure, accountMessages.accountChangeFailed));
      await read();
    } catch (error) {
      console.error(error);
      onFailure(accountMessages.accountChangeFailed);
    }
  };
  const run = (...of: Parameters<typeof apply>) => whileBusy(() => apply(...of));
  return { account, isUnreadable, done, run, isBusy };
}
