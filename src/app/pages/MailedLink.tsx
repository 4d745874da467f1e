import { useSearchParams } from 'react-router-dom';
import { MailedLinkPage } from '../../features/sign-in/MailedLinkPage.tsx';
import { useApp } from '../AppContext.ts';

export function MailedLink() {
  const { services } = useApp();
  const [query] = useSearchParams();
  return <MailedLinkPage auth={services.auth} mode={query.get('mode')} code={query.get('oobCode')} />;
}
