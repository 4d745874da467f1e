import { NativeSelect } from '@mantine/core';
import type { ColumnChoice } from '#contract/ledger.ts';
import styles from './ColumnPicker.module.css';

const WHOLE_LINES = 'lines';

type Props = { columns: ColumnChoice; onChoose: (column: number | null) => void };

/** Which column of a pasted table holds the descriptions. */
export function ColumnPicker({ columns: { chosen, examples }, onChoose }: Props) {
  return (
    <NativeSelect
      size="xs"
      classNames={{ root: styles['picker'] ?? '', wrapper: styles['select'] ?? '' }}
      label="Descriptions are in"
      description="The other columns come back beside them when you copy."
      inputWrapperOrder={['label', 'input', 'description']}
      value={chosen === null ? WHOLE_LINES : String(chosen)}
      data={[
        ...examples.map((example, column) => ({
          value: String(column),
          label: `Column ${column + 1}${example === '' ? '' : `: ${example}`}`,
        })),
        { value: WHOLE_LINES, label: 'The whole lines' },
      ]}
      onChange={({ currentTarget: { value } }) => onChoose(value === WHOLE_LINES ? null : Number(value))}
    />
  );
}
