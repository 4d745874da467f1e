import type { ReactNode } from 'react';
import { Redirect } from '../ui/router.tsx';
import { useSignedIn } from './SignedInLayout.tsx';

/** Shows `page` to admins and sends everybody else to the classifier. */
export function AdminsOnly({ page }: { page: ReactNode }) {
  return useSignedIn().isAdmin ? page : <Redirect to="/" />;
}
