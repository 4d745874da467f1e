import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router-dom';
import { MailedLinkPage } from '../../features/sign-in/MailedLinkPage.tsx';
import { useApp } from '../AppContext.ts';

/** @param signIn the sign-in screen, which the page that fetches this one has already */
export function MailedLink({ signIn }: { signIn: ReactNode }) {
  const { services } = useApp();
  const [query] = useSearchParams();
  return (
    <MailedLinkPage
      auth={services.auth}
      signIn={signIn}
      mode={query.get('mode')}
      code={query.get('oobCode')}
    />
  );
}
