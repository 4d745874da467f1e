import type { NoPayment } from '../classification.ts';
import { counted, grouped, groupedAmount } from './figures.ts';

/** In place of the account of a row that is no payment. */
export const NO_PAYMENT_NAMES: Readonly<Record<NoPayment, string>> = { balance: 'Balance', total: 'Total' };

/** A row as it is read. */
type SampleWords = {
  readonly description: string;
  readonly amount: string;
  readonly currency: string;
  readonly isIn: boolean;
};

/** What is asked and said of how the amounts of a text are read. */
export const readingMessages = {
  isThisRight: 'Is this right?',
  samples: 'Rows of the text, and how they are read',
  waits: 'Sums and journal wait for your answer.',
  answered: 'Amounts are read as you said. Ctrl+Z asks again.',
  side: (isIn: boolean) => (isIn ? 'came in +' : 'went out −'),
  /** The sentence that is read out. */
  sample: ({ description, amount, currency, isIn }: SampleWords) =>
    `${description} ${[amount, currency].filter(Boolean).join(' ')} ${isIn ? 'came in (+)' : 'went out (−)'}.`,
  whyAsked: (isSideOpen: boolean, columns: number) => {
    if (!isSideOpen) return 'The file does not say which currency the amounts have.';
    return columns === 2
      ? 'Two columns of amounts, and neither a name nor a balance says which is money out.'
      : 'One column of amounts, and neither a name nor a balance says which way the money went.';
  },
  namesCurrencies: (n: number) => (n === 2 ? 'The file names both.' : 'The file names them all.'),
  agrees: (rows: number, hasBalanceColumn: boolean) =>
    `The ${hasBalanceColumn ? 'balance column agrees' : 'balances agree'} with all ${counted(rows, 'row')}`,
  noPayment: (kind: NoPayment) =>
    `A ${kind === 'balance' ? 'balance' : 'total of other rows'}, and no payment: it has no account, is in no sum, and is counted with the blank lines.`,
} as const;

/** What is to be known of the rows before they leave. */
export type RowFact = { readonly kind: 'no-account' | 'off' | 'repeated'; readonly text: string };

type FactSource = {
  readonly decimal: '.' | ',';
  readonly off: { readonly amount: string; readonly row: number } | null;
  readonly repeated: { readonly rows: number; readonly first: number; readonly isProven: boolean };
};

/** The facts, the same wherever something leaves; none where all is well. */
export function rowFacts(noAccount: number, source: FactSource | null, isLeftOut: boolean): RowFact[] {
  const { off = null, repeated = null, decimal = '.' } = source ?? {};
  const from = (row: number) => `from row ${grouped(row + 1)}`;
  const facts: RowFact[] = [];
  if (noAccount > 0)
    facts.push({ kind: 'no-account', text: `${counted(noAccount, 'row')} without an account` });
  if (off) {
    const by = off.amount && ` by ${groupedAmount(off.amount, decimal)}`;
    facts.push({ kind: 'off', text: `balances off${by} ${from(off.row)}` });
  }
  if (repeated && repeated.rows > 0) {
    const what = repeated.isProven ? 'repeated' : 'equal to an earlier one';
    const text = `${counted(repeated.rows, 'row')} ${what}, ${from(repeated.first)}`;
    facts.push({ kind: 'repeated', text: isLeftOut ? `${text}, left out` : text });
  }
  return facts;
}
