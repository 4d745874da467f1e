import { Box } from '@mantine/core';
import {
  type SummaryColumn,
  type SummaryLine,
  type SummaryWithTexts,
  summaryColumns,
} from '#contract/summary.ts';
import { groupedAmount } from '#model/text/figures.ts';
import { useChart } from '../../../chart/ChartProvider.tsx';
import type { RowStore } from '../../../rows/RowStore.ts';
import layout from '../../../ui/layout.module.css';
import table from '../../../ui/table.module.css';

type Props = { store: RowStore; summary: SummaryWithTexts };

/** The accounts with their names; a bar behind what an account has in all makes the large ones visible. */
export function SummaryTable({ store, summary }: Props) {
  const columns = summaryColumns(summary);
  const chart = useChart(store.ledger);
  const largest = Math.max(...summary.lines.map(sizeOf));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
    <section className={`${layout['card']} ${table['tall']}`} tabIndex={0} aria-label="Accounts">
      <table className={table['table']}>
        <thead>
          <tr>
            {columns.map(({ title, isNumber }) => (
              <th key={title} scope="col" className={isNumber ? table['number'] : undefined}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {[...summary.lines, ...summary.totals].map((line) => (
            <Line
              key={`${line.kind} ${line.account} ${line.currency}`}
              line={line}
              columns={columns}
              decimal={summary.decimal}
              name={line.kind === 'account' ? chart?.byCode.get(line.account)?.name : undefined}
              share={line.kind === 'total' ? 0 : sizeOf(line) / largest}
            />
          ))}
        </tbody>
      </table>
    </section>
  );
}

type LineProps = {
  line: SummaryLine;
  columns: readonly SummaryColumn[];
  decimal: '.' | ',';
  /** Of the account; undefined for none. */
  name: string | undefined;
  /** How large it is beside the largest, 0 to 1. */
  share: number;
};

function Line({ line, columns: [account, ...others], decimal, name, share }: LineProps) {
  return (
    <tr className={line.kind === 'total' ? layout['strong'] : undefined}>
      <Box component="th" scope="row" pos="relative" miw="8rem">
        {account?.cell(line)} {name && <span className={layout['quiet']}>{name}</span>}
        <Box pos="absolute" inset="auto auto 0 0" h={3} w={`${share * 100}%`} bg="var(--accent)" />
      </Box>
      {others.map(({ title, isNumber, cell }) => (
        <td key={title} className={isNumber ? table['number'] : undefined}>
          {isNumber ? groupedAmount(cell(line), decimal) : cell(line)}
        </td>
      ))}
    </tr>
  );
}

/** How much an account moved; its rows where there are no amounts. A picture needs no exact figures. */
function sizeOf({ sums, lines }: SummaryLine): number {
  if (sums === null) return lines;
  const number = (text: string) => Number(text.replace(',', '.'));
  return number(sums.debit) + number(sums.credit);
}
