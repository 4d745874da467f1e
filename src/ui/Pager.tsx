import { Button, Group, Text } from '@mantine/core';

type Props = {
  label: string;
  page: number;
  pages: number;
  onTurn: (page: number) => void;
};

/** Turns the pages of a list. */
export function Pager({ label, page, pages, onTurn }: Props) {
  return (
    <Group component="nav" gap="xs" ms="auto" aria-label={label}>
      <Button size="compact-sm" disabled={page <= 1} onClick={() => onTurn(page - 1)}>
        Prev
      </Button>
      <Text component="span" aria-live="polite">
        Page {page.toLocaleString('en-US')} of {pages.toLocaleString('en-US')}
      </Text>
      <Button size="compact-sm" disabled={page >= pages} onClick={() => onTurn(page + 1)}>
        Next
      </Button>
    </Group>
  );
}
