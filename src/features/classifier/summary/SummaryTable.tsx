import { Table } from '@mantine/core';
import {
  type SummaryColumn,
  type SummaryLine,
  type SummaryWithTexts,
  summaryColumns,
} from '#contract/summary.ts';
import { groupedAmount } from '#model/text/figures.ts';
import { useChart } from '../../../chart/ChartProvider.tsx';
import type { RowStore } from '../../../rows/RowStore.ts';
import styles from './AccountSummary.module.css';

type Props = { store: RowStore; summary: SummaryWithTexts };

/** The accounts with their names; a bar behind what an account has in all makes the large ones visible. */
export function SummaryTable({ store, summary }: Props) {
  const columns = summaryColumns(summary);
  const chart = useChart(store.ledger);
  const largest = Math.max(...summary.lines.map(sizeOf));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
    <section className={styles['scroller']} tabIndex={0} aria-label="Accounts">
      <Table withTableBorder>
        <Table.Thead>
          <Table.Tr>
            {columns.map(({ title, isNumber }) => (
              <Table.Th key={title} scope="col" className={isNumber ? (styles['number'] ?? '') : ''}>
                {title}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
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
        </Table.Tbody>
      </Table>
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
    <Table.Tr className={line.kind === 'total' ? (styles['total'] ?? '') : ''}>
      <Table.Th scope="row" className={styles['account'] ?? ''} fw="inherit">
        {account?.cell(line)} {name && <span className={styles['name']}>{name}</span>}
        <span className={styles['bar']} style={{ inlineSize: `${share * 100}%` }} />
      </Table.Th>
      {others.map(({ title, isNumber, cell }) => (
        <Table.Td key={title} className={isNumber ? (styles['number'] ?? '') : ''}>
          {isNumber ? groupedAmount(cell(line), decimal) : cell(line)}
        </Table.Td>
      ))}
    </Table.Tr>
  );
}

/** How much an account moved; its rows where there are no amounts. A picture needs no exact figures. */
function sizeOf({ sums, lines }: SummaryLine): number {
  if (sums === null) return lines;
  const number = (text: string) => Number(text.replace(',', '.'));
  return number(sums.debit) + number(sums.credit);
}
