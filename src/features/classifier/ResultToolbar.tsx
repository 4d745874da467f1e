import { Button, Progress, Text } from '@mantine/core';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { counted } from '#model/text/figures.ts';
import { messages } from '#model/text/messages.ts';
import type { RowStore } from '../../rows/RowStore.ts';
import { useStatus } from '../../ui/status/useStatus.ts';
import { Toolbar } from '../../ui/Toolbar.tsx';
import type { ExportMenu } from './ExportMenu.tsx';
import styles from './ResultToolbar.module.css';
import type { CopyKind } from './useCopy.ts';

type Props = {
  store: RowStore;
  /** Whether there is something to copy, or soon will be. */
  canCopy: boolean;
  copying: CopyKind | null;
  onCopy: (kind: CopyKind) => void;
  onClear: () => void;
};

/** What can be done with the whole result, and how far its classification is. */
export function ResultToolbar({ store, canCopy, copying, onCopy, onClear }: Props) {
  const { all } = useSyncExternalStore(store.counts.subscribe, store.counts.get);
  const { rows: filtered } = useSyncExternalStore(store.shownRows.state.subscribe, store.shownRows.state.get);
  return (
    <Toolbar label="Actions">
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
      <Export store={store} isDisabled={!canCopy} />
      <Button size="xs" variant="subtle" color="gray" onClick={onClear}>
        Clear
      </Button>
      <RunProgress store={store} />
      {all > 0 && (
        <Text size="xs" c="dimmed" className={styles['figures']} data-plain={filtered === null || undefined}>
          {filtered === null ? counted(all, 'row') : `Copy and export: all ${counted(all, 'row')}`}
        </Text>
      )}
    </Toolbar>
  );
}

/** The code of the menu is fetched at the first press: the first load has no room for it. */
function Export({ store, isDisabled }: { store: RowStore; isDisabled: boolean }) {
  const status = useStatus();
  const [isLoading, setLoading] = useState(false);
  const [Menu, setMenu] = useState<typeof ExportMenu | null>(null);

  async function open(): Promise<void> {
    setLoading(true);
    try {
      const loaded = await import('./ExportMenu.tsx');
      setMenu(() => loaded.ExportMenu);
    } catch (error) {
      console.error('The export menu could not be fetched:', error);
      status.show(messages.exportFailed);
    } finally {
      setLoading(false);
    }
  }

  if (Menu !== null) return <Menu store={store} isDisabled={isDisabled} />;
  return (
    <Button
      size="xs"
      variant="default"
      aria-haspopup="menu"
      disabled={isDisabled}
      loading={isLoading}
      onClick={() => void open()}
    >
      Export
    </Button>
  );
}

/** The full bar stays this long, in milliseconds: a run of a few rows would otherwise end unseen. */
const LINGER_MS = 1_000;

/** Bar and percentage during a classification and for a moment after it. */
function RunProgress({ store }: { store: RowStore }) {
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
