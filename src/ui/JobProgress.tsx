import { Button, Text } from '@mantine/core';
import layout from './layout.module.css';
import { SegmentBar } from './SegmentBar.tsx';

type Props = {
  label: string;
  /** Done so far, 0 to 1. */
  share: number;
  onCancel?: () => void;
};

/** A long job under way. */
export function JobProgress({ label, share, onCancel }: Props) {
  const percent = Math.floor(100 * share);
  const segments = [
    { name: 'done', tone: 'likely', count: percent },
    { name: 'left', tone: undefined, count: 100 - percent },
  ] as const;
  return (
    <div className={layout['cluster']}>
      <Text>{label}</Text>
      <SegmentBar segments={segments} role="progressbar" aria-label={label} aria-valuenow={percent} />
      <Text>{percent}%</Text>
      {onCancel && (
        <Button size="compact-xs" onClick={onCancel}>
          Cancel
        </Button>
      )}
    </div>
  );
}
