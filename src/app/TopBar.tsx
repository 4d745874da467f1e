import { ActionIcon, Button } from '@mantine/core';
import { NavLink } from 'react-router-dom';
import { KeyboardIcon } from '../ui/icons.tsx';
import { useShortcutList } from '../ui/shortcuts/useShortcuts.ts';
import { ColourSchemeSwitch } from './ColourSchemeSwitch.tsx';
import type { Page } from './pages.ts';
import styles from './TopBar.module.css';

type Props = {
  brand: string;
  pages: readonly Page[];
  isAdmin: boolean;
  /** Missing when nobody is signed in. */
  onLogout: (() => void) | undefined;
};

/** Brand, links, colour scheme and Logout. Links for admins are not there for others. */
export function TopBar({ brand, pages, isAdmin, onLogout }: Props) {
  const showShortcuts = useShortcutList();
  const links = pages.filter((page) => isAdmin || !page.adminsOnly);
  return (
    <header className={styles['bar']}>
      <NavLink to="/" className={styles['brand'] ?? ''}>
        {brand}
      </NavLink>
      <nav className={styles['links']} aria-label="Pages">
        {links.map(({ path, label }) => (
          <NavLink key={path} to={path} end className={styles['link'] ?? ''}>
            {label}
          </NavLink>
        ))}
      </nav>
      <div className={styles['tools']}>
        <ActionIcon
          variant="subtle"
          color="gray"
          size="md"
          aria-label="Keyboard shortcuts"
          title="Keyboard shortcuts"
          onClick={showShortcuts}
        >
          <KeyboardIcon />
        </ActionIcon>
        <ColourSchemeSwitch />
        {onLogout && (
          <Button size="compact-sm" variant="default" onClick={onLogout}>
            Logout
          </Button>
        )}
      </div>
    </header>
  );
}
