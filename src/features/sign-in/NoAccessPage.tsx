import { Anchor, Box, Button, Text, Title } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import { useEffect, useState } from 'react';
import { messages } from '#model/messages.ts';
import type { Account } from '#model/user.ts';
import type { ApplicationsService } from '../../services/applications.ts';
import type { AuthService } from '../../services/auth.ts';
import { useStatus } from '../../ui/status/useStatus.ts';
import styles from './SignInPage.module.css';

type Props = { account: Account; auth: AuthService; applications: ApplicationsService };

/**
 * For people who are signed in and may not use the product: they can apply for access. The screen changes by
 * itself when an admin decides: an approval opens the product, a rejection brings the button back.
 */
export function NoAccessPage({ account, auth, applications }: Props) {
  return (
    <Box className={styles['page']}>
      <Title order={1}>No access</Title>
      <Text>{messages.noAccess(account.email)}</Text>
      <Application account={account} applications={applications} />
      {!account.emailVerified && <Verification account={account} auth={auth} />}
    </Box>
  );
}

function Application({ account, applications }: Omit<Props, 'auth'>) {
  const status = useStatus();
  const [answer, setAnswer] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  useEffect(
    () =>
      applications.watchOwn(account.email, (isPending) => {
        if (!isPending) setAnswer(null);
      }),
    [applications, account.email],
  );

  const apply = async () => {
    status.dismiss();
    setBusy(true);
    try {
      const result = await applications.apply(account);
      setAnswer(result === 'applied' ? messages.applied : messages.alreadyApplied);
    } catch (error) {
      console.error('The application was not stored:', error);
      status.show(messages.applyFailed);
    } finally {
      setBusy(false);
    }
  };

  return (
    <>
      <div role="status">{answer !== null && <Text fw={600}>{answer}</Text>}</div>
      {answer === null && (
        <Button onClick={apply} loading={isBusy}>
          Apply for Access
        </Button>
      )}
    </>
  );
}

/** An address that nobody has proved: an admin sees it marked, and rights given to the address wait for it. */
function Verification({ account, auth }: Pick<Props, 'account' | 'auth'>) {
  const [isSent, setSent] = useState(false);
  const [failed, setFailed] = useState(false);
  // The link is opened elsewhere; on the way back the account is asked for anew.
  useWindowEvent('focus', () => {
    auth.refreshAccount();
  });
  const send = async () => {
    const outcome = await auth.sendVerification();
    setSent(outcome.kind === 'done');
    setFailed(outcome.kind === 'failed');
  };
  return (
    <Text size="sm" c="dimmed" role="status">
      Your email address is not verified yet: please open the link that was mailed to {account.email}.{' '}
      {isSent && 'It was sent again.'}
      {failed && 'It could not be sent just now. '}
      {!isSent && (
        <Anchor component="button" type="button" size="sm" onClick={send}>
          Send the link again
        </Anchor>
      )}
    </Text>
  );
}
