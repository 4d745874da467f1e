import { Group, Stack, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import layout from '../../ui/layout.module.css';

type Props = {
  title: string;
  /** How much is in it, in words; a change is read out. */
  count?: string | undefined;
  /** What it counts waits for somebody. */
  isWaiting?: boolean;
  tools?: ReactNode;
  /** Of the room that it shares with another one. */
  flex?: string;
  children: ReactNode;
};

/** A titled part of the page; beside the title how much is in it, and what one can do in it. */
export function Section({ title, count, isWaiting = false, tools, flex = 'none', children }: Props) {
  return (
    <Stack component="section" aria-label={title} className={layout['section'] ?? ''} gap={0} flex={flex}>
      <Group justify="space-between" gap="xs" mb="xs">
        <div className={layout['cluster']}>
          <Title order={2}>{title}</Title>
          {count !== undefined && (
            <span
              className={`${layout['note']} ${isWaiting ? layout['mark'] : ''}`}
              data-tone={isWaiting ? 'attention' : undefined}
              role="status"
            >
              {count}
            </span>
          )}
        </div>
        {tools}
      </Group>
      {children}
    </Stack>
  );
}
