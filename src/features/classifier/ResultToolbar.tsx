import { Button, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { CopyColumns } from '../../../workers/ledger/events.ts';
import styles from './ResultToolbar.module.css';

type Props = {
  rowCount: number;
  toVerify: number;
  /** Whether there is something to copy, or soon will be. */
  canCopy: boolean;
  copying: CopyColumns | null;
  onCopy: (columns: CopyColumns) => void;
  onClear: () => void;
  onNextToVerify: () => void;
  /** Stands between the buttons and the figures. */
  children: ReactNode;
};

/** What can be done with the whole result. */
export function ResultToolbar({
  rowCount,
  toVerify,
  canCopy,
  copying,
  onCopy,
  onClear,
  onNextToVerify,
  children,
}: Props) {
  return (
    <div className={styles['toolbar']}>
      <Button
        size="xs"
        disabled={!canCopy}
        loading={copying === 'description-and-account'}
        onClick={() => onCopy('description-and-account')}
      >
        Copy Description + GL Account
      </Button>
      <Button
        size="xs"
        variant="default"
        disabled={!canCopy}
        loading={copying === 'account'}
        onClick={() => onCopy('account')}
      >
        Copy GL Account Only
      </Button>
      <Button size="xs" variant="default" onClick={onClear}>
        Clear
      </Button>
      {children}
      <span className={styles['figures']}>
        {toVerify > 0 && (
          <Button size="compact-xs" variant="default" onClick={onNextToVerify}>
            {plural(toVerify, 'row')} to verify
          </Button>
        )}
        {rowCount > 0 && (
          <Text size="sm" c="dimmed">
            {plural(rowCount, 'row')}
          </Text>
        )}
      </span>
    </div>
  );
}

function plural(count: number, noun: string): string {
  return `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`;
}
