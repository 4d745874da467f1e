import { NativeSelect } from '@mantine/core';
import { useSyncExternalStore } from 'react';
import type { AmountChoice } from '#contract/summary.ts';
import type { RowStore } from '../../../rows/RowStore.ts';
import { columnLabel } from '../columnLabel.ts';

type Props<Choice extends AmountChoice> = {
  store: RowStore;
  /** As they are read now. */
  columns: readonly number[];
  decimal: '.' | ',';
  choice: Choice;
  onChoice: (choice: Choice) => void;
};

/** Where the amounts are, and how they are read. */
export function AmountTools<Choice extends AmountChoice>(props: Props<Choice>) {
  const { store, columns, decimal, choice, onChoice } = props;
  return (
    <>
      <AmountColumns
        store={store}
        columns={columns}
        onColumns={(chosen) => onChoice({ ...choice, columns: chosen, decimal: null })}
      />
      {columns.length > 0 && (
        <>
          <NativeSelect
            label="Decimals after"
            value={decimal}
            data={[
              { value: '.', label: 'a point (1,234.50)' },
              { value: ',', label: 'a comma (1.234,50)' },
            ]}
            onChange={({ currentTarget: { value } }) =>
              onChoice({ ...choice, columns, decimal: value === ',' ? ',' : '.' })
            }
          />
          <NativeSelect
            label="Positive is"
            value={choice.isDebitPositive ? 'debit' : 'credit'}
            data={[
              { value: 'credit', label: 'what came in (bank)' },
              { value: 'debit', label: 'debit (ledger)' },
            ]}
            onChange={({ currentTarget: { value } }) =>
              onChoice({ ...choice, isDebitPositive: value === 'debit' })
            }
          />
        </>
      )}
    </>
  );
}

const NONE = 'none';

type ColumnsProps = {
  store: RowStore;
  columns: readonly number[];
  onColumns: (columns: readonly number[]) => void;
};

/** One column with all amounts, or one with what went out and one with what came in. Nothing without a table. */
function AmountColumns({ store, columns: [first, second], onColumns }: ColumnsProps) {
  const table = useSyncExternalStore(store.columns.subscribe, store.columns.get);
  if (table === null) return null;
  const choices = table.names.flatMap((_, column) =>
    table.chosen.includes(column) ? [] : { value: String(column), label: columnLabel(table, column) },
  );
  return (
    <>
      <NativeSelect
        label={second === undefined ? 'Amounts are in' : 'What went out is in'}
        value={first === undefined ? NONE : String(first)}
        data={[{ value: NONE, label: 'No column' }, ...choices]}
        onChange={({ currentTarget: { value } }) =>
          onColumns(
            value === NONE
              ? []
              : [Number(value), second ?? Number(value)].slice(0, second === undefined ? 1 : 2),
          )
        }
      />
      {first !== undefined && choices.length > 1 && (
        <NativeSelect
          label="What came in is in"
          value={second === undefined ? NONE : String(second)}
          data={[{ value: NONE, label: 'the same column' }, ...choices]}
          onChange={({ currentTarget: { value } }) =>
            onColumns(value === NONE ? [first] : [first, Number(value)])
          }
        />
      )}
    </>
  );
}
