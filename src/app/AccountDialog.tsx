import { Button, Modal, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { accountMessages } from '#model/accountMessages.ts';
import { authFailureText } from '#model/authFailure.ts';

import type { AccountCalls } from '../services/accountCalls.ts';
import { Failure } from '../ui/Failure.tsx';

type Props = {
  email: string;
  calls: () => Promise<AccountCalls>;
  /** Signs out in this browser, after the server has ended all sessions. */
  onSignedOut: () => void;
  onClose: () => void;
};

/** The own account: here a person ends all its sessions, for instance one left open on another computer. */
export function AccountDialog({ email, calls, onSignedOut, onClose }: Props) {
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const signOutEverywhere = async () => {
    setBusy(true);
    setFailure(null);
    try {
      const outcome = await (await calls()).signOutEverywhere();
      if (outcome.kind === 'done') return onSignedOut();
      setFailure(authFailureText(outcome.failure, accountMessages.signOutEverywhereFailed));
    } catch (error) {
      console.error(error);
      setFailure(accountMessages.signOutEverywhereFailed);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Modal opened onClose={onClose} title="Account">
      <Stack gap="sm" align="flex-start">
        <Text>{email}</Text>
        <Text size="sm" c="dimmed">
          Sign out everywhere ends all your sessions, in this browser and on every other device.
        </Text>
        <Failure text={failure} />
        <Button variant="default" onClick={signOutEverywhere} loading={isBusy}>
          Sign out everywhere
        </Button>
      </Stack>
    </Modal>
  );
}
