import { Box, Text, Title } from '@mantine/core';
import { useState } from 'react';
import type { AuthService } from '../../services/auth.ts';
import { PasswordForm } from './PasswordForm.tsx';
import { ResetForm } from './ResetForm.tsx';
import { SignInChoice } from './SignInChoice.tsx';
import styles from './SignInPage.module.css';

type Props = { auth: AuthService; brand: string };

type View = 'choice' | 'password' | 'reset';

/** Stands in place of every page while nobody is signed in. */
export function SignInPage({ auth, brand }: Props) {
  const [view, setView] = useState<View>('choice');
  // Kept here, so that an address typed for one form need not be typed again for the other.
  const [email, setEmail] = useState('');
  return (
    <Box className={styles['page']}>
      <div>
        <Title order={1}>Sign in to {brand}</Title>
        <Text c="dimmed" size="sm">
          Access the classifier and admin tools.
        </Text>
      </div>
      {view === 'choice' && <SignInChoice auth={auth} onPassword={() => setView('password')} />}
      {view === 'password' && (
        <PasswordForm
          auth={auth}
          email={email}
          onEmail={setEmail}
          onForgot={() => setView('reset')}
          onBack={() => setView('choice')}
        />
      )}
      {view === 'reset' && (
        <ResetForm auth={auth} email={email} onEmail={setEmail} onBack={() => setView('password')} />
      )}
    </Box>
  );
}
