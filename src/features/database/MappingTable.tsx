import { Table } from '@mantine/core';
import type { TableRow } from '#contract/table.ts';
import type { Mapping, MappingKey } from '#model/mapping.ts';
import plain from '../../ui/plainRow.module.css';
import { EditRow } from './EditRow.tsx';
import { MappingRow } from './MappingRow.tsx';
import styles from './MappingTable.module.css';
import type { useRowEdit } from './useRowEdit.ts';
import type { useFocusedRow } from './useRowFocus.ts';

type Props = {
  rows: readonly TableRow[];
  editing: ReturnType<typeof useRowEdit>;
  isBusy: boolean;
  /** The row whose button takes the focus. */
  focused: ReturnType<typeof useFocusedRow>;
  onSelect: (mapping: Mapping, isSelected: boolean) => void;
  onSelectPage: (isSelected: boolean) => void;
  onDelete: (mapping: Mapping) => void;
};

/** The rows of one page. The row being edited stays, at the top if its entry has gone from the page. */
export function MappingTable({ rows, editing, isBusy, focused, onSelect, onSelectPage, onDelete }: Props) {
  const { edit } = editing;
  const selected = rows.filter((row) => row.isSelected).length;
  // One list, so that the row being edited keeps its place in the document, and with it the focus.
  const shown: { key: MappingKey; row: TableRow | undefined }[] = rows.map((row) => ({
    key: row.mapping.key,
    row,
  }));
  if (edit && !shown.some(({ key }) => key === edit.key)) shown.unshift({ key: edit.key, row: undefined });
  return (
    <Table className={styles['table'] ?? ''} withTableBorder>
      <Table.Thead>
        <Table.Tr>
          <Table.Th className={styles['box'] ?? ''}>
            <input
              type="checkbox"
              className={plain['box']}
              aria-label="Select all on this page"
              ref={(box) => {
                if (box) box.indeterminate = selected > 0 && selected < rows.length;
              }}
              checked={rows.length > 0 && selected === rows.length}
              disabled={rows.length === 0}
              onChange={(event) => onSelectPage(event.currentTarget.checked)}
            />
          </Table.Th>
          <Table.Th>Keyword / Description</Table.Th>
          <Table.Th className={styles['account'] ?? ''}>GL Account</Table.Th>
          <Table.Th className={styles['act'] ?? ''}>Actions</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {shown.map(({ key, row }) =>
          key === edit?.key ? (
            <EditRow
              key={key}
              edit={edit}
              stored={row?.mapping}
              onDraft={editing.keepDraft}
              onSave={editing.save}
              onSaveAnyway={editing.saveOver}
              onSaveBoth={editing.saveBoth}
              onCancel={editing.cancel}
            />
          ) : (
            row && (
              <MappingRow
                key={key}
                mapping={row.mapping}
                isSelected={row.isSelected}
                isBusy={isBusy}
                takesFocus={edit === null && key === focused?.key ? focused.button : null}
                onSelect={onSelect}
                onEdit={editing.begin}
                onDelete={onDelete}
              />
            )
          ),
        )}
      </Table.Tbody>
    </Table>
  );
}
