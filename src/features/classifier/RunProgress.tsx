import { Progress } from '@mantine/core';
import { useSyncExternalStore } from 'react';
import type { RowStore } from './RowStore.ts';
import styles from './RunProgress.module.css';

type Props = { store: RowStore };

/** Bar and percentage of the classification under way; nothing when there is none. */
export function RunProgress({ store }: Props) {
  const progress = useSyncExternalStore(store.progress.subscribe, store.progress.get);
  if (progress.kind !== 'running') return null;
  return (
    <div className={styles['progress']}>
      <Progress.Root size="sm" className={styles['bar']} transitionDuration={0}>
        <Progress.Section value={progress.percent} aria-label="Classifying" />
      </Progress.Root>
      <span className={styles['percent']}>{progress.percent}%</span>
    </div>
  );
}
