import { Button, NativeSelect } from '@mantine/core';
import type { ColumnChoice, HeaderLine } from '#contract/ledger.ts';
import { messages } from '#model/text/messages.ts';
import layout from '../../ui/layout.module.css';
import { columnLabel } from './columnLabel.ts';

const WHOLE_LINES = 'lines';

type ColumnPickerProps = { columns: ColumnChoice; onChoose: (column: number | null) => void };

/** The column of a pasted table that has the descriptions. */
export function ColumnPicker({ columns, onChoose }: ColumnPickerProps) {
  const { chosen, examples } = columns;
  return (
    <NativeSelect
      classNames={{
        root: `${layout['cluster']} ${layout['oneLine']}`,
        description: layout['hiddenOnPhone'] ?? '',
      }}
      styles={{ wrapper: { flex: '0 1 20rem', minWidth: 0, margin: 0 } }}
      label="Descriptions are in"
      description="The other columns come back beside them when you copy."
      inputWrapperOrder={['label', 'input', 'description']}
      value={chosen === null ? WHOLE_LINES : String(chosen)}
      data={[
        ...examples.map((_, column) => ({ value: String(column), label: columnLabel(columns, column) })),
        { value: WHOLE_LINES, label: 'The whole lines' },
      ]}
      onChange={({ currentTarget: { value } }) => onChoose(value === WHOLE_LINES ? null : Number(value))}
    />
  );
}

type HeaderNoticeProps = { header: HeaderLine; onIsRow: (isRow: boolean) => void };

/** Says that a first line names the columns and is no row, and takes it in on demand. */
export function HeaderNotice({ header: { names, isRow }, onIsRow }: HeaderNoticeProps) {
  return (
    <div className={`${layout['cluster']} ${layout['dense']} ${layout['oneLine']}`}>
      {!isRow && <span>{messages.headerLeftOut(names)}</span>}
      <Button size="compact-xs" onClick={() => onIsRow(!isRow)}>
        {isRow ? 'Leave the first line out' : 'Use it as a row'}
      </Button>
    </div>
  );
}
