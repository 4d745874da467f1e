import { type MantineColorScheme, useMantineColorScheme } from '@mantine/core';
import { ContrastIcon, Icon } from '../ui/icons.tsx';
import layout from '../ui/layout.module.css';
import { useShortcut } from '../ui/shortcuts/useShortcuts.ts';
import styles from './TopBar.module.css';

const schemes = {
  auto: { label: 'as the system', icon: <ContrastIcon />, next: 'light' },
  light: { label: 'light', icon: <Icon name="sun" />, next: 'dark' },
  dark: { label: 'dark', icon: <Icon name="moon" />, next: 'auto' },
} as const satisfies Record<MantineColorScheme, unknown>;

/** Switches from the scheme of the system to light, to dark, and back. The browser stores the choice. */
export function ColourSchemeSwitch() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const { label, icon, next } = schemes[colorScheme];
  const change = () => setColorScheme(next);
  useShortcut({ id: 'scheme', keys: 't', label: 'Change the colour scheme' }, change);
  const name = `Colour scheme: ${label}`;
  return (
    <button
      type="button"
      className={`${layout['pill']} ${styles['link']}`}
      aria-label={name}
      title={name}
      onClick={change}
    >
      {icon}
    </button>
  );
}
