import { counted, grouped } from './figures.ts';

/** What `RowsEffect` of the contract has in numbers. */
type Effect = {
  readonly unmatched: number;
  readonly others: number;
  readonly lost?: number;
  readonly pending?: number;
  readonly keptText?: object | null;
};

/** The same with examples; `to`: null for no account. */
type EffectWithExamples = Effect & {
  readonly keptText: { readonly rows: number; readonly at: number } | null;
  readonly examples: readonly {
    readonly text: string;
    readonly from: string | null;
    readonly to: string | null;
  }[];
};

/** A native question has no room for more. */
const MAX_EXAMPLES = 5;
const MAX_EXAMPLE_LENGTH = 60;

/** What a change of the list does to the rows, before it is made: `12 rows on the Classifier get an account.` */
export function rowsEffectWords(effect: Effect): string {
  const { pending = 0 } = effect;
  const words = wordsOfKnown(effect);
  if (pending === 0) return words;
  return `${words} ${counted(pending, 'more row is', 'more rows are')} still to be classified.`;
}

function wordsOfKnown({ unmatched, others, lost = 0, keptText = null }: Effect): string {
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

/**
 * The native question before a deletion: the sentence, and under it what becomes of the rows, those that would lose their
 * account first.
 *
 * @param effect null where no text is known to count on; `unknown` where it was not counted in time
 */
export function deletionQuestion(
  sentence: string,
  effect: EffectWithExamples | 'unknown' | null,
  account: (code: string) => string,
  moment: (at: number) => string,
): string {
  if (effect === null) return sentence;
  if (effect === 'unknown') return `${sentence}\n\nWhat it does to your rows is not known yet.`;
  const { keptText, examples } = effect;
  const on = keptText ? [effectDetailsWords.keptText(keptText.rows, moment(keptText.at))] : [];
  const shown = examples.toSorted((a, b) => Number(b.to === null) - Number(a.to === null));
  const name = (code: string | null) => (code === null ? effectDetailsWords.none : account(code));
  const lines = shown
    .slice(0, MAX_EXAMPLES)
    .map(({ text, from, to }) => `${shortened(text)}: ${name(from)} → ${name(to)}`);
  return [sentence, '', rowsEffectWords(effect), ...on, ...lines].join('\n');
}

function shortened(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > MAX_EXAMPLE_LENGTH ? `${line.slice(0, MAX_EXAMPLE_LENGTH)}…` : line;
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
