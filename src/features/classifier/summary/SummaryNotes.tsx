import { Text } from '@mantine/core';
import type { SummaryWithTexts } from '#contract/summary.ts';
import type { ControlTotal } from '#model/amountReading.ts';
import { groupedAmount } from '#model/text/figures.ts';
import { summaryMessages } from '#model/text/summaryMessages.ts';
import type { RowStore } from '../../../rows/RowStore.ts';
import layout from '../../../ui/layout.module.css';
import { columnLabel } from '../columnLabel.ts';

type Props = { store: RowStore; summary: SummaryWithTexts };

/** What is to be checked of the sums, and the cells that are in none of them. */
export function SummaryNotes({ store, summary }: Props) {
  const { columns, isDecimalSure, unmarked, totals, control, decimal } = summary;
  if (columns.length === 0) return null;
  const table = store.columns.get();
  const explainedBy = control?.explainedBy ?? null;
  const column = table && explainedBy !== null ? columnLabel(table, explainedBy) : null;
  const notes = [
    !isDecimalSure && summaryMessages.decimalUnsure,
    unmarked !== null && summaryMessages.unmarked(unmarked),
    totals.length > 1 && summaryMessages.currencies,
    control !== null && controlText(control, decimal, column),
  ];
  return (
    <div role="status">
      {notes.map((note) => note !== false && <Text key={note}>{note}</Text>)}
      <UnreadAmounts summary={summary} />
    </div>
  );
}

/** @param column the one whose sum is the difference */
function controlText(
  { opening, rows, closing, difference, breaksAt }: ControlTotal,
  decimal: '.' | ',',
  column: string | null,
): string {
  const words = (text: string) => groupedAmount(text, decimal);
  const isOff = /[1-9]/.test(difference ?? '');
  const agrees = difference === null ? '.' : summaryMessages.reconciles;
  const end = isOff ? summaryMessages.differs(words(difference ?? ''), column) : agrees;
  const from = breaksAt === null ? '' : summaryMessages.breaksAt(breaksAt + 1);
  return summaryMessages.control(words(opening), words(rows), words(closing), end) + from;
}

/** A sentence about the cells that are in no sum, which opens to the first of their rows. */
function UnreadAmounts({ summary: { unread, filled, firstUnread } }: { summary: SummaryWithTexts }) {
  if (unread === 0) return null;
  return (
    <details className={layout['scroller']}>
      <summary>{summaryMessages.unread(unread, filled)}</summary>
      <ul className={layout['bulleted']}>
        {firstUnread.map(({ row, cells }) => (
          <li key={row}>{summaryMessages.row(row + 1, cells.join(', '))}</li>
        ))}
        {unread > firstUnread.length && <li>{summaryMessages.andMore(unread - firstUnread.length)}</li>}
      </ul>
    </details>
  );
}
