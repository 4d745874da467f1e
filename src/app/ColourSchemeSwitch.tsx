import { type MantineColorScheme, useMantineColorScheme } from '@mantine/core';
import { ContrastIcon, Icon } from '../ui/icons.tsx';
import styles from './TopBar.module.css';

const schemes = {
  auto: { label: 'as the system', icon: <ContrastIcon />, next: 'light' },
  light: { label: 'light', icon: <Icon name="sun" />, next: 'dark' },
  dark: { label: 'dark', icon: <Icon name="moon" />, next: 'auto' },
} as const satisfies Record<MantineColorScheme, unknown>;

/** What comes after a scheme when one goes round. */
export function nextScheme(scheme: MantineColorScheme): MantineColorScheme {
  return schemes[scheme].next;
}

/** Switches from the scheme of the system to light, to dark, and back. The browser stores the choice. */
export function ColourSchemeSwitch() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const { label, icon } = schemes[colorScheme];
  const name = `Colour scheme: ${label}`;
  return (
    <button
      type="button"
      className={styles['tool']}
      aria-label={name}
      title={name}
      onClick={() => setColorScheme(nextScheme(colorScheme))}
    >
      {icon}
    </button>
  );
}
