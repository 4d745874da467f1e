import { Center, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Icon } from './icons.tsx';
import layout from './layout.module.css';

type Props = { children: ReactNode };

/** In place of a list that has nothing to show: why, or how something gets there. */
export function Empty({ children }: Props) {
  return (
    <Stack className={layout['card'] ?? ''} align="center" gap="sm" px="md" py={48} c="dimmed" ta="center">
      <Center w={64} h={64} c="var(--accent-text)" bg="var(--accent-softer)" bdrs="50%">
        <Icon name="layers" size={32} />
      </Center>
      <Text maw="32rem">{children}</Text>
    </Stack>
  );
}
