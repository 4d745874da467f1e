import { Navigate, Outlet } from 'react-router-dom';
import { useSessionState } from './AppContext.ts';

/** Lets admins through to the pages inside and sends everybody else to the classifier. */
export function AdminsOnly() {
  const session = useSessionState();
  return session.kind === 'allowed' && session.access === 'admin' ? <Outlet /> : <Navigate to="/" replace />;
}
