import { Button, Checkbox, NativeSelect, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import type { ChartColumns, ChartDryRun, ChartLine, ChartLineKind } from '#contract/chart.ts';
import { accountWithName, type ChartAccount } from '#model/chart.ts';
import { chartMessages, chartProblemText } from '#model/chartMessages.ts';
import type { ChartService } from '../../services/chart.ts';
import counted from '../../ui/countedList.module.css';
import styles from './accounts.module.css';

/** Lines shown at first, and those that one request adds. */
const AT_ONCE = 100;

const KINDS: readonly { kind: ChartLineKind; label: string; outcome: string; isAlways: boolean }[] = [
  { kind: 'new', label: 'New', outcome: 'will be added', isAlways: true },
  { kind: 'changed', label: 'Changed', outcome: 'will be as the lines say', isAlways: true },
  { kind: 'unchanged', label: 'Unchanged', outcome: 'in the chart just so', isAlways: true },
  { kind: 'repeated', label: 'Repeated codes', outcome: 'the first line counts', isAlways: false },
  { kind: 'refused', label: 'Refused', outcome: 'not imported', isAlways: false },
];

type Props = {
  chart: Pick<ChartService, 'lines'>;
  dryRun: ChartDryRun;
  onColumns: (columns: ChartColumns) => void;
};

/** What an import would do, before it does it: how many lines of which kind, and which. */
export function ImportSummary({ chart, dryRun, onColumns }: Props) {
  const [opened, setOpened] = useState<ChartLineKind | null>(null);
  const { id, counts, absent, columns, examples } = dryRun;
  return (
    <section aria-label="What the import would do">
      {columns !== null && examples.length > 1 && (
        <ColumnChoice columns={columns} examples={examples} onColumns={onColumns} />
      )}
      <Text size="sm" c="dimmed" mt="xs">
        What importing would do. Nothing is stored yet.
      </Text>
      <ul className={counted['list']}>
        {KINDS.filter(({ kind, isAlways }) => isAlways || counts[kind] > 0).map(
          ({ kind, label, outcome }) => (
            <li key={kind} className={counted['item']}>
              <div className={styles['line']}>
                <span className={`${counted['count']} ${styles['count']}`}>
                  {counts[kind].toLocaleString('en-US')}
                </span>
                <span className={counts[kind] > 0 ? styles['grow'] : `${styles['grow']} ${styles['none']}`}>
                  {label}
                  {counts[kind] > 0 && (
                    <Text span size="xs" c="dimmed">
                      {' '}
                      – {outcome}
                    </Text>
                  )}
                </span>
                {counts[kind] > 0 && (
                  <Button
                    size="compact-xs"
                    variant="default"
                    aria-expanded={opened === kind}
                    aria-label={`${opened === kind ? 'Hide' : 'View'} ${label}`}
                    onClick={() => setOpened(opened === kind ? null : kind)}
                  >
                    {opened === kind ? 'Hide' : 'View'}
                  </Button>
                )}
              </div>
              {opened === kind && counts[kind] > 0 && (
                <Lines chart={chart} id={id} kind={kind} label={label} count={counts[kind]} />
              )}
            </li>
          ),
        )}
      </ul>
      {absent > 0 && (
        <Text size="xs" c="dimmed" mt={4}>
          {chartMessages.absent(absent)}
        </Text>
      )}
    </section>
  );
}

const ROLES: readonly { role: 'code' | 'name' | 'note' | 'retired'; label: string }[] = [
  { role: 'code', label: 'Code' },
  { role: 'name', label: 'Name' },
  { role: 'note', label: 'Note' },
  { role: 'retired', label: 'Retired' },
];

type ColumnChoiceProps = {
  columns: ChartColumns;
  examples: readonly string[];
  onColumns: (columns: ChartColumns) => void;
};

const NO_COLUMN = { value: '', label: 'none' };

/** Which column holds what. */
function ColumnChoice({ columns, examples, onColumns }: ColumnChoiceProps) {
  const options = examples.map((example, column) => ({
    value: String(column),
    label: example === '' ? `Column ${column + 1}` : example,
  }));
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for what is sent off together
    <div role="group" aria-label="Columns" className={styles['columns']}>
      {ROLES.map(({ role, label }) => (
        <NativeSelect
          key={role}
          size="xs"
          label={label}
          value={columns[role] === null ? '' : String(columns[role])}
          data={[...(role === 'code' ? [] : [NO_COLUMN]), ...options]}
          onChange={({ currentTarget: { value } }) =>
            onColumns({ ...columns, [role]: value === '' ? null : Number(value) })
          }
        />
      ))}
      <Checkbox
        size="xs"
        py={6}
        label="The first line names the columns"
        checked={columns.hasHeader}
        onChange={(event) => onColumns({ ...columns, hasHeader: event.currentTarget.checked })}
      />
    </div>
  );
}

type LinesProps = {
  chart: Pick<ChartService, 'lines'>;
  id: number;
  kind: ChartLineKind;
  label: string;
  count: number;
};

/** The lines of one kind. */
function Lines({ chart, id, kind, label, count }: LinesProps) {
  const [lines, setLines] = useState<readonly ChartLine[]>([]);
  const [wanted, setWanted] = useState(AT_ONCE);
  useEffect(() => {
    let isOver = false;
    chart.lines(id, kind, 0, wanted).then(
      (found) => !isOver && setLines(found),
      (error: unknown) => console.error('The lines were not read:', error),
    );
    return () => {
      isOver = true;
    };
  }, [chart, id, kind, wanted]);
  const left = count - lines.length;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
    <section className={styles['lines']} aria-label={`${label}: lines`} tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">Line</th>
            <th scope="col">Account</th>
            <th scope="col">{BESIDE[kind]}</th>
          </tr>
        </thead>
        <tbody>
          {lines.map(({ line, after, before, problem }) => (
            <tr key={line}>
              <td>{line.toLocaleString('en-US')}</td>
              <td dir="auto">{words(after)}</td>
              <td dir="auto">
                {problem !== null ? chartProblemText(problem) : before !== null && words(before)}
              </td>
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

const BESIDE: Readonly<Record<ChartLineKind, string>> = {
  new: '',
  changed: 'So far',
  unchanged: 'So far',
  repeated: 'The line that counts',
  refused: 'Why',
};

function words({ code, name, note, isRetired }: ChartAccount): string {
  const parts = [accountWithName(code, name), note, isRetired ? 'retired' : ''];
  return parts.filter((part) => part !== '').join(' · ');
}
