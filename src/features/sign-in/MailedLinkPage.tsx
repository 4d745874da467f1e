import { Box, Button, Text, Title } from '@mantine/core';
import { type FormEvent, type ReactNode, useEffect, useState } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { authFailureText } from '#model/authFailure.ts';
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
  const home = (
    <Button variant="filled" component={Link} to="/">
      Go to the Classifier
    </Button>
  );
  if (code !== null && mode === 'resetPassword') return <NewPassword auth={auth} code={code} home={home} />;
  if (code !== null && mode === 'verifyEmail')
    return <VerifyEmail auth={auth} signIn={signIn} code={code} home={home} />;
  return (
    <Notice title={accountMessages.linkBroken} action={home}>
      {authFailureText('link-invalid', messages.signInFailed)}
    </Notice>
  );
}

type VerifyProps = { auth: AuthService; signIn: ReactNode; code: string; home: ReactNode };

/**
 * Confirms an address by a button, for the account itself. The mail alone proves nothing: anybody may have registered
 * the address, and its owner must not confirm a stranger's account by opening a link.
 */
function VerifyEmail({ auth, signIn, code, home }: VerifyProps) {
  const link = useLink(() => auth.readVerificationLink(code), auth, code);
  const account = useAccount(auth);
  const [isDone, setDone] = useState(false);
  if (isDone) {
    return (
      <Notice title={accountMessages.addressVerified} action={home}>
        {accountMessages.emailVerified}
      </Notice>
    );
  }
  if (link === null || account === undefined) return <Loading />;
  if (link.kind === 'failed')
    return <BadLink link={link} fallback={messages.verificationFailed} home={home} />;
  if (account?.email === link.email)
    return (
      <Confirmation email={link.email} confirm={() => auth.verifyEmail(code)} onDone={() => setDone(true)} />
    );
  if (account !== null) {
    return (
      <Notice title={accountMessages.otherAddress}>
        {accountMessages.linkIsForOther(link.email, account.email)}
      </Notice>
    );
  }
  return (
    <>
      <Text size="md" maw="34rem" mx="auto" mt="lg" className={layout['wrap']}>
        {accountMessages.signInToConfirm(link.email)}
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

/** What the link is for; null until that is known. */
function useLink(read: () => Promise<MailedLink>, auth: AuthService, code: string): MailedLink | null {
  const [link, setLink] = useState<MailedLink | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `read` is another function at each rendering
  useEffect(() => {
    read().then(setLink, (error: unknown) => {
      console.error(error);
      setLink({ kind: 'failed', failure: 'other' });
    });
  }, [auth, code]);
  return link;
}

type BadLinkProps = {
  link: Extract<MailedLink, { kind: 'failed' }>;
  fallback: string;
  home: ReactNode;
};

function BadLink({ link, fallback, home }: BadLinkProps) {
  return (
    <Notice title={accountMessages.linkBroken} action={home}>
      {authFailureText(link.failure, fallback)}
    </Notice>
  );
}

type NewPasswordProps = { auth: AuthService; code: string; home: ReactNode };

/** Chooses a new password with a mailed link, after the link has been found good. */
function NewPassword({ auth, code, home }: NewPasswordProps) {
  const link = useLink(() => auth.readResetLink(code), auth, code);
  const [isDone, setDone] = useState(false);
  if (link === null) return <Loading />;
  if (link.kind === 'failed')
    return <BadLink link={link} fallback={messages.newPasswordFailed} home={home} />;
  if (isDone) {
    return (
      <Notice title={accountMessages.passwordIsChanged} action={home}>
        {accountMessages.passwordChanged}
      </Notice>
    );
  }
  return (
    <NewPasswordForm
      email={link.email}
      save={(password) => auth.resetPassword(code, password)}
      onDone={() => setDone(true)}
    />
  );
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
