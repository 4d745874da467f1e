import { counted, grouped } from './figures.ts';

/** What the Classifier says of the summary by account. */
export const summaryMessages = {
  waiting: 'The summary is there as soon as all rows are classified.',
  failed: 'Failed to make the summary. Check your connection, then open it again.',
  unread: (n: number, of: number) => `${grouped(n)} of ${counted(of, 'cell')} not read, and in no sum.`,
  row: (row: number, text: string) => `Row ${grouped(row)}: ${text}`,
  andMore: (n: number) => `and ${grouped(n)} more`,
  decimalUnsure:
    'The amounts do not say which sign separates their decimals: check that it is the one chosen.',
  unmarked: (side: 'in' | 'out') =>
    side === 'out'
      ? 'Only what came in is marked: amounts without a mark went out.'
      : 'Only what went out is marked: amounts without a mark came in.',
  currencies: 'There are several currencies: each is added up on its own.',
  control: (opening: string, rows: string, closing: string, end: string) =>
    `Control total: ${opening} ${rows.startsWith('-') ? `− ${rows.slice(1)}` : `+ ${rows}`} = ${closing}${end}`,
  reconciles: ', reconciles.',
  differs: (difference: string, column: string | null) =>
    `, but ${difference} differ from the closing balance${column === null ? '' : `: the column ${column}`}.`,
  breaksAt: (row: number) => ` The balances differ from row ${grouped(row)} on.`,
  copied: (n: number) => `Copied the summary of ${grouped(n)} rows!`,
} as const;
