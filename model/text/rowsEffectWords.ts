import { counted } from './figures.ts';

/** What a change of the list does to the rows on the Classifier, before it is made: `12 rows on the Classifier get an account.` */
export function rowsEffectWords({
  unmatched,
  others,
}: {
  readonly unmatched: number;
  readonly others: number;
}): string {
  const gained = `${counted(unmatched, 'row on the Classifier gets', 'rows on the Classifier get')} an account.`;
  const flagged = `${counted(others, 'row on the Classifier has', 'rows on the Classifier have')} an account and ${others === 1 ? 'keeps it' : 'keep it'}, flagged, until you decide.`;
  if (unmatched === 0) return others === 0 ? 'No row on the Classifier changes.' : flagged;
  return others === 0 ? gained : `${gained} ${flagged}`;
}

/** The examples of such a change. */
export const rowExamplesWords = {
  title: (n: number) => counted(n, 'example', 'examples'),
  label: 'Examples of rows that would change',
  row: 'Row',
  now: 'Now',
  after: 'Would get',
  none: 'No Match',
};
