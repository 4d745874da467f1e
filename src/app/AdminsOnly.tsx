import { Navigate, Outlet } from 'react-router-dom';
import { useSignedIn } from './SignedInLayout.tsx';

/** Lets admins through to the pages inside and sends everybody else to the classifier. */
export function AdminsOnly() {
  const work = useSignedIn();
  return work.isAdmin ? <Outlet context={work} /> : <Navigate to="/" replace />;
}
