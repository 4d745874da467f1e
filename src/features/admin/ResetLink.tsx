import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { authFailureText } from '#model/authFailure.ts';
import { messages } from '#model/text/messages.ts';
import type { AuthOutcome } from '../../services/auth.ts';
import { canMail } from '../../services/backend.ts';
import layout from '../../ui/layout.module.css';
import { useBusy } from '../../ui/useBusy.ts';

type Props = {
  email: string;
  label: string;
  size?: 'compact-sm';
  send: () => Promise<AuthOutcome>;
  onFailure: (text: string | null) => void;
};

/** Asks for the link that sets another password of an account, and says what has become of it. */
export function ResetLink({ email, label, size, send, onFailure }: Props) {
  const [isSent, setSent] = useState(false);
  const [isBusy, whileBusy] = useBusy();
  const ask = async () => {
    onFailure(null);
    const outcome = await whileBusy(send);
    setSent(outcome.kind === 'done');
    if (outcome.kind === 'failed') onFailure(authFailureText(outcome.failure, messages.resetFailed));
  };
  return (
    <Group gap="sm">
      <Button {...(size && { size })} onClick={ask} loading={isBusy}>
        {label}
      </Button>
      <Text role="status" className={layout['wrap'] ?? ''}>
        {isSent && messages.resetLinkSent(email, canMail())}
      </Text>
    </Group>
  );
}
