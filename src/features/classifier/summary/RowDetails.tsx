import { summaryMessages } from '#model/text/summaryMessages.ts';
import layout from '../../../ui/layout.module.css';

type Props = {
  summary: string;
  /** The first of them, counted from 0. */
  rows: readonly { readonly row: number; readonly text: string }[];
  count: number;
};

/** A sentence about rows that opens to a list of them. */
export function RowDetails({ summary, rows, count }: Props) {
  return (
    <details className={layout['scroller']}>
      <summary>{summary}</summary>
      <ul className={layout['bulleted']}>
        {rows.map(({ row, text }) => (
          <li key={row}>{summaryMessages.row(row + 1, text)}</li>
        ))}
        {count > rows.length && <li>{summaryMessages.andMore(count - rows.length)}</li>}
      </ul>
    </details>
  );
}
