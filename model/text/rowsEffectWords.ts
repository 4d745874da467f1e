import { counted, grouped } from './figures.ts';

/** What `RowsEffect` of the contract has in numbers. */
type Effect = {
  readonly unmatched: number;
  readonly others: number;
  readonly lost?: number;
  readonly keptText?: object | null;
};

/** What a change of the list does to the rows, before it is made: `12 rows on the Classifier get an account.` */
export function rowsEffectWords({ unmatched, others, lost = 0, keptText = null }: Effect): string {
  const rows = (n: number, one: string, many: string) => {
    const where = keptText === null ? ' on the Classifier' : '';
    return n === 1 ? `1 row${where} ${one}` : `${grouped(n)} rows${where} ${many}`;
  };
  const gained = `${rows(unmatched, 'gets', 'get')} an account.`;
  const flagged = `${rows(others, 'has', 'have')} an account and ${others === 1 ? 'keeps it' : 'keep it'}, flagged, until you decide${without(lost, others)}.`;
  if (unmatched === 0)
    return others === 0 ? `No row${keptText ? '' : ' on the Classifier'} changes.` : flagged;
  return others === 0 ? gained : `${gained} ${flagged}`;
}

function without(lost: number, others: number): string {
  if (lost === 0) return '';
  return lost === others ? '; no other mapping matches' : `; for ${grouped(lost)} no other mapping matches`;
}

/** The examples of such a change, and its accounts. */
export const effectDetailsWords = {
  keptText: (rows: number, when: string) =>
    `Counted on your last text (${counted(rows, 'row')}, ${when}), as if classified now.`,
  examples: (n: number) => counted(n, 'example'),
  examplesLabel: 'Examples of rows that would change',
  row: 'Row',
  now: 'Now',
  after: 'Would get',
  none: 'No Match',
  accounts: (n: number) => counted(n, 'account changes', 'accounts change'),
  account: 'Account',
  sumNow: 'Sum now',
  rowsNow: 'Rows now',
  ifTaken: 'If all is taken',
  moreAccounts: (n: number) => `${counted(n, 'more account changes', 'more accounts change')} less.`,
};
