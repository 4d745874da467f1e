import { MailedLinkPage } from '../../features/sign-in/MailedLinkPage.tsx';
import { useRouter } from '../../ui/router.tsx';
import { useApp } from '../AppContext.ts';

export function MailedLink() {
  const { services } = useApp();
  const query = new URLSearchParams(useRouter().place.search);
  return <MailedLinkPage auth={services.auth} mode={query.get('mode')} code={query.get('oobCode')} />;
}
