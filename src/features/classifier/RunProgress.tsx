import { Progress } from '@mantine/core';
import { useEffect, useState, useSyncExternalStore } from 'react';
import type { RowStore } from './RowStore.ts';
import styles from './RunProgress.module.css';

type Props = { store: RowStore };

/** So long the full bar stays: a run of a few rows would otherwise end unseen. */
const LINGER_MS = 1000;

/** Bar and percentage of the classification under way, and for a moment after it; else nothing. */
export function RunProgress({ store }: Props) {
  const progress = useSyncExternalStore(store.progress.subscribe, store.progress.get);
  const [isOver, setOver] = useState(progress.kind === 'complete');
  useEffect(() => {
    if (progress.kind !== 'complete') {
      setOver(false);
      return;
    }
    const timer = setTimeout(() => setOver(true), LINGER_MS);
    return () => clearTimeout(timer);
  }, [progress]);

  if (progress.kind === 'empty' || isOver) return null;
  const percent = progress.kind === 'running' ? progress.percent : 100;
  return (
    <div className={styles['progress']}>
      <Progress.Root size="sm" className={styles['bar']} transitionDuration={0}>
        <Progress.Section value={percent} aria-label="Classifying" />
      </Progress.Root>
      <span className={styles['percent']}>{percent}%</span>
    </div>
  );
}
