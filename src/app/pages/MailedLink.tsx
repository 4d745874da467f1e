import { MailedLinkPage } from '../../features/sign-in/MailedLinkPage.tsx';
import { useQuery } from '../../ui/router.tsx';
import { useApp } from '../AppContext.ts';
import { BRAND } from '../brand.ts';

export function MailedLink() {
  const { services } = useApp();
  const query = useQuery();
  return (
    <MailedLinkPage auth={services.auth} brand={BRAND} mode={query.get('mode')} code={query.get('oobCode')} />
  );
}
