import { Text } from '@mantine/core';
import type { SummaryWithTexts } from '#contract/summary.ts';
import type { ControlTotal } from '#model/amountReading.ts';
import { groupedAmount } from '#model/text/figures.ts';
import { summaryMessages } from '#model/text/summaryMessages.ts';
import layout from '../../../ui/layout.module.css';

/** What is to be checked of the sums, and the cells that are in none of them. */
export function SummaryNotes({ summary }: { summary: SummaryWithTexts }) {
  const { columns, isDecimalSure, unmarked, totals } = summary;
  if (columns.length === 0) return null;
  const notes = [
    !isDecimalSure && summaryMessages.decimalUnsure,
    unmarked !== null && summaryMessages.unmarked(unmarked),
    totals.length > 1 && summaryMessages.currencies,
    summary.control !== null && controlText(summary.control, summary.decimal),
  ];
  return (
    <div role="status">
      {notes.map((note) => note !== false && <Text key={note}>{note}</Text>)}
      <UnreadAmounts summary={summary} />
    </div>
  );
}

function controlText(
  { opening, rows, closing, difference, breaksAt }: ControlTotal,
  decimal: '.' | ',',
): string {
  const words = (text: string) => groupedAmount(text, decimal);
  const isSame = difference !== null && !/[1-9]/.test(difference);
  const end =
    difference === null
      ? '.'
      : isSame
        ? summaryMessages.reconciles
        : summaryMessages.differs(words(difference));
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
