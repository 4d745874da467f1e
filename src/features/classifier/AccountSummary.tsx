import { Button, Group, NativeSelect, Stack, Table, Text } from '@mantine/core';
import { useEffect, useState, useSyncExternalStore } from 'react';
import type { SpreadsheetFormat } from '#contract/spreadsheet.ts';
import type { SummaryLine } from '#contract/summary.ts';
import { NO_MATCH } from '#model/mapping.ts';
import { grouped } from '#model/text/figures.ts';
import { messages } from '#model/text/messages.ts';
import { summaryMessages } from '#model/text/summaryMessages.ts';
import type { RowStore } from '../../rows/RowStore.ts';
import type { LedgerRun } from '../../services/ledger.ts';
import { writeSpreadsheet } from '../../services/spreadsheet.ts';
import { dropAtEnd } from '../../services/workerLink.ts';
import { copyToClipboard } from '../../ui/copyToClipboard.ts';
import { csvFormats, endingOf } from '../../ui/csvFormats.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { downloadFile } from '../../ui/downloadFile.ts';
import { Loading } from '../../ui/Loading.tsx';
import { useStatus } from '../../ui/status/useStatus.ts';
import styles from './AccountSummary.module.css';

type Summary = NonNullable<Awaited<ReturnType<LedgerRun['summarise']>>>;

/** What the user has chosen; undefined and null: what the amounts themselves say. */
type Choice = { readonly column: number | null | undefined; readonly decimal: '.' | ',' | null };

type Props = { store: RowStore; onClose: () => void };

/** Rows per account, and where a pasted column has amounts, their sums; to be copied and exported as a table. */
export function AccountSummary({ store, onClose }: Props) {
  const [choice, setChoice] = useState<Choice>({ column: undefined, decimal: null });
  const summary = useSummary(store, choice);
  return (
    <Dialog onClose={onClose} size="lg" title="Summary by account">
      {summary === null && <Loading />}
      {summary === 'waiting' && <Text size="sm">{summaryMessages.waiting}</Text>}
      {summary === 'failed' && (
        <Text size="sm" c="var(--danger-text)">
          {summaryMessages.failed}
        </Text>
      )}
      {summary !== null && typeof summary === 'object' && (
        <Stack gap="sm">
          <Tools summary={summary} choice={choice} onChoice={setChoice} />
          <Notes summary={summary} />
          <SummaryTable summary={summary} />
        </Stack>
      )}
    </Dialog>
  );
}

/** The summary of the current run, rebuilt when rows change; `waiting` while rows are still being classified. */
function useSummary(store: RowStore, { column, decimal }: Choice): Summary | 'waiting' | 'failed' | null {
  const [summary, setSummary] = useState<Summary | 'waiting' | 'failed' | null>(null);
  const { kind } = useSyncExternalStore(store.progress.subscribe, store.progress.get);
  const revision = useSyncExternalStore(store.drawing.subscribe, store.drawing.get);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the rows have changed with the revision
  useEffect(() => {
    if (kind !== 'complete' || store.run === null) return setSummary('waiting');
    let isOver = false;
    store.run.summarise(column, decimal).then(
      (made) => !isOver && setSummary(made ?? 'waiting'),
      (error: unknown) => {
        console.error('The summary was not made:', error);
        if (!isOver) setSummary('failed');
      },
    );
    return () => {
      isOver = true;
    };
  }, [store, kind, revision, column, decimal]);
  return summary;
}

type ToolsProps = { summary: Summary; choice: Choice; onChoice: (choice: Choice) => void };

const NONE = 'none';

