import { Button, Progress, Text } from '@mantine/core';
import layout from './layout.module.css';

type Props = {
  label: string;
  /** Done so far, 0 to 1. */
  share: number;
  onCancel?: () => void;
};

/** A long job under way. */
export function JobProgress({ label, share, onCancel }: Props) {
  const percent = Math.floor(100 * share);
  return (
    <div className={layout['cluster']}>
      <Text>{label}</Text>
      {/* A transition would lay out the page in each frame while the job wants the processor. */}
      <Progress className={layout['grow'] ?? ''} value={percent} transitionDuration={0} aria-label={label} />
      <Text>{percent}%</Text>
      {onCancel && (
        <Button size="compact-xs" onClick={onCancel}>
          Cancel
        </Button>
      )}
    </div>
  );
}
