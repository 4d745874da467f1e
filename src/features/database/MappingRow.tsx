import { memo, useEffect, useRef } from 'react';
import type { Mapping } from '#model/mapping.ts';
import plain from '../../ui/plainRow.module.css';
import styles from './MappingTable.module.css';
import type { RowButton } from './useRowFocus.ts';

type Props = {
  mapping: Mapping;
  isSelected: boolean;
  isBusy: boolean;
  /** The button that takes the focus: editing has ended here, or the row before it has gone. */
  takesFocus: RowButton | null;
  onSelect: (mapping: Mapping, isSelected: boolean) => void;
  onEdit: (mapping: Mapping) => void;
  onDelete: (mapping: Mapping) => void;
};

/** One mapping as it is stored. Thirty of them are drawn at every turn of the page. */
export const MappingRow = memo(function MappingRow({
  mapping,
  isSelected,
  isBusy,
  takesFocus,
  ...act
}: Props) {
  const editButton = useRef<HTMLButtonElement>(null);
  const deleteButton = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (takesFocus !== null && !isBusy) (takesFocus === 'edit' ? editButton : deleteButton).current?.focus();
  }, [takesFocus, isBusy]);
  const { description, glAccount } = mapping;
  return (
    <tr className={`${plain['row']} ${styles['row']}`} data-selected={isSelected || undefined}>
      <td>
        <input
          type="checkbox"
          className={plain['box']}
          aria-label={`Select ${description}`}
          checked={isSelected}
          onChange={(event) => act.onSelect(mapping, event.currentTarget.checked)}
        />
      </td>
      <td className={styles['text']} dir="auto">
        {description}
      </td>
      <td className={styles['text']}>{glAccount}</td>
      <td>
        <div className={styles['actions']}>
          <button
            ref={editButton}
            type="button"
            className={plain['button']}
            disabled={isBusy}
            aria-label={`Edit ${description}`}
            onClick={() => act.onEdit(mapping)}
          >
            Edit
          </button>
          <button
            ref={deleteButton}
            type="button"
            className={`${plain['button']} ${plain['danger']}`}
            disabled={isBusy}
            aria-label={`Delete ${description}`}
            onClick={() => act.onDelete(mapping)}
          >
            Delete
          </button>
        </div>
      </td>
    </tr>
  );
});
