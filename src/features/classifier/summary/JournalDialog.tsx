import { Button, Group, NativeSelect, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { SpreadsheetFormat } from '#contract/spreadsheet.ts';
import type { AmountChoice, Journal, JournalChoice } from '#contract/summary.ts';
import { journalMessages } from '#model/text/journalMessages.ts';
import { messages } from '#model/text/messages.ts';
import { readingMessages } from '#model/text/readingMessages.ts';
import { AccountWarning } from '../../../chart/AccountWarning.tsx';
import { useChart } from '../../../chart/ChartProvider.tsx';
import { exportTables, nameColumns } from '../../../chart/exportTables.ts';
import type { RowStore } from '../../../rows/RowStore.ts';
import { accountNames } from '../../../services/chart.ts';
import { tryStorage } from '../../../services/webStorage.ts';
import { ignoreAfterExit } from '../../../services/workerLink.ts';
import { ComboField } from '../../../ui/ComboField.tsx';
import { csvFormats } from '../../../ui/csvFormats.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { useAnswer } from '../../../ui/useAnswer.ts';
import { useReported } from '../../../ui/useReported.ts';
import { ReadAs } from '../reading/ReadAs.tsx';
import { ReadingQuestion } from '../reading/ReadingCheck.tsx';
import { RowFacts } from '../reading/RowFacts.tsx';
import { useReading } from '../reading/useReading.ts';

/** In this browser, the bank's account of the last journal. */
const STORAGE_KEY = 'journal-counterpart';
const LOSS = 'The account will be asked for again:';

/** The files of the tables, and the columns with names of accounts. */
const FILES = ['gl_journal', 'gl_journal_left_out'];
const NAMED = { 'Account name': 'GL Account', 'Contra account name': 'Contra account' };

type Props = { store: RowStore; goTo: (row: number) => void; onClose: () => void };

/** What is chosen here; how amounts are read, the rows have. */
type JournalForm = Omit<JournalChoice, keyof AmountChoice>;

/** Exports the rows as postings, with the bank's account as counterpart, and those that are none apart. */
export function JournalDialog({ store, goTo, onClose }: Props) {
  const [choice, setChoice] = useState<JournalForm>({
    counterpart: rememberedCounterpart(),
    isOneLine: false,
  });
  const journal = useJournal(store, choice);
  const show = (row: number) => {
    onClose();
    goTo(row);
  };
  const { exportAs, isExporting } = useJournalExport(store, journal, choice, onClose);
  const known = typeof journal === 'object' ? journal : null;
  const isDisabled = known === null || known.rows === 0 || choice.counterpart.trim() === '';
  const button = { disabled: isDisabled, loading: isExporting } as const;
  return (
    <Dialog onClose={onClose} size="xl" title="Journal">
      <Stack gap="sm">
        <Counterpart
          store={store}
          text={choice.counterpart}
          onText={(counterpart) => setChoice({ ...choice, counterpart })}
        />
        <NativeSelect
          label="Form"
          value={choice.isOneLine ? 'one' : 'two'}
          data={[
            { value: 'two', label: 'Two postings per row' },
            { value: 'one', label: 'One line with contra account' },
          ]}
          onChange={({ currentTarget: { value } }) => setChoice({ ...choice, isOneLine: value === 'one' })}
        />
        <ReadingQuestion store={store} />
        <ReadAs store={store} />
        <RowFacts store={store} goTo={show} />
        <Text role="status">{wordsOf(journal, choice)}</Text>
        <Group gap="xs">
          <Button variant="filled" {...button} onClick={() => ignoreAfterExit(exportAs('xlsx'))}>
            Excel (XLSX)
          </Button>
          <Button {...button} onClick={() => ignoreAfterExit(exportAs(csvFormats()[0].format))}>
            CSV
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}

type CounterpartProps = { store: RowStore; text: string; onText: (text: string) => void };

/** The bank's account: any, those of the chart by code and name. */
function Counterpart({ store, text, onText }: CounterpartProps) {
  const chart = useChart(store.ledger);
  const options = (chart?.accounts ?? []).map(({ code, name }) => ({ value: code, note: name }));
  return (
    <div>
      <ComboField
        isFirst
        label="The bank's GL account"
        text={text}
        onText={onText}
        onTake={onText}
        options={options}
        maxLength={1000}
      />
      <AccountWarning account={text} isChartOnly doing="used" />
    </div>
  );
}

/** The journal of the rows as they are now; `waiting` while they are being classified. */
function useJournal(store: RowStore, form: JournalForm): Journal | 'waiting' | 'failed' | null {
  const { choice } = useReading(store);
  const { answer, hasFailed } = useAnswer(
    async () => (await store.run?.journal({ ...choice, ...form })) ?? ('waiting' as const),
    [store, choice, form],
  );
  return hasFailed ? 'failed' : answer;
}

function wordsOf(
  journal: Journal | 'waiting' | 'failed' | null,
  { counterpart, isOneLine }: JournalForm,
): string {
  if (journal === null) return '';
  if (typeof journal === 'string') return journalMessages[journal];
  if (journal.columns.length === 0) return journalMessages.noAmounts;
  if (journal.question !== null) return readingMessages.waits;
  const { rows, leftOut } = journal;
  const parts = [
    journalMessages.rows(rows, isOneLine ? rows : rows * 2),
    journalMessages.leftOut(leftOut),
    counterpart.trim() === '' ? journalMessages.noCounterpart : '',
  ];
  return parts.filter((part) => part !== '').join(' ');
}

/** Downloads the journal, and with it the rows that are in no posting: as a second sheet, or a second file. */
function useJournalExport(
  store: RowStore,
  journal: ReturnType<typeof useJournal>,
  choice: JournalForm,
  onDone: () => void,
) {
  const chart = useChart(store.ledger);
  const [isExporting, report] = useReported(() => messages.exportFailed);
  const exportAs = (format: SpreadsheetFormat) =>
    report(async () => {
      if (typeof journal !== 'object' || journal === null) return null;
      const exported = journalMessages.exported(journal.rows);
      const said = await exportTables(format, FILES, tablesOf(journal, accountNames(chart)), exported);
      if (said !== exported) return said;
      rememberCounterpart(choice.counterpart);
      onDone();
      return said;
    });
  return { isExporting, exportAs };
}

function tablesOf(
  { header, journal, restHeader, rest, decimal }: Journal,
  byCode: ReadonlyMap<string, string>,
) {
  const table = (name: string, titles: readonly string[], lines: Blob) => ({
    name,
    header: titles,
    lines,
    names: nameColumns(byCode, titles, NAMED),
    numbers: {
      columns: titles.flatMap((title, i) =>
        ['No', 'Row', 'Debit', 'Credit', 'Amount'].includes(title) ? i : [],
      ),
      decimal,
    },
  });
  const tables = [table('Journal', header, journal)];
  return rest.size === 0 ? tables : [...tables, table('Left out', restHeader, rest)];
}

function rememberedCounterpart(): string {
  return tryStorage(LOSS, () => localStorage.getItem(STORAGE_KEY)) ?? '';
}

function rememberCounterpart(account: string): void {
  tryStorage(LOSS, () => localStorage.setItem(STORAGE_KEY, account.trim()));
}
