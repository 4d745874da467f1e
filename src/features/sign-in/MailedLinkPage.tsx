import { Box, Button, Text, Title } from '@mantine/core';
import { type FormEvent, type ReactNode, useEffect, useState } from 'react';
import { authFailureText } from '#model/authFailure.ts';
import { messages } from '#model/messages.ts';
import { type FieldErrors, isValid, validateNewPassword } from '#model/validation.ts';
import type { AuthOutcome, AuthService, ResetLink } from '../../services/auth.ts';
import { Failure } from '../../ui/Failure.tsx';
import { Loading } from '../../ui/Loading.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { PasswordField } from '../../ui/PasswordField.tsx';
import { Link } from '../../ui/router.tsx';
import styles from './SignInPage.module.css';
import { useAttempt } from './useAttempt.ts';

type Props = {
  auth: AuthService;
  /** The query parameters `mode` and `oobCode` of the link. */
  mode: string | null;
  code: string | null;
};

/** Where the links in our mails lead: to a new password, or to the proof of an address. */
export function MailedLinkPage({ auth, mode, code }: Props) {
  const home = (
    <Button component={Link} to="/">
      Go to the product
    </Button>
  );
  if (code !== null && mode === 'resetPassword') return <NewPassword auth={auth} code={code} home={home} />;
  if (code !== null && mode === 'verifyEmail') return <VerifyEmail auth={auth} code={code} home={home} />;
  return (
    <Notice title="This link does not work" action={home}>
      {authFailureText('link-invalid', messages.signInFailed)}
    </Notice>
  );
}

type VerifyProps = { auth: AuthService; code: string; home: ReactNode };

/** Uses the link at once: opening it is the proof. */
function VerifyEmail({ auth, code, home }: VerifyProps) {
  const [outcome, setOutcome] = useState<AuthOutcome | null>(null);
  useEffect(() => {
    auth.verifyEmail(code).then(setOutcome, (error: unknown) => {
      console.error(error);
      setOutcome({ kind: 'failed', failure: 'other' });
    });
  }, [auth, code]);

  if (outcome === null) return <Loading />;
  if (outcome.kind === 'failed') {
    return (
      <Notice title="This link does not work" action={home}>
        {authFailureText(outcome.failure, messages.verificationFailed)}
      </Notice>
    );
  }
  return (
    <Notice title="Your email address is verified" action={home}>
      Thank you. You can close this page, or go on from here.
    </Notice>
  );
}

type NewPasswordProps = { auth: AuthService; code: string; home: ReactNode };

/** Chooses a new password with a mailed link, after the link has been found good. */
function NewPassword({ auth, code, home }: NewPasswordProps) {
  const [link, setLink] = useState<ResetLink | null>(null);
  const [isDone, setDone] = useState(false);
  useEffect(() => {
    auth.readResetLink(code).then(setLink, (error: unknown) => {
      console.error(error);
      setLink({ kind: 'failed', failure: 'other' });
    });
  }, [auth, code]);

  if (link === null) return <Loading />;
  if (link.kind === 'failed') {
    return (
      <Notice title="This link does not work" action={home}>
        {authFailureText(link.failure, messages.newPasswordFailed)}
      </Notice>
    );
  }
  if (isDone) {
    return (
      <Notice title="Your password is changed" action={home}>
        Sign in with the new password from now on. Sessions on other devices have been ended.
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
  const [password, setPassword] = useState('');
  const [confirmation, setConfirmation] = useState('');
  const [errors, setErrors] = useState<FieldErrors<'password' | 'confirmation'>>({});
  const attempt = useAttempt(messages.newPasswordFailed);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const found = validateNewPassword({ password, confirmation });
    setErrors(found);
    attempt.clear();
    if (isValid(found) && (await attempt.run(() => save(password)))) onDone();
  };

  return (
    <Box className={styles['page']}>
      <div>
        <Title order={1}>Choose a new password</Title>
        <Text c="dimmed" size="sm">
          For {email}
        </Text>
      </div>
      <form className={styles['form']} onSubmit={submit} noValidate>
        {/* Tells password managers whose password this is. */}
        <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
        <PasswordField
          label="New password"
          autoComplete="new-password"
          autoFocus
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
          error={errors.password}
        />
        <PasswordField
          label="Confirm password"
          autoComplete="new-password"
          value={confirmation}
          onChange={(event) => setConfirmation(event.currentTarget.value)}
          error={errors.confirmation}
        />
        <Failure text={attempt.failure} />
        <Button type="submit" loading={attempt.isBusy}>
          Save password
        </Button>
      </form>
    </Box>
  );
}
