import { Group, Paper, Text } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import styles from './Caution.module.css';

type Props = { title: string; children?: ReactNode; actions: ReactNode };

/** Something that wants a decision, and the buttons for it. */
export function Caution({ title, children, actions }: Props) {
  const id = useId();
  return (
    <Paper component="section" withBorder p="sm" className={styles['caution'] ?? ''} aria-labelledby={id}>
      <Text id={id} size="sm" fw={600}>
        {title}
      </Text>
      {children && <Text size="sm">{children}</Text>}
      <Group gap="xs" mt="xs">
        {actions}
      </Group>
    </Paper>
  );
}
