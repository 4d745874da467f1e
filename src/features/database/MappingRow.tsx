import { Button, Checkbox, Table } from '@mantine/core';
import { memo, useEffect, useRef } from 'react';
import type { Mapping } from '../../model/mapping.ts';
import styles from './MappingTable.module.css';

type Props = {
  mapping: Mapping;
  isSelected: boolean;
  isBusy: boolean;
  /** Editing has just ended here: the focus goes back to where it began. */
  takesFocus: boolean;
  onSelect: (mapping: Mapping, isSelected: boolean) => void;
  onEdit: (mapping: Mapping) => void;
  onDelete: (mapping: Mapping) => void;
};

/** One mapping as it is stored. */
export const MappingRow = memo(function MappingRow({
  mapping,
  isSelected,
  isBusy,
  takesFocus,
  ...act
}: Props) {
  const editButton = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (takesFocus) editButton.current?.focus();
  }, [takesFocus]);
  const { description, glAccount } = mapping;
  return (
    <Table.Tr data-selected={isSelected || undefined} className={styles['row'] ?? ''}>
      <Table.Td>
        <Checkbox
          size="xs"
          aria-label={`Select ${description}`}
          checked={isSelected}
          onChange={(event) => act.onSelect(mapping, event.currentTarget.checked)}
        />
      </Table.Td>
      <Table.Td className={styles['text'] ?? ''} dir="auto">
        {description}
      </Table.Td>
      <Table.Td className={styles['text'] ?? ''}>{glAccount}</Table.Td>
      <Table.Td>
        <div className={styles['actions']}>
          <Button
            ref={editButton}
            size="compact-xs"
            variant="default"
            disabled={isBusy}
            aria-label={`Edit ${description}`}
            onClick={() => act.onEdit(mapping)}
          >
            Edit
          </Button>
          <Button
            size="compact-xs"
            variant="subtle"
            color="red"
            disabled={isBusy}
            aria-label={`Delete ${description}`}
            onClick={() => act.onDelete(mapping)}
          >
            Delete
          </Button>
        </div>
      </Table.Td>
    </Table.Tr>
  );
});
