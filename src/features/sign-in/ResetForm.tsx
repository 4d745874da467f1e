import { Anchor, Button, Text, TextInput, Title } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { messages } from '#model/text/messages.ts';
import { type FieldErrors, isValid, validateEmail } from '#model/validation.ts';
import type { AuthService } from '../../services/auth.ts';
import { canMail } from '../../services/backend.ts';
import { Failure } from '../../ui/Failure.tsx';
import layout from '../../ui/layout.module.css';
import { useAttempt } from './useAttempt.ts';

type Props = { auth: AuthService; email: string; onEmail: (email: string) => void; onBack: () => void };

/** Sends a reset link by mail. Shows the same text for unknown addresses, so as not to reveal who has an account. */
export function ResetForm({ auth, email, onEmail, onBack }: Props) {
  const [errors, setErrors] = useState<FieldErrors<'email'>>({});
  const [isSent, setSent] = useState(false);
  const attempt = useAttempt(messages.resetFailed);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const found = validateEmail(email);
    setErrors(found);
    attempt.clear();
    if (!isValid(found)) return;
    setSent(await attempt.run(() => auth.sendPasswordReset(email)));
  };

  const back = (
    <Anchor component="button" type="button" onClick={onBack}>
      Back to Sign In
    </Anchor>
  );
  if (isSent) {
    return (
      <div className={layout['stack']} role="status">
        <Title order={2}>Check your email</Title>
        <Text>{messages.resetSent(email.trim(), canMail())}</Text>
        <div className={layout['cluster']}>{back}</div>
      </div>
    );
  }
  return (
    <>
      <form className={layout['stack']} onSubmit={submit} noValidate>
        <TextInput
          label="Email"
          type="email"
          autoComplete="username"
          autoFocus
          value={email}
          onChange={(event) => onEmail(event.currentTarget.value)}
          error={errors.email}
        />
        <Failure text={attempt.failure} />
        <Button variant="filled" type="submit" loading={attempt.isBusy}>
          Send Reset Link
        </Button>
      </form>
      <div className={layout['cluster']}>{back}</div>
    </>
  );
}
