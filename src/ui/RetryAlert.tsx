import { Alert, Button, Group, type MantineSpacing } from '@mantine/core';

type Props = {
  text: string;
  onRetry: () => void;
  /** Space below. */
  mb?: MantineSpacing;
};

/** What could not be read, with a button that tries again. */
export function RetryAlert({ text, onRetry, ...space }: Props) {
  return (
    <Alert color="red" {...space}>
      <Group justify="space-between">
        {text}
        <Button size="compact-sm" onClick={onRetry}>
          Retry
        </Button>
      </Group>
    </Alert>
  );
}
