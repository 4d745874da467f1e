import { Anchor, Button, Stack, Text, Title } from '@mantine/core';
import { useCallback, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import type { ChartAccount } from '#model/chart.ts';
import { tabbedText } from '#model/spreadsheetCell.ts';
import { chartMessages } from '#model/text/chartMessages.ts';
import { exportTables } from '../../chart/exportTables.ts';
import type { LedgerService } from '../../services/ledger.ts';
import { ignoreAfterExit } from '../../services/workerLink.ts';
import { Empty } from '../../ui/Empty.tsx';
import { keepFocus } from '../../ui/focus/keepFocus.ts';
import { Icon } from '../../ui/icons.tsx';
import { Loading } from '../../ui/Loading.tsx';
import layout from '../../ui/layout.module.css';
import { Pager } from '../../ui/Pager.tsx';
import { SearchField } from '../../ui/SearchField.tsx';
import { Toolbar } from '../../ui/Toolbar.tsx';
import { useReported } from '../../ui/useReported.ts';
import { AccountTable } from './AccountTable.tsx';
import { ChartAccountDialog } from './ChartAccountDialog.tsx';
import { ImportPanel } from './ImportPanel.tsx';
import { useAccountList } from './useAccountList.ts';
import { useChartChanges } from './useChartChanges.ts';

type Props = { ledger: LedgerService };

/** What is open besides the table: a new account, one that is edited, or an import. */
type Opened =
  | { readonly kind: 'account'; readonly account: ChartAccount | null }
  | { readonly kind: 'import'; readonly isOfUse: boolean };

/** The chart of accounts: finds, adds, edits, retires, deletes and imports accounts. */
export function AccountsPage({ ledger }: Props) {
  const chart = ledger.chart;
  const list = useAccountList(ledger, chart);
  const { accounts, notInChart } = list;
  const changes = useChartChanges(chart);
  const [opened, setOpened] = useState<Opened | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const edit = useCallback((account: ChartAccount) => setOpened({ kind: 'account', account }), []);
  const close = () => setOpened(null);
  const closeImport = () => {
    close();
    heading.current?.focus();
  };

  const title = (
    <Title order={1} ref={heading} tabIndex={-1}>
      Chart of accounts
    </Title>
  );
  if (accounts === null)
    return (
      <Stack gap="xs">
        {title}
        <Loading />
      </Stack>
    );
  return (
    <Stack gap="xs" ref={keepFocus}>
      <div className={layout['between']}>
        {title}
        <Actions accounts={accounts} onOpen={setOpened} />
      </div>
      <SearchField
        maw="32rem"
        label="Search codes, names and notes"
        value={list.search}
        onText={list.setSearch}
      />
      {notInChart.length > 0 && opened?.kind !== 'import' && (
        <NotInChart
          count={notInChart.length}
          isFirst={accounts.length === 0}
          onImport={() => setOpened({ kind: 'import', isOfUse: true })}
        />
      )}
      {opened?.kind === 'import' && (
        <ImportPanel
          key={String(opened.isOfUse)}
          chart={chart}
          isOfUse={opened.isOfUse}
          onImported={changes.showDone}
          onClose={closeImport}
        />
      )}
      {opened?.kind === 'account' && (
        <ChartAccountDialog {...opened} chart={chart} onSaved={changes.showDone} onClose={close} />
      )}
      <Listed list={list} all={accounts.length} changes={changes} onEdit={edit} />
      <Anchor component={Link} to="/history?log=chart">
        History of the chart
      </Anchor>
    </Stack>
  );
}

type ActionsProps = { accounts: readonly ChartAccount[]; onOpen: (opened: Opened) => void };

function Actions({ accounts, onOpen }: ActionsProps) {
  return (
    <Toolbar label="Actions">
      <ExportButton accounts={accounts} />
      <Button onClick={() => onOpen({ kind: 'import', isOfUse: false })}>Import</Button>
      <Button
        variant="filled"
        leftSection={<Icon name="add" />}
        onClick={() => onOpen({ kind: 'account', account: null })}
      >
        Add account
      </Button>
    </Toolbar>
  );
}

type NotInChartProps = { count: number; isFirst: boolean; onImport: () => void };

/** Offers to add the accounts that mappings have and the chart has not. */
function NotInChart({ count, isFirst, onImport }: NotInChartProps) {
  return (
    <div className={layout['cluster']}>
      <Text>{chartMessages.notInChart(count)}</Text>
      <Button size="compact-xs" onClick={onImport}>
        {isFirst ? chartMessages.startFromUse : 'Add them'}
      </Button>
    </div>
  );
}

type ListedProps = {
  list: ReturnType<typeof useAccountList>;
  /** Number of accounts in the chart. */
  all: number;
  changes: ReturnType<typeof useChartChanges>;
  onEdit: (account: ChartAccount) => void;
};

/** The accounts found, a page of them at a time. */
function Listed({ list, all, changes: { retire, remove }, onEdit }: ListedProps) {
  const { usage, rows, found, search, page, pages } = list;
  const retireOne = useCallback((account: ChartAccount) => ignoreAfterExit(retire(account)), [retire]);
  const deleteRow = useCallback(
    (account: ChartAccount) => ignoreAfterExit(remove(account, usage.get(account.code) ?? 0)),
    [remove, usage],
  );
  if (all === 0) return <Empty>{chartMessages.empty}</Empty>;
  return (
    <>
      <div className={layout['cluster']}>
        <Text role="status" className={layout['grow'] ?? ''}>
          {chartMessages.accountsShown(found, all)}
        </Text>
        {pages > 1 && <Pager label="Pages of the table" page={page} pages={pages} onTurn={list.setPage} />}
      </div>
      {rows.length === 0 ? (
        <Empty>{chartMessages.nothingFound}</Empty>
      ) : (
        <AccountTable
          rows={rows}
          usage={usage}
          search={search}
          onEdit={onEdit}
          onRetire={retireOne}
          onDelete={deleteRow}
        />
      )}
    </>
  );
}

/** Downloads the chart as a file that importing changes nothing of. */
function ExportButton({ accounts }: { accounts: readonly ChartAccount[] }) {
  const [isExporting, report] = useReported(() => chartMessages.exportFailed);
  async function exportAll(): Promise<string> {
    const rows = accounts.map(({ code, name, note, isRetired }) => [
      code,
      name,
      note,
      isRetired ? 'yes' : '',
    ]);
    const lines = new Blob([tabbedText(rows, 'file')]);
    const table = { header: ['Code', 'Name', 'Note', 'Retired'], lines };
    return exportTables('csv', ['chart_of_accounts'], [table], chartMessages.exported(accounts.length));
  }
  return (
    <Button
      disabled={accounts.length === 0}
      loading={isExporting}
      onClick={() => ignoreAfterExit(report(exportAll))}
    >
      Export CSV
    </Button>
  );
}
