import { ActionIcon, type MantineColorScheme, useMantineColorScheme } from '@mantine/core';
import { ContrastIcon, MoonIcon, SunIcon } from '../ui/icons.tsx';

const schemes = {
  auto: { label: 'as the system', Icon: ContrastIcon, next: 'light' },
  light: { label: 'light', Icon: SunIcon, next: 'dark' },
  dark: { label: 'dark', Icon: MoonIcon, next: 'auto' },
} as const satisfies Record<MantineColorScheme, unknown>;

/** What comes after a scheme when one goes round. */
export function nextScheme(scheme: MantineColorScheme): MantineColorScheme {
  return schemes[scheme].next;
}

/** Switches from the scheme of the system to light, to dark, and back. The browser stores the choice. */
export function ColourSchemeSwitch() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const { label, Icon } = schemes[colorScheme];
  const name = `Colour scheme: ${label}`;
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size="md"
      aria-label={name}
      title={name}
      onClick={() => setColorScheme(nextScheme(colorScheme))}
    >
      <Icon />
    </ActionIcon>
  );
}
