import { Button, Text, VisuallyHidden } from '@mantine/core';
import { memo, useState } from 'react';
import type { TableOrder, TablePage, TableQuery } from '#contract/table.ts';
import type { Mapping, MappingKey } from '#model/mapping.ts';
import { databaseMessages } from '#model/text/databaseMessages.ts';
import { counted, grouped } from '#model/text/figures.ts';
import { messages } from '#model/text/messages.ts';
import type { LedgerService } from '../../services/ledger.ts';
import { Empty } from '../../ui/Empty.tsx';
import { keepFocus } from '../../ui/focus/keepFocus.ts';
import { useHasInspector, WithInspector } from '../../ui/Inspector.tsx';
import { Icon } from '../../ui/icons.tsx';
import { Loading } from '../../ui/Loading.tsx';
import layout from '../../ui/layout.module.css';
import { MoreMenu } from '../../ui/MoreMenu.tsx';
import { Pager } from '../../ui/Pager.tsx';
import { useIsNarrow } from '../../ui/useIsNarrow.ts';
import { MappingInspector } from './MappingInspector.tsx';
import { MappingTable } from './MappingTable.tsx';
import styles from './TablePanel.module.css';
import type { TableStore } from './TableStore.ts';
import { ActionButton } from './TableToolbar.tsx';
import type { useRowEdit } from './useRowEdit.ts';
import { useFocusedRow, type useRowFocus } from './useRowFocus.ts';

type Props = {
  ledger: LedgerService;
  store: TableStore;
  /** Null until the list is there. */
  table: TablePage | null;
  /** What the table lists. */
  listed: TableQuery | null;
  editing: ReturnType<typeof useRowEdit>;
  focus: ReturnType<typeof useRowFocus>;
  isBusy: boolean;
  onDelete: (mapping: Mapping) => void;
  onOrder: (order: TableOrder) => void;
} & SelectionActions;

/** What can be done with the selected mappings. */
type SelectionActions = {
  isDeleting: boolean;
  onCopy: () => void;
  onChangeAccount: () => void;
  onDeleteSelected: () => void;
};

/** What is listed: its counts and pages, and the rows of one page. */
export const TablePanel = memo(function TablePanel({
  ledger,
  store,
  table,
  listed,
  editing,
  focus,
  isBusy,
  onDelete,
  onOrder,
  ...selection
}: Props) {
  const keys = table?.rows.map(({ mapping }) => mapping.key) ?? [];
  const focused = useFocusedRow(focus, keys);
  const { chosen, choose } = useChosenRow(table);
  if (table === null || listed === null) return <Loading />;
  return (
    <WithInspector
      inspector={chosen && <MappingInspector mapping={chosen} ledger={ledger} revision={table} />}
    >
      <TableSummary
        table={table}
        listed={wordsOf(listed)}
        onTurn={(page) => store.turnTo(page)}
        onSelectFound={() => store.selectFound()}
        onClearSelection={() => store.clearSelection()}
        isBusy={isBusy}
        {...selection}
      />
      {table.found === 0 && editing.edit === null ? (
        <Empty>{listed.kind === 'search' ? messages.nothingFound : messages.noMappings}</Empty>
      ) : (
        <MappingTable
          rows={table.rows}
          search={listed.kind === 'search' ? listed.text : ''}
          order={listed.order ?? 'keyword'}
          editing={editing}
          isBusy={isBusy}
          chosen={chosen?.key ?? null}
          focused={focused}
          onSelect={(some, isSelected) => store.select(some, isSelected)}
          onSelectPage={(isSelected) => store.select(keys, isSelected)}
          onDelete={onDelete}
          onOrder={onOrder}
          onChoose={choose}
        />
      )}
    </WithInspector>
  );
});

/** The row that the inspector is about: the one used last, or the first; null where there is no room, or no row. */
function useChosenRow(table: TablePage | null) {
  const hasInspector = useHasInspector();
  const [key, setKey] = useState<MappingKey | null>(null);
  const rows = table?.rows ?? [];
  const row = rows.find(({ mapping }) => mapping.key === key) ?? rows[0];
  return { chosen: hasInspector && row ? row.mapping : null, choose: setKey };
}

/** What is listed, in words: `under A`, `found`, `with account 6100`. */
function wordsOf(listed: TableQuery): string {
  if (listed.kind === 'letter') return `under ${listed.letter}`;
  const account = listed.account ?? null;
  const found = listed.text.trim() === '' ? '' : 'found';
  return account === null ? 'found' : `${found} with account ${account}`.trim();
}

type SummaryProps = {
  table: TablePage;
  /** What is listed, in words. */
  listed: string;
  onTurn: (page: number) => void;
  onSelectFound: () => void;
  onClearSelection: () => void;
  isBusy: boolean;
} & SelectionActions;

/** The numbers of mappings listed and selected, what can be done with these, and the buttons that turn the pages. */
function TableSummary({ table, listed, onTurn, onSelectFound, ...selection }: SummaryProps) {
  const { page, pages, found, selected, foundSelected, rows } = table;
  const isOffered = rows.length > 0 && rows.every((row) => row.isSelected) && foundSelected < found;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for what is sent off together
    <div
      ref={keepFocus}
      // Takes the focus when the button that has it goes with the selection.
      tabIndex={-1}
      role="group"
      aria-label="Mappings listed"
      className={`${layout['cluster']} ${layout['card']} ${styles['summary']}`}
      data-selection={selected > 0 || undefined}
    >
      <Text role="status">
        {counted(found, 'mapping')} {listed}
        {selected > 0 && <strong> · {grouped(selected)} selected</strong>}
        {isOffered && <VisuallyHidden>. {databaseMessages.selectFoundOffered(found)}</VisuallyHidden>}
      </Text>
      {isOffered && (
        <Button size="compact-sm" variant="light" onClick={onSelectFound}>
          {databaseMessages.selectFound(found)}
        </Button>
      )}
      {selected > 0 && <SelectionButtons selected={selected} {...selection} />}
      <Pager label="Pages of the table" page={page} pages={pages} onTurn={onTurn} />
    </div>
  );
}

type SelectionProps = SelectionActions & { selected: number; isBusy: boolean; onClearSelection: () => void };

/** On a phone they stand at the foot of the screen, the rare ones in a menu. */
function SelectionButtons({ selected, isBusy, isDeleting, ...act }: SelectionProps) {
  const isNarrow = useIsNarrow();
  const size = isNarrow ? 'sm' : 'compact-sm';
  const copying = { label: 'Copy', isDisabled: false, run: act.onCopy };
  const clearing = { label: 'Clear selection', isDisabled: false, run: act.onClearSelection };
  const buttons = (
    <>
      <Button size={size} disabled={isBusy} onClick={act.onChangeAccount}>
        Change account…
      </Button>
      {!isNarrow && <ActionButton {...copying} size={size} variant="subtle" icon="copy" />}
      <Button
        size={size}
        variant="subtle"
        color="red"
        leftSection={!isNarrow && <Icon name="bin" />}
        loading={isDeleting}
        disabled={isBusy && !isDeleting}
        onClick={act.onDeleteSelected}
      >
        Delete Selected ({grouped(selected)})
      </Button>
      {isNarrow ? (
        <MoreMenu actions={[copying, clearing]} />
      ) : (
        <ActionButton {...clearing} size={size} variant="subtle" />
      )}
    </>
  );
  if (!isNarrow) return buttons;
  return <div className={`${layout['between']} ${layout['tight']} ${styles['selection']}`}>{buttons}</div>;
}
