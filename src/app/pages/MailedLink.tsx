import type { ReactNode } from 'react';
import { MailedLinkPage } from '../../features/sign-in/MailedLinkPage.tsx';
import { useQuery } from '../../ui/router.tsx';
import { useApp } from '../AppContext.ts';

/** @param signIn the sign-in screen, which the page that fetches this one has already */
export function MailedLink({ signIn }: { signIn: ReactNode }) {
  const { services } = useApp();
  const query = useQuery();
  return (
    <MailedLinkPage
      auth={services.auth}
      signIn={signIn}
      mode={query.get('mode')}
      code={query.get('oobCode')}
    />
  );
}
