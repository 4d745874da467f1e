import { Anchor } from '@mantine/core';
import type { TableOrder } from '#contract/table.ts';
import { nextOrder } from './tableAddress.ts';

type Props = {
  column: 'keyword' | 'account';
  label: string;
  order: TableOrder;
  onOrder: (order: TableOrder) => void;
};

/** The heading of a column; a press sorts by it. */
export function SortHeading({ column, label, order, onOrder }: Props) {
  const direction = directionOf(column, order);
  return (
    <Anchor
      component="button"
      type="button"
      underline="hover"
      inherit
      c="inherit"
      onClick={() => onOrder(nextOrder(order, column))}
    >
      {label}
      <span aria-hidden>{direction === undefined ? '' : direction === 'ascending' ? ' ▲' : ' ▼'}</span>
    </Anchor>
  );
}

/** How the table is sorted by a column, for `aria-sort`; undefined: not by this one. */
export function directionOf(column: Props['column'], order: TableOrder) {
  if (order === column) return 'ascending' as const;
  return order === `${column}-desc` ? ('descending' as const) : undefined;
}
