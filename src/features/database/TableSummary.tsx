import { Button, Text } from '@mantine/core';
import type { TablePage } from '#contract/table.ts';
import styles from './TableSummary.module.css';

type Props = {
  table: TablePage;
  /** What is listed, in words: the letter, or that it is the outcome of a search. */
  listed: string;
  onTurn: (page: number) => void;
  onSelectFound: () => void;
  onClearSelection: () => void;
};

/** How many mappings are listed and selected, and the way through the pages. */
export function TableSummary({ table, listed, onTurn, onSelectFound, onClearSelection }: Props) {
  const { page, pages, found, selected, foundSelected, rows } = table;
  const isPageSelected = rows.length > 0 && rows.every((row) => row.isSelected);
  return (
    <div className={styles['summary']}>
      <Text size="sm" role="status" className={styles['count'] ?? ''}>
        {found.toLocaleString('en-US')} {found === 1 ? 'mapping' : 'mappings'} {listed}
        {selected > 0 && <strong> · {selected.toLocaleString('en-US')} selected</strong>}
      </Text>
      {isPageSelected && foundSelected < found && (
        <Button size="compact-sm" variant="light" onClick={onSelectFound}>
          Select all {found.toLocaleString('en-US')} found
        </Button>
      )}
      {selected > 0 && (
        <Button size="compact-sm" variant="subtle" onClick={onClearSelection}>
          Clear selection
        </Button>
      )}
      <nav className={styles['pager']} aria-label="Pages of the table">
        <Button size="compact-sm" variant="default" disabled={page <= 1} onClick={() => onTurn(page - 1)}>
          Prev
        </Button>
        <Text size="sm" component="span" aria-live="polite">
          Page {page} of {pages}
        </Text>
        <Button size="compact-sm" variant="default" disabled={page >= pages} onClick={() => onTurn(page + 1)}>
          Next
        </Button>
      </nav>
    </div>
  );
}
