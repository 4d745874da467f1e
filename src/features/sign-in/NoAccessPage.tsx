import { Anchor, Box, Button, Text, Title } from '@mantine/core';
import { useCallback, useEffect, useState } from 'react';
import { accountMessages } from '#model/text/accountMessages.ts';
import { messages } from '#model/text/messages.ts';
import { type Account, accessOf } from '#model/user.ts';
import type { AuthService } from '../../services/auth.ts';
import { canMail } from '../../services/backend.ts';
import type { ApplicationsService, UsersService } from '../../services/records.ts';
import layout from '../../ui/layout.module.css';
import { useStatus } from '../../ui/status/useStatus.ts';
import { useBusy } from '../../ui/useBusy.ts';
import styles from './SignInPage.module.css';

type Props = {
  account: Account;
  auth: AuthService;
  users: Pick<UsersService, 'readUser'>;
  applications: Pick<ApplicationsService, 'isPending' | 'apply'>;
};

/**
 * For people who are signed in and may not use the product: they can apply for access. The screen changes by
 * itself when an admin decides: an approval opens the product at once, and a rejection brings the button back.
 */
export function NoAccessPage({ account, auth, users, applications }: Props) {
  return (
    <Box className={`${layout['stack']} ${layout['section']} ${styles['page']}`}>
      <Title order={1}>No access</Title>
      <Text size="md">{messages.noAccess(account.email)}</Text>
      <OutOfSync account={account} users={users} />
      <Application account={account} applications={applications} />
      {!account.emailVerified && <Verification account={account} auth={auth} />}
    </Box>
  );
}

/** Younger differences are ignored: an admin's action changes the two stores one after the other. Milliseconds. */
const OUT_OF_SYNC_AFTER_MS = 3_000;

/** Says so when the user document gives access and the entry of `access`, which decides, does not. */
function OutOfSync({ account, users }: Pick<Props, 'account' | 'users'>) {
  const [isOutOfSync, setOutOfSync] = useState(false);
  const check = useCallback(async () => {
    setOutOfSync(accessOf(account, await users.readUser(account.email)) !== 'none');
  }, [account, users]);
  useRepeated(check, OUT_OF_SYNC_AFTER_MS);
  return <div role="status">{isOutOfSync && <Text size="md">{messages.accessOutOfSync}</Text>}</div>;
}

function Application({ account, applications }: Pick<Props, 'account' | 'applications'>) {
  const status = useStatus();
  const [answer, setAnswer] = useState<string | null>(null);
  const [isBusy, whileBusy] = useBusy();
  const isAnswered = answer !== null;
  const check = useCallback(async () => {
    if (isAnswered && !(await applications.isPending(account.email))) setAnswer(null);
  }, [applications, account.email, isAnswered]);
  useRepeated(check);

  const apply = async () => {
    status.dismiss();
    try {
      const result = await applications.apply(account);
      setAnswer(result === 'applied' ? messages.applied : messages.alreadyApplied);
    } catch (error) {
      console.error('The application was not stored:', error);
      status.show(messages.applyFailed);
    }
  };

  return (
    <>
      <Steps isApplied={isAnswered} />
      <div role="status">
        {answer !== null && (
          <Text size="md" fw={600}>
            {answer}
          </Text>
        )}
      </div>
      {!isAnswered && (
        <Button variant="filled" onClick={() => whileBusy(apply)} loading={isBusy}>
          Apply for Access
        </Button>
      )}
    </>
  );
}

/** The way to the product, and where on it one stands. */
function Steps({ isApplied }: { isApplied: boolean }) {
  const current = isApplied ? 1 : 0;
  return (
    <ol className={layout['cluster']}>
      {[isApplied ? 'Applied' : 'Apply', 'An admin approves', 'Classifier'].map((step, i) => (
        <li
          key={step}
          aria-current={i === current ? 'step' : undefined}
          className={layout[i === current ? 'strong' : 'quiet']}
        >
          {i > 0 && '→ '}
          {step}
        </li>
      ))}
    </ol>
  );
}

/** Interval at which a visible page asks for an admin's decision, and for the proof of the address. Milliseconds. */
const CHECK_MS = 10_000;

/**
 * Calls `check` every {@link CHECK_MS} while the page is visible, before that after `first` milliseconds, and at once
 * when the person comes back to it. After a failure, the next call tries again.
 */
function useRepeated(check: () => Promise<void>, first = CHECK_MS): void {
  useEffect(() => {
    const watch = new AbortController();
    const run = () => {
      if (document.visibilityState !== 'visible') return;
      check().catch((error: unknown) => console.warn('The state of the access cannot be read:', error));
    };
    const early = first < CHECK_MS ? setTimeout(run, first) : undefined;
    const timer = setInterval(run, CHECK_MS);
    window.addEventListener('focus', run, { signal: watch.signal });
    return () => {
      watch.abort();
      clearTimeout(early);
      clearInterval(timer);
    };
  }, [check, first]);
}

/**
 * Asks for the proof of an unverified address: admins see the address marked, and rights given to it take effect only
 * after the proof.
 */
function Verification({ account, auth }: Pick<Props, 'account' | 'auth'>) {
  const [isSent, setSent] = useState(false);
  const [failed, setFailed] = useState(false);
  // The person opens the link in another window, or on another device.
  const check = useCallback(async () => {
    await auth.refreshAccount();
  }, [auth]);
  useRepeated(check);
  const send = async () => {
    const outcome = await auth.sendVerification();
    setSent(outcome.kind === 'done');
    setFailed(outcome.kind === 'failed');
  };
  return (
    <Text c="dimmed" role="status">
      {accountMessages.emailUnverified(account.email, canMail())}{' '}
      {isSent && accountMessages.linkSentAgain(canMail())}
      {failed && `${accountMessages.linkNotSent} `}
      {!isSent && (
        <Anchor component="button" type="button" onClick={send}>
          {canMail() ? 'Send the link again' : 'Make a new link'}
        </Anchor>
      )}
    </Text>
  );
}
