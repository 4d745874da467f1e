import { Button, Group, TextInput } from '@mantine/core';
import type { SheetTable, SpreadsheetFormat } from '#contract/spreadsheet.ts';
import { type SummaryWithTexts, summaryColumns } from '#contract/summary.ts';
import { messages } from '#model/text/messages.ts';
import { summaryMessages } from '#model/text/summaryMessages.ts';
import { exportTables, nameColumns } from '../../../chart/exportTables.ts';
import type { RowStore } from '../../../rows/RowStore.ts';
import { accountNames, followChart } from '../../../services/chart.ts';
import { ignoreAfterExit } from '../../../services/workerLink.ts';
import { copyToClipboard } from '../../../ui/copyToClipboard.ts';
import { csvFormats } from '../../../ui/csvFormats.ts';
import layout from '../../../ui/layout.module.css';
import { useReported } from '../../../ui/useReported.ts';

type Props = {
  store: RowStore;
  summary: SummaryWithTexts;
  /** The opening balance as it was typed. */
  opening: string;
  onOpening: (opening: string) => void;
};

/** What can be done with the summary. */
export function SummaryTools({ store, summary, opening, onOpening }: Props) {
  const { copy, exportAs, isExporting } = useOutput(store, summary);
  return (
    <div className={layout['cluster']}>
      {summary.columns.length > 0 &&
        summary.question === null &&
        summary.totals.length === 1 &&
        (summary.control === null || opening !== '') && (
          <TextInput
            label="Opening balance"
            value={opening}
            onChange={({ currentTarget: { value } }) => onOpening(value)}
          />
        )}
      <Group gap="xs">
        <Button variant="filled" data-autofocus onClick={() => ignoreAfterExit(copy())}>
          Copy
        </Button>
        <Button loading={isExporting} onClick={() => ignoreAfterExit(exportAs('xlsx'))}>
          Excel (XLSX)
        </Button>
        <Button loading={isExporting} onClick={() => ignoreAfterExit(exportAs(csvFormats()[0].format))}>
          CSV
        </Button>
      </Group>
    </div>
  );
}

/** Copies the summary, or downloads it as a file. */
function useOutput(store: RowStore, summary: SummaryWithTexts) {
  const [, reportCopy] = useReported(() => messages.copyFailed);
  const [isExporting, report] = useReported(() => messages.exportFailed);
  const { texts, rows, lines, totals } = summary;
  return {
    isExporting,
    copy: () =>
      reportCopy(async () => {
        await copyToClipboard(Promise.resolve(texts.clipboard));
        return summaryMessages.copied(rows);
      }),
    exportAs: (format: SpreadsheetFormat) =>
      report(async () => {
        const done = messages.exported(lines.length + totals.length);
        return exportTables(format, ['gl_account_summary'], [tableOf(store, summary)], done);
      }),
  };
}

/** The summary for a file: its head, its lines, the names of its accounts, and which columns are numbers. */
function tableOf({ ledger }: RowStore, summary: SummaryWithTexts): SheetTable {
  const columns = summaryColumns(summary);
  const header = columns.map(({ title }) => title);
  return {
    header,
    lines: summary.texts.file,
    names: nameColumns(accountNames(followChart(ledger).get()), header),
    numbers: { columns: columns.flatMap(({ isNumber }, i) => (isNumber ? i : [])), decimal: summary.decimal },
  };
}
