import { Button, Menu, Progress, Text } from '@mantine/core';
import { useEffect, useState, useSyncExternalStore } from 'react';
import type { SpreadsheetFormat } from '#contract/spreadsheet.ts';
import { messages } from '#model/messages.ts';
import { downloadFile } from '../../ui/downloadFile.ts';
import { useStatus } from '../../ui/status/useStatus.ts';
import { Toolbar } from '../../ui/Toolbar.tsx';
import styles from './ResultToolbar.module.css';
import type { RowStore } from './RowStore.ts';
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
      <ExportMenu store={store} isDisabled={!canCopy} />
      <Button size="xs" variant="default" onClick={onClear}>
        Clear
      </Button>
      <RunProgress store={store} />
      {all > 0 && (
        <Text size="xs" c="dimmed" className={styles['figures']}>
          {filtered === null ? plural(all, 'row') : `Copy and export: all ${plural(all, 'row')}`}
        </Text>
      )}
    </Toolbar>
  );
}

function plural(count: number, noun: string): string {
  return `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`;
}

function ExportMenu({ store, isDisabled }: { store: RowStore; isDisabled: boolean }) {
  const { isExporting, exportAs } = useExport(store);
  return (
    <Menu position="bottom-start" shadow="md">
      <Menu.Target>
        <Button size="xs" variant="default" disabled={isDisabled} loading={isExporting}>
          Export
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => void exportAs('xlsx')}>Excel (XLSX)</Menu.Item>
        <Menu.Item onClick={() => void exportAs('csv')}>CSV</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

/** Downloads all rows as a file; `isExporting` while the file is made. */
function useExport(store: RowStore) {
  const status = useStatus();
  const [isExporting, setExporting] = useState(false);

  async function exportAs(format: SpreadsheetFormat): Promise<void> {
    setExporting(true);
    try {
      const copy = await store.copy('description-and-account');
      if (copy.kind === 'superseded') throw new Error('The rows were replaced while they were exported.');
      // Loaded when somebody exports: the first load has no room for it.
      const { writeSpreadsheet } = await import('../../services/spreadsheet.ts');
      const result = await writeSpreadsheet(format, header(store), copy.text);
      if (result.kind === 'too-many-rows') {
        status.show(messages.exportTooLong(result.most));
        return;
      }
      downloadFile(result.file, `gl_accounts.${format}`);
      status.show(messages.exported(copy.rows));
    } catch (error) {
      console.error('The result was not exported:', error);
      status.show(messages.exportFailed);
    } finally {
      setExporting(false);
    }
  }

  return { isExporting, exportAs };
}

function header(store: RowStore): string[] {
  const { chosen, examples } = store.columns.get() ?? { chosen: null, examples: [] };
  const cells = chosen === null ? ['Description'] : examples.map((_, column) => nameOf(column, chosen));
  return [...cells, 'GL Account'];
}

function nameOf(column: number, chosen: number): string {
  return column === chosen ? 'Description' : `Column ${column + 1}`;
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
