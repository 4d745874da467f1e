import { Button, Menu, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { SpreadsheetFormat } from '#contract/spreadsheet.ts';
import { Toolbar } from '../../ui/Toolbar.tsx';
import styles from './ResultToolbar.module.css';
import type { CopyKind } from './useCopy.ts';

type Props = {
  rowCount: number;
  /** Whether the list shows other rows than are copied. */
  isFiltered: boolean;
  /** Whether there is something to copy, or soon will be. */
  canCopy: boolean;
  copying: CopyKind | null;
  isExporting: boolean;
  onCopy: (kind: CopyKind) => void;
  onExport: (format: SpreadsheetFormat) => void;
  onClear: () => void;
  /** Stands between the buttons and the figures. */
  children: ReactNode;
};

/** What can be done with the whole result. */
export function ResultToolbar(props: Props) {
  const { rowCount, isFiltered, canCopy, copying, isExporting, onCopy, onExport, onClear, children } = props;
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
      <Menu position="bottom-start" shadow="md">
        <Menu.Target>
          <Button size="xs" variant="default" disabled={!canCopy} loading={isExporting}>
            Export
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => onExport('xlsx')}>Excel (XLSX)</Menu.Item>
          <Menu.Item onClick={() => onExport('csv')}>CSV</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Button size="xs" variant="default" onClick={onClear}>
        Clear
      </Button>
      {children}
      {rowCount > 0 && (
        <Text size="xs" c="dimmed" className={styles['figures']}>
          {isFiltered ? `Copy and export: all ${plural(rowCount, 'row')}` : plural(rowCount, 'row')}
        </Text>
      )}
    </Toolbar>
  );
}

function plural(count: number, noun: string): string {
  return `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`;
}
