import type { ReactNode } from 'react';
import { Link } from '../ui/router.tsx';
import styles from './DatabaseSection.module.css';
import { databaseSections } from './pages.ts';

/** A section of the Database screen, below the links to all of them. */
export function DatabaseSection({ children }: { children: ReactNode }) {
  return (
    <>
      {databaseSections.length > 1 && (
        <nav className={styles['sections']} aria-label="Database">
          {databaseSections.map(({ path, label }) => (
            <Link key={path} to={path} className={styles['section'] ?? ''}>
              {label}
            </Link>
          ))}
        </nav>
      )}
      {children}
    </>
  );
}
