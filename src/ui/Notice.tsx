import { Button, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import layout from './layout.module.css';

type Props = { title: string; children: ReactNode; action?: ReactNode; onRetry?: () => void };

/** A short message in place of a page: what is the matter, and what one can do. */
export function Notice({ title, children, action, onRetry }: Props) {
  return (
    <Stack className={layout['card'] ?? ''} align="flex-start" maw="34rem" mx="auto" mt="12vh" p="xl">
      <Title order={1}>{title}</Title>
      <Text size="md" className={layout['wrap']}>
        {children}
      </Text>
      {action}
      {onRetry && (
        <Button variant="filled" onClick={onRetry}>
          Retry
        </Button>
      )}
    </Stack>
  );
}
