import { Button, Group, Text } from '@mantine/core';
import { grouped } from '#model/text/figures.ts';

type Props = { label: string; page: number; pages: number; onTurn: (page: number) => void };

/** Turns the pages of a list. */
export function Pager({ label, page, pages, onTurn }: Props) {
  return (
    <Group component="nav" gap="xs" aria-label={label}>
      <Button size="compact-sm" variant="default" disabled={page <= 1} onClick={() => onTurn(page - 1)}>
        Prev
      </Button>
      <Text size="sm" component="span" aria-live="polite">
        Page {grouped(page)} of {grouped(pages)}
      </Text>
      <Button size="compact-sm" variant="default" disabled={page >= pages} onClick={() => onTurn(page + 1)}>
        Next
      </Button>
    </Group>
  );
}
