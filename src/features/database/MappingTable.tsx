import { memo, useEffect, useRef } from 'react';
import { Link } from 'react-router-dom';
import type { MappingRow, TableOrder } from '#contract/table.ts';
import type { Mapping, MappingKey } from '#model/mapping.ts';
import { searchPattern } from '#model/searchPattern.ts';
import { databaseMessages } from '#model/text/databaseMessages.ts';
import { AccountName } from '../../chart/AccountName.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { Icon } from '../../ui/icons.tsx';
import layout from '../../ui/layout.module.css';
import { Marked } from '../../ui/Marked.tsx';
import { TickBox } from '../../ui/TickBox.tsx';
import table from '../../ui/table.module.css';
import { EditRow } from './EditRow.tsx';
import styles from './MappingTable.module.css';
import { directionOf, SortHeading } from './SortHeading.tsx';
import { useRangeSelection } from './useRangeSelection.ts';
import type { useRowEdit } from './useRowEdit.ts';
import type { RowButton, useFocusedRow } from './useRowFocus.ts';

type Props = {
  rows: readonly MappingRow[];
  /** What was searched for, to be marked; blank if the rows are those of a letter. */
  search: string;
  order: TableOrder;
  editing: ReturnType<typeof useRowEdit>;
  isBusy: boolean;
  /** The row that the inspector is about. */
  chosen: MappingKey | null;
  /** The row whose button takes the focus. */
  focused: ReturnType<typeof useFocusedRow>;
  onSelect: (keys: readonly MappingKey[], isSelected: boolean) => void;
  onSelectPage: (isSelected: boolean) => void;
  onDelete: (mapping: Mapping) => void;
  onOrder: (order: TableOrder) => void;
  onChoose: (key: MappingKey) => void;
};

/** The rows of one page. The row being edited stays, at the top if its entry has gone from the page. */
export function MappingTable({ rows, search, order, editing, isBusy, chosen, focused, ...act }: Props) {
  const { edit } = editing;
  const { select, onKeyDown } = useRangeSelection(act.onSelect);
  // One list, so that the row being edited keeps its place in the document, and with it the focus.
  const shown: { key: MappingKey; row: MappingRow | undefined }[] = rows.map((row) => ({
    key: row.mapping.key,
    row,
  }));
  const choose = ({ target }: { target: EventTarget }) => {
    const key = rowKeyOf(target);
    if (key !== undefined) act.onChoose(key);
  };
  if (edit && !shown.some(({ key }) => key === edit.key)) shown.unshift({ key: edit.key, row: undefined });
  return (
    <table
      className={`${layout['card']} ${table['cards']} ${table['rows']} ${table['fixed']} ${styles['table']}`}
    >
      <colgroup>
        <col style={{ width: 32 }} />
        <col style={{ width: '40%' }} />
      </colgroup>
      <Head rows={rows} order={order} onSelectPage={act.onSelectPage} onOrder={act.onOrder} />
      <tbody onKeyDown={onKeyDown} onFocus={choose} onClick={choose}>
        {shown.map(({ key, row }) =>
          key === edit?.key ? (
            <EditRow key={key} {...editing} edit={edit} />
          ) : (
            row && (
              <StoredRow
                key={key}
                mapping={row.mapping}
                search={search}
                isSelected={row.isSelected}
                isChosen={key === chosen}
                isBusy={isBusy}
                takesFocus={edit === null && key === focused?.key ? focused.button : null}
                onSelect={select}
                onEdit={editing.begin}
                onDelete={act.onDelete}
              />
            )
          ),
        )}
      </tbody>
    </table>
  );
}

type HeadProps = Pick<Props, 'rows' | 'order' | 'onSelectPage' | 'onOrder'>;