function Tools({ summary, choice, onChoice }: ToolsProps) {
  const { column, columns, description, decimal } = summary;
  const { copy, exportAs, isExporting } = useOutput(summary);
  return (
    <div className={styles['tools']}>
      {columns.length > 1 && (
        <NativeSelect
          size="xs"
          label="Amounts are in"
          value={column === null ? NONE : String(column)}
          data={[
            { value: NONE, label: 'No column' },
            ...columns.flatMap((example, i) =>
              i === description
                ? []
                : { value: String(i), label: `Column ${i + 1}${example === '' ? '' : `: ${example}`}` },
            ),
          ]}
          onChange={({ currentTarget: { value } }) =>
            onChoice({ column: value === NONE ? null : Number(value), decimal: null })
          }
        />
      )}
      {column !== null && (
        <NativeSelect
          size="xs"
          label="Decimals after"
          value={decimal}
          data={[
            { value: '.', label: 'a point (1,234.50)' },
            { value: ',', label: 'a comma (1.234,50)' },
          ]}
          onChange={({ currentTarget: { value } }) =>
            onChoice({ ...choice, column, decimal: value === ',' ? ',' : '.' })
          }
        />
      )}
      <Group gap="xs">
        <Button size="xs" onClick={() => dropAtEnd(copy())}>
          Copy
        </Button>
        <Button size="xs" variant="default" loading={isExporting} onClick={() => dropAtEnd(exportAs('xlsx'))}>
          Excel (XLSX)
        </Button>
        <Button
          size="xs"
          variant="default"
          loading={isExporting}
          onClick={() => dropAtEnd(exportAs(csvFormats()[0].format))}
        >
          CSV
        </Button>
      </Group>
    </div>
  );
}

/** Copies the summary, or downloads it as a file. */
function useOutput(summary: Summary) {
  const { show } = useStatus();
  const [isExporting, setExporting] = useState(false);
  const { texts, total } = summary;

  async function copy(): Promise<void> {
    try {
      await copyToClipboard(Promise.resolve(texts.clipboard));
      show(summaryMessages.copied(total.lines));
    } catch (error) {
      console.error('The summary was not copied:', error);
      show(messages.copyFailed);
    }
  }
  async function exportAs(format: SpreadsheetFormat): Promise<void> {
    setExporting(true);
    try {
      const result = await writeSpreadsheet(format, headOf(summary), texts.file);
      if (result.kind === 'too-many-rows') return show(messages.exportTooLong(result.most));
      downloadFile(result.file, `gl_account_summary.${endingOf(format)}`);
      show(messages.exported(summary.lines.length + 1));
    } catch (error) {
      console.error('The summary was not exported:', error);
      show(messages.exportFailed);
    } finally {
      setExporting(false);
    }
  }

  return { copy, exportAs, isExporting };
}

function headOf({ column }: Summary): string[] {
  return ['GL Account', 'Rows', ...(column === null ? [] : ['Amount'])];
}

/** What is to be checked of the sums. */
function Notes({ summary: { total, isDecimalSure } }: { summary: Summary }) {
  return (
    <div role="status">
      {!isDecimalSure && <Text size="sm">{summaryMessages.decimalUnsure}</Text>}
      {total.unread > 0 && <Text size="sm">{summaryMessages.unread(total.unread)}</Text>}
    </div>
  );
}

function SummaryTable({ summary }: { summary: Summary }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
    <section className={styles['scroller']} tabIndex={0} aria-label="Accounts">
      <Table withTableBorder>
        <Table.Thead>
          <Table.Tr>
            {headOf(summary).map((name, i) => (
              <Table.Th key={name} scope="col" className={i === 0 ? '' : (styles['number'] ?? '')}>
                {name}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {[...summary.lines, summary.total].map((line) => (
            <Table.Tr
              key={`${line.kind} ${line.account}`}
              className={line.kind === 'total' ? (styles['total'] ?? '') : ''}
            >
              <Table.Th scope="row" className={styles['account'] ?? ''} fw="inherit">
                {nameOf(line)}
              </Table.Th>
              <Table.Td className={styles['number'] ?? ''}>{grouped(line.lines)}</Table.Td>
              {line.sum !== null && <Table.Td className={styles['number'] ?? ''}>{line.sum}</Table.Td>}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </section>
  );
}

function nameOf({ kind, account }: SummaryLine): string {
  if (kind === 'blank') return 'Blank lines';
  if (kind === 'total') return 'Total';
  return kind === 'no-match' ? NO_MATCH : account;
}
