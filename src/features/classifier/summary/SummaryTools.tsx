import { Button, Group, NativeSelect } from '@mantine/core';
import { useState, useSyncExternalStore } from 'react';
import type { SpreadsheetFormat } from '#contract/spreadsheet.ts';
import { type AmountChoice, type SummaryWithTexts, summaryColumns } from '#contract/summary.ts';
import { messages } from '#model/text/messages.ts';
import { summaryMessages } from '#model/text/summaryMessages.ts';
import type { RowStore } from '../../../rows/RowStore.ts';
import { accountNames, followChart } from '../../../services/chart.ts';
import { writeSpreadsheet } from '../../../services/spreadsheet.ts';
import { dropAtEnd } from '../../../services/workerLink.ts';
import { copyToClipboard } from '../../../ui/copyToClipboard.ts';
import { csvFormats, endingOf } from '../../../ui/csvFormats.ts';
import { downloadFile } from '../../../ui/downloadFile.ts';
import { useStatus } from '../../../ui/status/useStatus.ts';
import { columnLabel } from '../columnLabel.ts';
import styles from './AccountSummary.module.css';

type Props = {
  store: RowStore;
  summary: SummaryWithTexts;
  choice: AmountChoice;
  onChoice: (choice: AmountChoice) => void;
};

/** Where the amounts are, how they are read, and what can be done with the summary. */
export function SummaryTools({ store, summary, choice, onChoice }: Props) {
  const { columns, decimal } = summary;
  const { copy, exportAs, isExporting } = useOutput(store, summary);
  return (
    <div className={styles['tools']}>
      <AmountColumns
        store={store}
        columns={columns}
        onColumns={(chosen) => onChoice({ ...choice, columns: chosen, decimal: null })}
      />
      {columns.length > 0 && (
        <>
          <NativeSelect
            size="xs"
            label="Decimals after"
            value={decimal}
            data={[
              { value: '.', label: 'a point (1,234.50)' },
              { value: ',', label: 'a comma (1.234,50)' },
            ]}
            onChange={({ currentTarget: { value } }) =>
              onChoice({ ...choice, columns, decimal: value === ',' ? ',' : '.' })
            }
          />
          <NativeSelect
            size="xs"
            label="Positive is"
            value={choice.isDebitPositive ? 'debit' : 'credit'}
            data={[
              { value: 'credit', label: 'what came in (bank)' },
              { value: 'debit', label: 'debit (ledger)' },
            ]}
            onChange={({ currentTarget: { value } }) =>
              onChoice({ ...choice, isDebitPositive: value === 'debit' })
            }
          />
        </>
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

const NONE = 'none';

type ColumnsProps = {
  store: RowStore;
  columns: readonly number[];
  onColumns: (columns: readonly number[]) => void;
};

/** One column with all amounts, or one with what went out and one with what came in. Nothing without a table. */
function AmountColumns({ store, columns: [first, second], onColumns }: ColumnsProps) {
  const table = useSyncExternalStore(store.columns.subscribe, store.columns.get);
  if (table === null) return null;
  const choices = table.names.flatMap((_, column) =>
    column === table.chosen ? [] : { value: String(column), label: columnLabel(table, column) },
  );
  return (
    <>
      <NativeSelect
        size="xs"
        label={second === undefined ? 'Amounts are in' : 'What went out is in'}
        value={first === undefined ? NONE : String(first)}
        data={[{ value: NONE, label: 'No column' }, ...choices]}
        onChange={({ currentTarget: { value } }) =>
          onColumns(
            value === NONE
              ? []
              : [Number(value), second ?? Number(value)].slice(0, second === undefined ? 1 : 2),
          )
        }
      />
      {first !== undefined && choices.length > 1 && (
        <NativeSelect
          size="xs"
          label="What came in is in"
          value={second === undefined ? NONE : String(second)}
          data={[{ value: NONE, label: 'the same column' }, ...choices]}
          onChange={({ currentTarget: { value } }) =>
            onColumns(value === NONE ? [first] : [first, Number(value)])
          }
        />
      )}
    </>
  );
}

/** Copies the summary, or downloads it as a file. */
function useOutput(store: RowStore, summary: SummaryWithTexts) {
  const { show } = useStatus();
  const [isExporting, setExporting] = useState(false);
  const { texts, rows } = summary;

  async function copy(): Promise<void> {
    try {
      await copyToClipboard(Promise.resolve(texts.clipboard));
      show(summaryMessages.copied(rows));
    } catch (error) {
      console.error('The summary was not copied:', error);
      show(messages.copyFailed);
    }
  }
  async function exportAs(format: SpreadsheetFormat): Promise<void> {
    setExporting(true);
    try {
      const result = await writeSpreadsheet(format, ...tableOf(store, summary));
      if (result.kind === 'too-many-rows') return show(messages.exportTooLong(result.most));
      downloadFile(result.file, `gl_account_summary.${endingOf(format)}`);
      show(messages.exported(summary.lines.length + summary.totals.length));
    } catch (error) {
      console.error('The summary was not exported:', error);
      show(messages.exportFailed);
    } finally {
      setExporting(false);
    }
  }

  return { copy, exportAs, isExporting };
}

/** The summary for a file: its head, its lines, the names of its accounts, and which columns are numbers. */
function tableOf({ ledger }: RowStore, summary: SummaryWithTexts) {
  const columns = summaryColumns(summary);
  const numbers = columns.flatMap(({ isNumber }, i) => (isNumber ? i : []));
  const byCode = accountNames(followChart(ledger).get());
  return [
    columns.map(({ title }) => title),
    summary.texts.file,
    byCode.size === 0 ? undefined : { byCode, columns: [{ title: 'Account name', of: 0 }] },
    { columns: numbers, decimal: summary.decimal },
  ] as const;
}
