import { counted, grouped } from './figures.ts';

/** What the Classifier says of the journal. */
export const journalMessages = {
  waiting: 'The journal is there as soon as all rows are classified.',
  failed: 'Failed to make the journal. Check your connection, then open it again.',
  noAmounts: 'No column has amounts. Paste or drop a table with them, or choose the column.',
  noCounterpart: "Enter the bank's GL account.",
  rows: (rows: number, postings: number) => `${counted(rows, 'row')} in ${counted(postings, 'posting')}.`,
  leftOut: ({ account, amount, unread }: Readonly<Record<'account' | 'amount' | 'unread', number>>) => {
    const reasons = [
      account > 0 && `${grouped(account)} without an account`,
      amount > 0 && `${grouped(amount)} without an amount`,
      unread > 0 && `${grouped(unread)} whose amount was not read`,
    ].filter((reason) => reason !== false);
    return reasons.length === 0 ? '' : `Listed apart: ${reasons.join(', ')}.`;
  },
  exported: (rows: number) => `Exported the journal of ${counted(rows, 'row')}.`,
} as const;
