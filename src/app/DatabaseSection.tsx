import { NavLink, Outlet } from 'react-router-dom';
import layout from '../ui/layout.module.css';
import styles from './DatabaseSection.module.css';
import { databaseSections } from './pages.ts';

/** A section of the Database screen, below the links to all of them. */
export function DatabaseSection() {
  return (
    <>
      {databaseSections.length > 1 && (
        <nav className={styles['sections']} aria-label="Database">
          {databaseSections.map(({ path, label }) => (
            <NavLink key={path} to={path} end className={layout['tab'] ?? ''}>
              {label}
            </NavLink>
          ))}
        </nav>
      )}
      <Outlet />
    </>
  );
}
