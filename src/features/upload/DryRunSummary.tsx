import { Button, Paper, Text, Title } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import type { ImportedPairs } from '#contract/analysis.ts';
import type { DryRunCounts, ListedLine } from '#contract/upload.ts';
import counted from '../../ui/countedList.module.css';
import tableStyles from '../../ui/scrollTable.module.css';
import type { PairListName } from './UploadController.ts';
import styles from './upload.module.css';

/** Lines shown at first, and those that one request adds: drawn without holding up the page. */
const AT_ONCE = 100;

/** What the screen says of one list of the dry run: what it is, what happens to its lines, and what its columns are. */
type ListText = {
  readonly name: PairListName;
  readonly label: string;
  readonly outcome: string;
  readonly columns: readonly string[];
};

type DryRunRow = ListText & { readonly count: number };

const PAIR = ['Description', 'GL Account'] as const;
const BESIDE_STORED = [...PAIR, 'Stored description', 'Stored account'] as const;
const BESIDE_FIRST = [...PAIR, 'First description', 'First account'] as const;
const REJECTED = ['Line', 'Text'] as const;
const STAYS = 'skipped; the stored one stays';
const STAYS_IN_BOX = 'not uploaded; kept in the box';

const LISTS: readonly ListText[] = [
  { name: 'new', label: 'New', outcome: 'will be added', columns: PAIR },
  { name: 'present', label: 'Already there', outcome: 'skipped', columns: PAIR },
  { name: 'other-account', label: 'There with another account', outcome: STAYS, columns: BESIDE_STORED },
  { name: 'case-variant', label: 'Already mapped (different case)', outcome: STAYS, columns: BESIDE_STORED },
  { name: 'repeated-line', label: 'Repeated lines', outcome: 'counted once', columns: PAIR },
  { name: 'repeated', label: 'Repeated keywords', outcome: 'the first counts', columns: BESIDE_FIRST },
  {
    name: 'contradiction',
    label: 'Repeated with another account',
    outcome: 'the first counts',
    columns: BESIDE_FIRST,
  },
  {
    name: 'too-short',
    label: 'Too short (fewer than 5 characters)',
    outcome: STAYS_IN_BOX,
    columns: REJECTED,
  },
  { name: 'no-tab', label: 'Only one column', outcome: STAYS_IN_BOX, columns: REJECTED },
  { name: 'empty-part', label: 'Description or account missing', outcome: STAYS_IN_BOX, columns: REJECTED },
  {
    name: 'key-too-long',
    label: 'Too long to be stored (over 695 bytes)',
    outcome: STAYS_IN_BOX,
    columns: REJECTED,
  },
  { name: 'no-match', label: '“No Match” is not an account', outcome: STAYS_IN_BOX, columns: REJECTED },
  {
    name: 'account-too-long',
    label: 'Account too long (over 1,000 characters)',
    outcome: STAYS_IN_BOX,
    columns: REJECTED,
  },
  {
    name: 'reserved-key',
    label: 'A reserved name (in capitals it can be stored)',
    outcome: STAYS_IN_BOX,
    columns: REJECTED,
  },
  {
    name: 'extra-columns',
    label: 'More columns than the header (quotation marks missing)',
    outcome: STAYS_IN_BOX,
    columns: REJECTED,
  },
  {
    name: 'undecodable',
    label: 'Characters that cannot be read in the encoding of the file',
    outcome: STAYS_IN_BOX,
    columns: REJECTED,
  },
  {
    name: 'unstorable-character',
    label: 'Characters that cannot be stored',
    outcome: STAYS_IN_BOX,
    columns: REJECTED,
  },
];
/** Shown even if there are none: they make up the message after the upload. */
const ALWAYS = new Set<PairListName>(['new', 'present', 'other-account', 'case-variant']);

type LoadLines = (name: PairListName, from: number, to: number) => Promise<readonly ListedLine[]>;

type Props = {
  imported: ImportedPairs;
  counts: DryRunCounts;
  /** Loads lines `from` to `to` (excluded) of a list. */
  load: LoadLines;
  onCopy: (list: { readonly name: PairListName; readonly count: number }) => void;
};

/** What an upload would do, before it does it: how many lines of which kind, and which. */
export function DryRunSummary({ imported, counts, load, onCopy }: Props) {
  const [opened, setOpened] = useState<PairListName | null>(null);
  return (
    <Paper component="section" withBorder p="md" aria-label="Dry Run">
      <Title order={2}>Dry Run</Title>
      <Text size="sm" c="dimmed" mb="xs">
        What adding these pairs would do. Nothing is stored yet.
      </Text>
      <ul className={counted['list']}>
        {listRows(imported, counts).map((row) => (
          <li key={row.name} className={`${counted['item']} ${styles['row']}`}>
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
      <span className={`${counted['count']} ${styles['count']} ${count > 0 ? '' : styles['none']}`}>
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

type PairLinesProps = { row: DryRunRow; load: LoadLines };

/** The lines of one list of the dry run. */
function PairLines({ row: { name, label, count, columns }, load }: PairLinesProps) {
  const [lines, setLines] = useState<readonly ListedLine[]>([]);
  const [wanted, setWanted] = useState(AT_ONCE);
  const latestLoad = useRef(load);
  latestLoad.current = load;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another count means other lines.
  useEffect(() => {
    let isCurrent = true;
    void latestLoad.current(name, 0, wanted).then((loaded) => {
      if (isCurrent) setLines(loaded);
    });
    return () => {
      isCurrent = false;
    };
  }, [name, wanted, count]);
  const left = count - lines.length;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
    <section className={tableStyles['scroll']} aria-label={`${label}: lines`} tabIndex={0}>
      <table className={tableStyles['table']}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.map((cells, line) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines have no name but their place.
            <tr key={line}>
              {columns.map((column, i) => (
                <td key={column}>{cells[i]}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {lines.length >= wanted && left > 0 && (
        <Button size="compact-xs" variant="default" onClick={() => setWanted(wanted + AT_ONCE)}>
          Show {Math.min(left, AT_ONCE)} more of {count.toLocaleString('en-US')}
        </Button>
      )}
    </section>
  );
}

/** The lists of a dry run, those without lines left out where they mean nothing. */
function listRows(imported: ImportedPairs, counts: DryRunCounts): DryRunRow[] {
  const all: Partial<Record<PairListName, number>> = {
    ...counts,
    ...imported.rejectedCounts,
    'repeated-line': imported.repeated,
    contradiction: imported.contradictionCount,
  };
  return LISTS.map((list) => ({ ...list, count: all[list.name] ?? 0 })).filter(
    ({ name, count }) => count > 0 || ALWAYS.has(name),
  );
}
