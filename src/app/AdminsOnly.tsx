import { Navigate, Outlet } from 'react-router-dom';
import { useWork } from './Workplace.tsx';

/** Lets admins through to the pages inside and sends everybody else to the classifier. */
export function AdminsOnly() {
  const work = useWork();
  return work.isAdmin ? <Outlet context={work} /> : <Navigate to="/" replace />;
}
