import { counted, grouped } from './figures.ts';

/** What the Classifier says of the summary by account. */
export const summaryMessages = {
  waiting: 'The summary is there as soon as all rows are classified.',
  failed: 'Failed to make the summary. Check your connection, then open it again.',
  unread: (n: number) => `${counted(n, 'cell is', 'cells are')} no amount and in no sum.`,
  decimalUnsure:
    'The amounts do not say which sign separates their decimals: check that it is the one chosen.',
  copied: (n: number) => `Copied the summary of ${grouped(n)} rows!`,
} as const;
