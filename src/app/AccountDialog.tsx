import { Anchor, Button, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { authFailureText } from '#model/authFailure.ts';
import { accountMessages } from '#model/text/accountMessages.ts';
import { ResetLink } from '../features/admin/ResetLink.tsx';
import type { AccountCalls } from '../services/accountCalls.ts';
import type { AuthOutcome } from '../services/auth.ts';
import { canMail } from '../services/backend.ts';
import { Dialog } from '../ui/Dialog.tsx';
import { Failure } from '../ui/Failure.tsx';
import { useBusy } from '../ui/useBusy.ts';

type Props = {
  email: string;
  /** Null where the backend has no calls about sessions. */
  calls: (() => Promise<AccountCalls>) | null;
  /** Mails a link that sets another password. */
  sendResetLink: () => Promise<AuthOutcome>;
  /** Signs out in this browser, after the server has ended all sessions. */
  onSignedOut: () => void;
  onClose: () => void;
};

/** The own account: another password, and the end of all its sessions, for instance of one left open elsewhere. */
export function AccountDialog({ email, calls, sendResetLink, onSignedOut, onClose }: Props) {
  const [failure, setFailure] = useState<string | null>(null);
  return (
    <Dialog onClose={onClose} title="Account">
      <Stack gap="md" align="flex-start">
        <Text size="md">{email}</Text>
        <Failure text={failure} />
        <div>
          <Text c="dimmed" mb={4}>
            {accountMessages.passwordByLink(canMail())}
          </Text>
          <ResetLink email={email} label="Change password" send={sendResetLink} onFailure={setFailure} />
        </div>
        {calls && <Sessions calls={calls} onSignedOut={onSignedOut} onFailure={setFailure} />}
        <Guides />
      </Stack>
    </Dialog>
  );
}

/** The guides, in tabs of their own: work on this page goes on. */
function Guides() {
  return (
    <Text>
      Help:{' '}
      <Anchor href="/guide/accountants.html" target="_blank" inherit>
        Guide for accountants
      </Anchor>{' '}
      ·{' '}
      <Anchor href="/guide/admins.html" target="_blank" inherit>
        Guide for administrators
      </Anchor>
    </Text>
  );
}

type SessionsProps = Pick<Props, 'onSignedOut'> & {
  calls: () => Promise<AccountCalls>;
  onFailure: (text: string | null) => void;
};

function Sessions({ calls, onSignedOut, onFailure }: SessionsProps) {
  const [isBusy, whileBusy] = useBusy();
  const signOutEverywhere = async () => {
    onFailure(null);
    try {
      const outcome = await (await calls()).signOutEverywhere();
      if (outcome.kind === 'done') return onSignedOut();
      onFailure(authFailureText(outcome.failure, accountMessages.signOutEverywhereFailed));
    } catch (error) {
      console.error(error);
      onFailure(accountMessages.signOutEverywhereFailed);
    }
  };
  return (
    <div>
      <Text c="dimmed" mb={4}>
        {accountMessages.endsAllSessions}
      </Text>
      <Button onClick={() => whileBusy(signOutEverywhere)} loading={isBusy}>
        Sign out everywhere
      </Button>
    </div>
  );
}
