import { memo, useCallback } from 'react';
import type { TablePage } from '#contract/table.ts';
import type { Letter } from '#model/letter.ts';
import type { Mapping } from '#model/mapping.ts';
import { messages } from '#model/messages.ts';
import { Empty } from '../../ui/Empty.tsx';
import { Loading } from '../../ui/Loading.tsx';
import { MappingTable } from './MappingTable.tsx';
import type { TableStore } from './TableStore.ts';
import { TableSummary } from './TableSummary.tsx';
import type { useRowEdit } from './useRowEdit.ts';
import { useFocusedRow, type useRowFocus } from './useRowFocus.ts';

type Props = {
  store: TableStore;
  /** Null while a search goes over all letters. */
  letter: Letter | null;
  /** Null until the list is there. */
  table: TablePage | null;
  editing: ReturnType<typeof useRowEdit>;
  focus: ReturnType<typeof useRowFocus>;
  isBusy: boolean;
  onDelete: (mapping: Mapping) => void;
};

/** What is listed: its counts and pages, and the rows of one page. */
export const TablePanel = memo(function TablePanel({
  store,
  letter,
  table,
  editing,
  focus,
  isBusy,
  onDelete,
}: Props) {
  const select = useCallback(
    ({ key }: Mapping, isSelected: boolean) => store.select([key], isSelected),
    [store],
  );
  const keys = table?.rows.map(({ mapping }) => mapping.key) ?? [];
  const focused = useFocusedRow(focus, keys);
  if (table === null) return <Loading />;
  return (
    <>
      <TableSummary
        table={table}
        listed={letter === null ? 'found' : `under ${letter}`}
        onTurn={(page) => store.turnTo(page)}
        onSelectFound={() => store.selectFound()}
        onClearSelection={() => store.clearSelection()}
      />
      {table.found === 0 && editing.edit === null ? (
        <Empty>{letter === null ? messages.nothingFound : messages.noMappings}</Empty>
      ) : (
        <MappingTable
          rows={table.rows}
          editing={editing}
          isBusy={isBusy}
          focused={focused}
          onSelect={select}
          onSelectPage={(isSelected) => store.select(keys, isSelected)}
          onDelete={onDelete}
        />
      )}
    </>
  );
});
