import type { ReactNode } from 'react';
import { NavLink } from 'react-router-dom';
import type { Access } from '#model/user.ts';
import { Icon, Mark } from '../ui/icons.tsx';
import layout from '../ui/layout.module.css';
import { useShortcutList } from '../ui/shortcuts/useShortcuts.ts';
import { ColourSchemeSwitch } from './ColourSchemeSwitch.tsx';
import { isFor, type Page } from './pages.ts';
import styles from './TopBar.module.css';

type Props = {
  brand: string;
  pages: readonly Page[];
  /** What the person may do; `none` also when nobody is signed in. */
  access: Access;
  /** What stands behind the name of a page; `id` is for what describes its link. */
  waiting?: (page: Page, id: string) => ReactNode;
  /** The signed-in person, and opening their account; missing when nobody is signed in. */
  account: { readonly name: string; readonly email: string; readonly open: () => void } | undefined;
  /** Missing when nobody is signed in. */
  onLogout: (() => void) | undefined;
};

function accountLabel({ name, email }: NonNullable<Props['account']>): string {
  return name === email ? `Account of ${email}` : `Account of ${name} (${email})`;
}

/** Brand, links, colour scheme, the own account and Logout. Links for admins are not there for others. */
export function TopBar({ brand, pages, access, waiting, account, onLogout }: Props) {
  const showShortcuts = useShortcutList();
  const links = pages.filter((page) => page.path !== '/unmatched' && isFor(page, access));
  return (
    <header className={styles['bar']}>
      <NavLink to="/" className={styles['brand'] ?? ''}>
        <Mark />
        {brand}
      </NavLink>
      <nav className={styles['links']} aria-label="Pages">
        {links.map((page) => (
          <NavLink
            key={page.path}
            to={page.path}
            className={`${layout['pill']} ${styles['link']}`}
            aria-describedby={`waiting-${page.label}`}
          >
            {page.label}
            {waiting?.(page, `waiting-${page.label}`)}
          </NavLink>
        ))}
      </nav>
      <button
        type="button"
        className={`${layout['pill']} ${styles['link']}`}
        aria-label="Keyboard shortcuts"
        title="Keyboard shortcuts"
        onClick={showShortcuts}
      >
        <Icon name="keyboard" />
      </button>
      <ColourSchemeSwitch />
      {account && (
        <button
          type="button"
          className={`${layout['pill']} ${styles['link']}`}
          style={{ maxWidth: '14rem' }}
          aria-label={accountLabel(account)}
          title={account.email}
          onClick={account.open}
        >
          <Icon name="account" />
          <span className={`${layout['ellipsis']} mantine-visible-from-sm`}>{account.name}</span>
        </button>
      )}
      {onLogout && (
        <button
          type="button"
          className={`${layout['pill']} ${styles['link']} ${styles['logout']}`}
          onClick={onLogout}
        >
          Logout
        </button>
      )}
    </header>
  );
}
