import { use } from 'react';
import type { Account } from '#model/user.ts';
import { NoAccessPage } from '../../features/sign-in/NoAccessPage.tsx';
import { useApp } from '../AppContext.ts';

export function NoAccess({ account }: { account: Account }) {
  const { services } = useApp();
  const { users, applications } = use(services.records());
  return <NoAccessPage account={account} auth={services.auth} users={users} applications={applications} />;
}
