import { Anchor, Button, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { messages } from '#model/text/messages.ts';
import { isValid, validateRegistration, validateSignIn } from '#model/validation.ts';
import type { AuthService } from '../../services/auth.ts';
import { Failure } from '../../ui/Failure.tsx';
import layout from '../../ui/layout.module.css';
import { PasswordField } from '../../ui/PasswordField.tsx';
import { useFields } from '../../ui/useFields.ts';
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
          {...form.field('password')}
        />
        {isRegistering && (
          <PasswordField
            label="Confirm password"
            autoComplete="new-password"
            {...form.field('confirmation')}
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

/** The address is the page's: other forms have it, too. */
function usePasswordForm(auth: AuthService, email: string) {
  const [isRegistering, setRegistering] = useState(false);
  const { texts, errors, setErrors, field } = useFields({ email, password: '', confirmation: '' });
  const { password } = texts;
  const attempt = useAttempt(isRegistering ? messages.registerFailed : messages.signInFailed);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const found = isRegistering
      ? validateRegistration({ ...texts, email })
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
  return { isRegistering, toggle, field, errors, attempt, submit };
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
