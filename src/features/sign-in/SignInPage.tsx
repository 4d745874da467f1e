import { Box, Text, Title } from '@mantine/core';
import { startTransition, useEffect, useState } from 'react';
import type { AuthService } from '../../services/auth.ts';
import { whenIdle } from '../../services/whenIdle.ts';
import layout from '../../ui/layout.module.css';
import { lazyPage } from '../../ui/lazyPage.ts';
import { Showcase } from './Showcase.tsx';
import { SignInChoice } from './SignInChoice.tsx';
import styles from './SignInPage.module.css';

type Props = { auth: AuthService; brand: string };

type View = 'choice' | 'password' | 'reset';

const loadPasswordForm = () => import('./PasswordForm.tsx');
const loadResetForm = () => import('./ResetForm.tsx');
const PasswordForm = lazyPage(async () => (await loadPasswordForm()).PasswordForm);
const ResetForm = lazyPage(async () => (await loadResetForm()).ResetForm);

/** Replaces every page while nobody is signed in. */
export function SignInPage({ auth, brand }: Props) {
  const [view, setView] = useState<View>('choice');
  // The view shown stays until the code of the next one is loaded.
  const show = (next: View) => startTransition(() => setView(next));
  // Held here, so that an address typed for one form need not be typed again for the other.
  const [email, setEmail] = useState('');
  useEffect(() => {
    // A failure is handled when the form is opened.
    whenIdle(() => {
      for (const load of [loadPasswordForm, loadResetForm]) load().catch(() => {});
    });
  }, []);
  return (
    <div className={styles['layout']}>
      <Showcase />
      <Box className={`${layout['stack']} ${styles['page']}`}>
        <div>
          <Title order={1}>Sign in to {brand}</Title>
          <Text c="dimmed">Access the classifier and admin tools.</Text>
        </div>
        {view === 'choice' && <SignInChoice auth={auth} onPassword={() => show('password')} />}
        {view === 'password' && (
          <PasswordForm
            auth={auth}
            email={email}
            onEmail={setEmail}
            onForgot={() => show('reset')}
            onBack={() => show('choice')}
          />
        )}
        {view === 'reset' && (
          <ResetForm auth={auth} email={email} onEmail={setEmail} onBack={() => show('password')} />
        )}
      </Box>
    </div>
  );
}
