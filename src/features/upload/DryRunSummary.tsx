import { Button, Paper, Text, Title } from '@mantine/core';
import { useState } from 'react';
import type { ListedLine, PairListName } from '../../services/analysis.ts';
import styles from './DryRunSummary.module.css';
import type { DryRunRow } from './dryRunRows.ts';
import { PairLines } from './PairLines.tsx';

type Props = {
  rows: readonly DryRunRow[];
  /** Lines `from` to `to` (excluded) of a list. */
  load: (name: PairListName, from: number, to: number) => Promise<readonly ListedLine[]>;
  onCopy: (row: DryRunRow) => void;
};

/** What an upload would do, before it does it: how many lines of which kind, and which. */
export function DryRunSummary({ rows, load, onCopy }: Props) {
  const [opened, setOpened] = useState<PairListName | null>(null);
  return (
    <Paper component="section" withBorder p="md" aria-label="Dry Run">
      <Title order={2}>Dry Run</Title>
      <Text size="sm" c="dimmed" mb="xs">
        What adding to Firebase would do. Nothing is stored yet.
      </Text>
      <ul className={styles['rows']}>
        {rows.map((row) => (
          <li key={row.name} className={styles['row']}>
            <SummaryLine
              row={row}
              isOpen={opened === row.name}
              onView={() => setOpened(opened === row.name ? null : row.name)}
              onCopy={() => onCopy(row)}
            />
            {opened === row.name && row.count > 0 && <PairLines row={row} load={load} />}
          </li>
        ))}
      </ul>
    </Paper>
  );
}

type SummaryLineProps = { row: DryRunRow; isOpen: boolean; onView: () => void; onCopy: () => void };

function SummaryLine({ row: { count, label, outcome }, isOpen, onView, onCopy }: SummaryLineProps) {
  const view = isOpen ? 'Hide' : 'View';
  return (
    <div className={styles['line']}>
      <span className={count > 0 ? styles['count'] : `${styles['count']} ${styles['none']}`}>
        {count.toLocaleString('en-US')}
      </span>
      <span className={count > 0 ? styles['label'] : `${styles['label']} ${styles['none']}`}>
        {label}
        {count > 0 && (
          <Text span size="xs" c="dimmed">
            {' '}
            – {outcome}
          </Text>
        )}
      </span>
      {count > 0 && (
        <span className={styles['buttons']}>
          <Button
            size="compact-xs"
            variant="default"
            aria-expanded={isOpen}
            aria-label={`${view} ${label}`}
            onClick={onView}
          >
            {view}
          </Button>
          <Button size="compact-xs" variant="default" aria-label={`Copy ${label}`} onClick={onCopy}>
            Copy
          </Button>
        </span>
      )}
    </div>
  );
}
