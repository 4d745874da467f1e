import { Button, Group } from '@mantine/core';
import { ignoreAfterExit } from '../services/workerLink.ts';
import { JobProgress } from '../ui/JobProgress.tsx';

type Props = {
  /** How many of `count` are restored; null before the start. */
  done: number | null;
  count: number;
  label: string;
  /** Restoring goes on when the dialog is closed. */
  canLeave?: boolean;
  onStart: () => Promise<void>;
  onClose: () => void;
};

/** The buttons of a restore, in reach however many lines stand above them. */
export function RestoreActions({ done, count, label, canLeave = false, onStart, onClose }: Props) {
  const isRunning = done !== null;
  return (
    <Group gap="xs" pos="sticky" bottom="calc(-1 * var(--s4))" pt="xs" pb="md" mb={-16} bg="var(--surface)">
      {isRunning && <JobProgress label="Restoring…" share={count === 0 ? 0 : done / count} />}
      <Button
        variant="filled"
        disabled={count === 0}
        loading={isRunning}
        onClick={() => ignoreAfterExit(onStart())}
      >
        {label}
      </Button>
      {/* It has the focus: a second Enter must not confirm what nobody has read. */}
      <Button data-autofocus disabled={isRunning && !canLeave} onClick={onClose}>
        {isRunning && canLeave ? 'Close' : 'Cancel'}
      </Button>
    </Group>
  );
}
