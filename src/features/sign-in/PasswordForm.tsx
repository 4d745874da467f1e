import { Anchor, Button, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { messages } from '#model/text/messages.ts';
import { type FieldErrors, isValid, validateRegistration, validateSignIn } from '#model/validation.ts';
import type { AuthService } from '../../services/auth.ts';
import { Failure } from '../../ui/Failure.tsx';
import layout from '../../ui/layout.module.css';
import { PasswordField } from '../../ui/PasswordField.tsx';
import { useAttempt } from './useAttempt.ts';

type Props = {
  auth: AuthService;
  email: string;
  onEmail: (email: string) => void;
  onForgot: () => void;
  onBack: () => void;
};

/** Email and password: to sign in, or to register. After success the session shows the next screen. */
export function PasswordForm({ auth, email, onEmail, onForgot, onBack }: Props) {
  const form = usePasswordForm(auth, email);
  const { isRegistering, errors, attempt } = form;
  return (
    <>
      <form className={layout['stack']} onSubmit={form.submit} noValidate>
        <TextInput
          label="Email"
          type="email"
          autoComplete="username"
          data-autofocus
          autoFocus
          value={email}
          onChange={(event) => onEmail(event.currentTarget.value)}
          error={errors.email}
        />
        <PasswordField
          label="Password"
          autoComplete={isRegistering ? 'new-password' : 'current-password'}
          value={form.password}
          onChange={(event) => form.setPassword(event.currentTarget.value)}
          error={errors.password}
        />
        {isRegistering && (
          <PasswordField
            label="Confirm password"
            autoComplete="new-password"
            value={form.confirmation}
            onChange={(event) => form.setConfirmation(event.currentTarget.value)}
            error={errors.confirmation}
          />
        )}
        <Failure text={attempt.failure} />
        <Button variant="filled" type="submit" loading={attempt.isBusy}>
          {isRegistering ? 'Create Account' : 'Sign In'}
        </Button>
      </form>
      <Links isRegistering={isRegistering} onToggle={form.toggle} onForgot={onForgot} onBack={onBack} />
    </>
  );
}

function usePasswordForm(auth: AuthService, email: string) {
  const [isRegistering, setRegistering] = useState(false);
  const [password, setPassword] = useState('');
  const [confirmation, setConfirmation] = useState('');
  const [errors, setErrors] = useState<FieldErrors<'email' | 'password' | 'confirmation'>>({});
  const attempt = useAttempt(isRegistering ? messages.registerFailed : messages.signInFailed);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const found = isRegistering
      ? validateRegistration({ email, password, confirmation })
      : validateSignIn({ email, password });
    setErrors(found);
    attempt.clear();
    if (!isValid(found)) return;
    attempt.run(() => (isRegistering ? auth.register(email, password) : auth.signIn(email, password)));
  };
  const toggle = () => {
    setRegistering(!isRegistering);
    setErrors({});
    attempt.clear();
  };
  return {
    isRegistering,
    toggle,
    password,
    setPassword,
    confirmation,
    setConfirmation,
    errors,
    attempt,
    submit,
  };
}

type LinksProps = Pick<Props, 'onForgot' | 'onBack'> & { isRegistering: boolean; onToggle: () => void };

function Links({ isRegistering, onToggle, onForgot, onBack }: LinksProps) {
  return (
    <div className={layout['cluster']}>
      {!isRegistering && (
        <Anchor component="button" type="button" onClick={onForgot}>
          Forgot your password?
        </Anchor>
      )}
      <Anchor component="button" type="button" onClick={onToggle}>
        {isRegistering ? 'Already have an account? Sign In' : 'Need an account? Register'}
      </Anchor>
      <Anchor component="button" type="button" onClick={onBack}>
        Other ways to sign in
      </Anchor>
    </div>
  );
}
