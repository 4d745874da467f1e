import { Button, NativeSelect } from '@mantine/core';
import type { ColumnChoice, HeaderLine } from '#contract/ledger.ts';
import { messages } from '#model/text/messages.ts';
import layout from '../../ui/layout.module.css';
import { columnsLabel } from './columnLabel.ts';

type ColumnPickerProps = { columns: ColumnChoice; onChoose: (columns: readonly number[]) => void };

/** The columns of a pasted table that have the descriptions: those that were found, one of them, or whole lines. */
export function ColumnPicker({ columns, onChoose }: ColumnPickerProps) {
  const { chosen, found, examples } = columns;
  const choices = [chosen, found].filter(({ length }) => length > 1);
  choices.push(...examples.map((_, column) => [column]), []);
  const byValue = new Map(choices.map((choice) => [choice.join('+'), choice]));
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
      value={chosen.join('+')}
      data={Array.from(byValue, ([value, choice]) => ({
        value,
        label: columnsLabel(columns, choice) || 'The whole lines',
      }))}
      onChange={({ currentTarget: { value } }) => onChoose(byValue.get(value) ?? [])}
    />
  );
}

type HeaderNoticeProps = { header: HeaderLine; onIsRow: (isRow: boolean) => void };

/** Says which line names the columns, and what else is no row, and takes these in on demand. */
export function HeaderNotice({ header: { names, line, leftOut, isRow }, onIsRow }: HeaderNoticeProps) {
  const named = names.length > 0 ? [messages.headerLeftOut(names, line)] : [];
  const [leave, use] =
    leftOut.length === 0
      ? ['Leave the first line out', 'Use it as a row']
      : ['Leave lines out', 'Use all lines as rows'];
  return (
    <div className={`${layout['cluster']} ${layout['dense']} ${layout['oneLine']}`}>
      {!isRow && <span>{[...named, ...leftOut].join(' ')}</span>}
      <Button size="compact-xs" onClick={() => onIsRow(!isRow)}>
        {isRow ? leave : use}
      </Button>
    </div>
  );
}
