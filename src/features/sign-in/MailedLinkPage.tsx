import { Box, Button, Text, Title } from '@mantine/core';
import { type FormEvent, type ReactNode, useEffect, useState } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { type AuthFailure, authFailureText } from '#model/authFailure.ts';
import type { Email } from '#model/email.ts';
import { accountMessages } from '#model/text/accountMessages.ts';
import { messages } from '#model/text/messages.ts';
import type { Account } from '#model/user.ts';
import { isValid, validateNewPassword } from '#model/validation.ts';
import type { AuthService, MailedLink } from '../../services/auth.ts';
import { Failure } from '../../ui/Failure.tsx';
import { Loading } from '../../ui/Loading.tsx';
import layout from '../../ui/layout.module.css';
import { Notice } from '../../ui/Notice.tsx';
import { PasswordField } from '../../ui/PasswordField.tsx';
import { useAnswer } from '../../ui/useAnswer.ts';
import { useFields } from '../../ui/useFields.ts';
import styles from './SignInPage.module.css';
import { useAttempt } from './useAttempt.ts';

type Props = {
  auth: AuthService;
  /** The sign-in screen: a link that verifies an address works for the signed-in account alone. */
  signIn: ReactNode;
};

/** Where the links in our mails lead: to a new password, or to the proof of an address. */
export function MailedLinkPage({ auth, signIn }: Props) {
  const [query] = useSearchParams();
  const [mode, code] = [query.get('mode'), query.get('oobCode')];
  if (code !== null && mode === 'resetPassword')
    return (
      <GoodLink
        read={auth.readResetLink}
        code={code}
        fallback={messages.newPasswordFailed}
        done={<Done title={accountMessages.passwordIsChanged}>{accountMessages.passwordChanged}</Done>}
      >
        {(email, onDone) => (
          <NewPasswordForm
            email={email}
            save={(password) => auth.resetPassword(code, password)}
            onDone={onDone}
          />
        )}
      </GoodLink>
    );
  if (code !== null && mode === 'verifyEmail')
    return (
      <GoodLink
        read={auth.readVerificationLink}
        code={code}
        fallback={messages.verificationFailed}
        done={<Done title={accountMessages.addressVerified}>{accountMessages.emailVerified}</Done>}
      >
        {(email, onDone) => (
          <VerifyEmail auth={auth} signIn={signIn} code={code} email={email} onDone={onDone} />
        )}
      </GoodLink>
    );
  return <BrokenLink failure="link-invalid" fallback={messages.signInFailed} />;
}

type LinkProps = {
  read: (code: string) => Promise<MailedLink>;
  code: string;
  /** What is said of a link that is not good, where the reason is not known by name. */
  fallback: string;
  /** In place of it once it is used. */
  done: ReactNode;
  children: (email: Email, onDone: () => void) => ReactNode;
};

/** What a link is for, after it has been found good. */
function GoodLink({ read, code, fallback, done, children }: LinkProps) {
  const { answer: link, hasFailed } = useAnswer(() => read(code), [read, code]);
  const [isDone, setDone] = useState(false);
  if (hasFailed) return <BrokenLink failure="other" fallback={fallback} />;
  if (link === null) return <Loading />;
  if (link.kind === 'failed') return <BrokenLink failure={link.failure} fallback={fallback} />;
  return isDone ? done : children(link.email, () => setDone(true));
}

/** A notice with the way into the product. */
function Done(props: { title: string; children: ReactNode }) {
  const home = (
    <Button variant="filled" component={Link} to="/">
      Go to the Classifier
    </Button>
  );
  return <Notice {...props} action={home} />;
}

function BrokenLink({ failure, fallback }: { failure: AuthFailure; fallback: string }) {
  return <Done title={accountMessages.linkBroken}>{authFailureText(failure, fallback)}</Done>;
}

type VerifyProps = Props & { code: string; email: Email; onDone: () => void };

/**
 * Confirms an address by a button, for the account itself. The mail alone proves nothing: anybody may have registered
 * the address, and its owner must not confirm a stranger's account by opening a link.
 */
function VerifyEmail({ auth, signIn, code, email, onDone }: VerifyProps) {
  const account = useAccount(auth);
  if (account === undefined) return <Loading />;
  if (account?.email === email)
    return <Confirmation email={email} confirm={() => auth.verifyEmail(code)} onDone={onDone} />;
  if (account !== null) {
    return (
      <Notice title={accountMessages.otherAddress}>
        {accountMessages.linkIsForOther(email, account.email)}
      </Notice>
    );
  }
  return (
    <>
      <Text size="md" maw="34rem" mx="auto" mt="lg" className={layout['wrap']}>
        {accountMessages.signInToConfirm(email)}
      </Text>
      {signIn}
    </>
  );
}

type ConfirmationProps = {
  email: string;
  confirm: () => ReturnType<AuthService['verifyEmail']>;
  onDone: () => void;
};

function Confirmation({ email, confirm, onDone }: ConfirmationProps) {
  const attempt = useAttempt(messages.verificationFailed);
  const submit = async () => {
    if (await attempt.run(confirm)) onDone();
  };
  return (
    <Box className={`${layout['stack']} ${styles['page']}`}>
      <Title order={1}>Confirm your email address</Title>
      <Text size="md">{accountMessages.isYours(email)}</Text>
      <Failure text={attempt.failure} />
      <Button variant="filled" onClick={submit} loading={attempt.isBusy}>
        Confirm {email}
      </Button>
    </Box>
  );
}

/** Who is signed in: null is nobody, and undefined not known yet. */
function useAccount(auth: AuthService): Account | null | undefined {
  const [account, setAccount] = useState<Account | null>();
  useEffect(
    () => auth.watchAccount((signedIn) => setAccount(signedIn === null ? null : signedIn.account)),
    [auth],
  );
  return account;
}

type FormProps = {
  email: string;
  save: (password: string) => ReturnType<AuthService['resetPassword']>;
  onDone: () => void;
};

function NewPasswordForm({ email, save, onDone }: FormProps) {
  const { texts, setErrors, field } = useFields({ password: '', confirmation: '' });
  const attempt = useAttempt(messages.newPasswordFailed);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const found = validateNewPassword(texts);
    setErrors(found);
    attempt.clear();
    if (isValid(found) && (await attempt.run(() => save(texts.password)))) onDone();
  };

  return (
    <Box className={`${layout['stack']} ${styles['page']}`}>
      <div>
        <Title order={1}>Choose a new password</Title>
        <Text c="dimmed">For {email}</Text>
      </div>
      <form className={layout['stack']} onSubmit={submit} noValidate>
        {/* Tells password managers whose password this is. */}
        <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
        <PasswordField label="New password" autoComplete="new-password" autoFocus {...field('password')} />
        <PasswordField label="Confirm password" autoComplete="new-password" {...field('confirmation')} />
        <Failure text={attempt.failure} />
        <Button variant="filled" type="submit" loading={attempt.isBusy}>
          Save password
        </Button>
      </form>
    </Box>
  );
}
