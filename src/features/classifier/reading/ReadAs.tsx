import { Button, NativeSelect } from '@mantine/core';
import { useSyncExternalStore } from 'react';
import type { AmountChoice, AmountReading } from '#contract/summary.ts';
import { withSides } from '../../../rows/AmountsOfRows.ts';
import type { RowStore } from '../../../rows/RowStore.ts';
import { ignoreAfterExit } from '../../../services/workerLink.ts';
import layout from '../../../ui/layout.module.css';
import { columnLabel } from '../columnLabel.ts';
import { sampleWords, useReading } from './useReading.ts';

type Props = { store: RowStore };

/** How the amounts are read, by a row of them unless it is asked about; opened, what can be chosen instead. Nothing without a table. */
export function ReadAs({ store }: Props) {
  const { reading } = useReading(store);
  if (reading === null) return null;
  const [sample] = reading.samples;
  return (
    <details>
      <summary>
        Read as…{' '}
        {sample && !reading.question && (
          <span className={layout['quiet']}>{sampleWords(store, reading, sample)}</span>
        )}
      </summary>
      <ReadingChoices store={store} />
    </details>
  );
}

/** Where the amounts are, and how they are read. */
export function ReadingChoices({ store }: Props) {
  const { choice, reading } = useReading(store);
  if (reading === null) return null;
  const choose = (chosen: Partial<AmountChoice>) =>
    ignoreAfterExit(store.chooseAmounts({ ...choice, ...chosen }));
  return (
    <div className={`${layout['cluster']} ${layout['halves']}`}>
      <AmountColumns
        store={store}
        columns={reading.columns}
        onColumns={(columns) => choose({ columns, isReversed: null, decimal: null })}
      />
      {reading.columns.length > 0 && (
        <>
          <Signs choice={choice} reading={reading} onChoose={choose} />
          <Button onClick={() => choose(withSides(choice, reading, true))}>The other way round</Button>
        </>
      )}
    </div>
  );
}

type SignsProps = {
  choice: AmountChoice;
  reading: AmountReading;
  onChoose: (chosen: Partial<AmountChoice>) => void;
};

/** Decimals, the currency where more than one is named, and what is positive in sums. */
function Signs({ choice, reading, onChoose }: SignsProps) {
  const { columns, decimal, question } = reading;
  const currencies = [...new Set([...(question?.currencies ?? []), choice.currency ?? ''])].filter(Boolean);
  return (
    <>
      <NativeSelect
        label="Decimals after"
        value={decimal}
        data={[
          { value: '.', label: 'a point (1,234.50)' },
          { value: ',', label: 'a comma (1.234,50)' },
        ]}
        onChange={({ currentTarget: { value } }) =>
          // The columns stay; but to name those of a pair would answer which of them is out.
          onChoose({ ...(question === null && { columns }), decimal: value === ',' ? ',' : '.' })
        }
      />
      {currencies.length > 0 && (
        <NativeSelect
          label="Currency"
          value={choice.currency ?? ''}
          data={[{ value: '', label: 'as the file says' }, ...currencies]}
          onChange={({ currentTarget: { value } }) => onChoose({ currency: value === '' ? null : value })}
        />
      )}
      <NativeSelect
        label="Positive is"
        value={choice.isDebitPositive ? 'debit' : 'credit'}
        data={[
          { value: 'credit', label: 'what came in (bank)' },
          { value: 'debit', label: 'debit (ledger)' },
        ]}
        onChange={({ currentTarget: { value } }) => onChoose({ isDebitPositive: value === 'debit' })}
      />
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