/** Names the columns, sorts by them, and selects the page. */
function Head({ rows, order, onSelectPage, onOrder }: HeadProps) {
  const selected = rows.filter((row) => row.isSelected).length;
  return (
    <thead>
      <tr>
        <th>
          <TickBox
            aria-label="Select all on this page"
            isHalf={selected > 0 && selected < rows.length}
            checked={rows.length > 0 && selected === rows.length}
            disabled={rows.length === 0}
            onChange={(event) => onSelectPage(event.currentTarget.checked)}
          />
        </th>
        <th scope="col" aria-sort={directionOf('keyword', order)}>
          <SortHeading
            column="keyword"
            label={databaseMessages.fields.description}
            order={order}
            onOrder={onOrder}
          />
        </th>
        <th scope="col" aria-sort={directionOf('account', order)}>
          <SortHeading
            column="account"
            label={databaseMessages.fields.glAccount}
            order={order}
            onOrder={onOrder}
          />
        </th>
        <th className={`${table['medium']} ${layout['hiddenOnPhone']}`}>Actions</th>
      </tr>
    </thead>
  );
}

/** The mapping whose row this is in. */
function rowKeyOf(target: EventTarget): MappingKey | undefined {
  const row = target instanceof Element ? target.closest<HTMLElement>('tr[data-key]') : null;
  return row?.dataset['key'] as MappingKey | undefined;
}

type RowProps = {
  mapping: Mapping;
  search: string;
  isSelected: boolean;
  isChosen: boolean;
  isBusy: boolean;
  /** The button that takes the focus: editing has ended here, or the row before it has gone. */
  takesFocus: RowButton | null;
  onSelect: ReturnType<typeof useRangeSelection>['select'];
  onEdit: (mapping: Mapping) => void;
  onDelete: (mapping: Mapping) => void;
};

/** One mapping as it is stored. Thirty of them are drawn for each page of the table. */
const StoredRow = memo(function StoredRow({
  mapping,
  search,
  isSelected,
  isChosen,
  isBusy,
  takesFocus,
  ...act
}: RowProps) {
  const { description, glAccount } = mapping;
  return (
    <tr
      className={styles['row']}
      data-key={mapping.key}
      data-selected={isSelected || undefined}
      aria-current={isChosen || undefined}
    >
      <td>
        <TickBox
          data-select={mapping.key}
          aria-label={`Select ${description}`}
          checked={isSelected}
          // With Shift the browser would select the text in between.
          onMouseDown={(event) => event.shiftKey && event.preventDefault()}
          onChange={({ currentTarget, nativeEvent }) =>
            act.onSelect(
              currentTarget,
              currentTarget.checked,
              nativeEvent instanceof MouseEvent && nativeEvent.shiftKey,
            )
          }
        />
      </td>
      <td className={layout['text']} dir="auto">
        <Marked text={description} pattern={searchPattern(search)} />
      </td>
      <td className={layout['text']}>
        <b>
          <Marked text={glAccount} pattern={searchPattern(search)} />
        </b>
        <AccountName code={glAccount} />
      </td>
      <td>
        <RowActions mapping={mapping} isBusy={isBusy} takesFocus={takesFocus} {...act} />
      </td>
    </tr>
  );
});

type ActionsProps = Pick<RowProps, 'mapping' | 'isBusy' | 'takesFocus' | 'onEdit' | 'onDelete'>;

function RowActions({ mapping, isBusy, takesFocus, onEdit, onDelete }: ActionsProps) {
  const editButton = useRef<HTMLButtonElement>(null);
  const deleteButton = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (takesFocus !== null && !isBusy) (takesFocus === 'edit' ? editButton : deleteButton).current?.focus();
  }, [takesFocus, isBusy]);
  const { description } = mapping;
  return (
    <div className={layout['cluster']}>
      <IconButton
        ref={editButton}
        name="Edit"
        of={description}
        icon="pen"
        disabled={isBusy}
        onClick={() => onEdit(mapping)}
      />
      <Link
        to={`/history?key=${encodeURIComponent(mapping.key)}`}
        // From there on the inspector has the history.
        className={`${table['button']} mantine-hidden-from-lg`}
        title="History"
        aria-label={`History of ${description}`}
      >
        <Icon name="history" />
      </Link>
      <IconButton
        ref={deleteButton}
        name="Delete"
        of={description}
        icon="bin"
        disabled={isBusy}
        onClick={() => onDelete(mapping)}
      />
    </div>
  );
}
