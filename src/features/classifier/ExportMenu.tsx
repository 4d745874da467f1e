import { Button, Menu } from '@mantine/core';
import { type ComponentProps, useState } from 'react';
import type { SpreadsheetFormat } from '#contract/spreadsheet.ts';
import { messages } from '#model/text/messages.ts';
import { readingMessages } from '#model/text/readingMessages.ts';
import { exportTables } from '../../chart/exportTables.ts';
import type { RowStore } from '../../rows/RowStore.ts';
import { ignoreAfterExit } from '../../services/workerLink.ts';
import { csvFormats } from '../../ui/csvFormats.ts';
import { lazyComponent } from '../../ui/lazyPage.ts';
import { useReported } from '../../ui/useReported.ts';
import { columnPlace } from './columnLabel.ts';
import { RowFacts } from './reading/RowFacts.tsx';
import { useReading } from './reading/useReading.ts';

const JournalDialog = lazyComponent(async () => (await import('./summary/JournalDialog.tsx')).JournalDialog);

type Props = {
  store: RowStore;
  isDisabled: boolean;
  /** Brings a row into view. */
  goTo: (row: number) => void;
};

/** The formats in which all rows can be downloaded. Open when it appears: the press that loaded it asked for it. */
export function ExportMenu({ store, isDisabled, goTo }: Props) {
  const { isExporting, exportAs } = useExport(store);
  const { reading } = useReading(store);
  const [isJournalOpen, setJournalOpen] = useState(false);
  const [isLeft, setLeft] = useState(false);
  const leaveFor = (row: number) => {
    setLeft(true);
    goTo(row);
  };
  return (
    <>
      <Menu defaultOpened returnFocus={!isLeft} onOpen={() => setLeft(false)}>
        <Menu.Target>
          <Button variant="subtle" disabled={isDisabled} loading={isExporting}>
            Export
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => ignoreAfterExit(exportAs('xlsx'))}>Excel (XLSX)</Menu.Item>
          {csvFormats().map(({ format, label }) => (
            <Menu.Item key={format} onClick={() => ignoreAfterExit(exportAs(format))}>
              {label}
            </Menu.Item>
          ))}
          <Menu.Item disabled={reading?.question != null} onClick={() => setJournalOpen(true)}>
            Journal… {reading?.question && <small>{readingMessages.waits}</small>}
          </Menu.Item>
          <RowFacts store={store} goTo={leaveFor} Action={FactItem} />
        </Menu.Dropdown>
      </Menu>
      {isJournalOpen && <JournalDialog store={store} goTo={goTo} onClose={() => setJournalOpen(false)} />}
    </>
  );
}

/** What can be done about a fact, where the keys of the menu reach it. */
const FactItem = (props: ComponentProps<typeof Menu.Item>) => <Menu.Item w="auto" {...props} />;

/** Downloads all rows as a file; `isExporting` while the file is made. */
function useExport(store: RowStore) {
  const [isExporting, report] = useReported(() => messages.exportFailed);
  const exportAs = (format: SpreadsheetFormat) =>
    report(async () => {
      const copy = await store.copy('description-and-account', 'file');
      if (copy.kind === 'superseded') throw new Error('The rows were replaced while they were exported.');
      const byCode = store.names.get() ?? undefined;
      const names = byCode && { byCode, columns: [{ title: 'Account name', of: -1 }] };
      const table = { header: header(store), lines: copy.text, names };
      return exportTables(format, ['gl_accounts'], [table], messages.exported(copy.rows));
    });
  return { isExporting, exportAs };
}

function header(store: RowStore): string[] {
  const { chosen = [], names = [] } = store.columns.get() ?? {};
  const cells =
    chosen.length === 0
      ? ['Description']
      : names.map((name, at) => name || (at === chosen[0] ? 'Description' : columnPlace(at)));
  return [...cells, 'GL Account'];
}
