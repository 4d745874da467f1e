import type { MappingFields } from '../mapping.ts';
import { counted, grouped } from './figures.ts';

/** What `Preview` of the contract has in numbers; what is absent says nothing. */
type Counts = {
  readonly rows?: number;
  readonly unmatched: number;
  readonly others: number;
  readonly lost?: number;
  readonly pending?: number;
  readonly storedText?: object | null;
  readonly ofNamed?: number;
  readonly missed?: number;
  readonly ownTexts?: number;
  readonly replaced?: readonly MappingFields[];
};

/** The same with examples; `to`: null for no account. */
type CountsWithExamples = Counts & {
  readonly storedText: { readonly rows: number; readonly at: number } | null;
  readonly examples: readonly {
    readonly text: string;
    readonly from: string | null;
    readonly to: string | null;
  }[];
};

type PreviewContext = {
  /** How an account reads. */
  readonly account?: (code: string) => string;
  /** The rows that were named are those of groups; else it is one row. */
  readonly hasGroups?: boolean;
};

/** A native question has no room for more. */
const MAX_EXAMPLES = 5;
const MAX_EXAMPLE_LENGTH = 60;
/** Replaced mappings named one by one. */
const MAX_REPLACED = 3;

/** What a change of the list does, before it is made: `12 rows on the Classifier get an account.` */
export function previewWords(preview: Counts, context?: PreviewContext): string {
  return previewSentences(preview, context).join(' ');
}

export function previewSentences(preview: Counts, context: PreviewContext = {}): string[] {
  const { account = (code) => code } = context;
  const { rows, pending = 0, ownTexts = 0, replaced = [] } = preview;
  return [
    ...(rows === 0 ? [previewMessages.noText] : rowSentences(preview, context.hasGroups === true)),
    ...(pending > 0 ? [previewMessages.pending(pending)] : []),
    ...(ownTexts > 0 ? [previewMessages.ownTexts(ownTexts)] : []),
    ...(replaced.length > 0 ? [previewMessages.replaces(replaced, account)] : []),
  ];
}

function rowSentences(preview: Counts, hasGroups: boolean): string[] {
  const { unmatched, others, lost = 0, storedText = null, ofNamed = unmatched, missed = 0 } = preview;
  const where = storedText === null ? ' on the Classifier' : '';
  const changed = [
    ...(unmatched > 0 ? [previewMessages.gained(unmatched, where)] : []),
    ...(hasGroups && unmatched > ofNamed ? [previewMessages.ofOtherGroups(unmatched - ofNamed)] : []),
    ...(others > 0 ? [previewMessages.flagged(others, lost, where)] : []),
  ];
  return [
    ...(changed.length > 0 ? changed : [previewMessages.noneChanges(where)]),
    ...(missed > 0 ? [hasGroups ? previewMessages.linesLeft(missed) : previewMessages.lineLeft] : []),
  ];
}

/**
 * The native question before a deletion: the sentence, and under it what becomes of the rows, those that would lose their
 * account first.
 *
 * @param preview null where it is not asked any more; `unknown` where it was not counted in time
 */
export function deletionQuestion(
  sentence: string,
  preview: CountsWithExamples | 'unknown' | null,
  account: (code: string) => string,
  moment: (at: number) => string,
): string {
  if (preview === null || (preview !== 'unknown' && preview.rows === 0)) return sentence;
  if (preview === 'unknown') return `${sentence}\n\nWhat it does to your rows is not known yet.`;
  const { storedText, examples } = preview;
  const on = storedText ? [previewMessages.storedText(storedText.rows, moment(storedText.at))] : [];
  const shown = examples.toSorted((a, b) => Number(b.to === null) - Number(a.to === null));
  const name = (code: string | null) => (code === null ? previewMessages.none : account(code));
  const lines = shown
    .slice(0, MAX_EXAMPLES)
    .map(({ text, from, to }) => `${shortened(text)}: ${name(from)} → ${name(to)}`);
  return [sentence, '', previewWords(preview, { account }), ...on, ...lines].join('\n');
}

function shortened(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > MAX_EXAMPLE_LENGTH ? `${line.slice(0, MAX_EXAMPLE_LENGTH)}…` : line;
}

const rows = (n: number, where: string, one: string, many: string) =>
  n === 1 ? `1 row${where} ${one}` : `${grouped(n)} rows${where} ${many}`;

function without(lost: number, others: number): string {
  if (lost === 0) return '';
  return lost === others ? '; no other mapping matches' : `; for ${grouped(lost)} no other mapping matches`;
}

export const previewMessages = {
  counting: 'Counting what changes…',
  failed: 'Failed to count what changes. Check your connection, then try again.',
  noText: 'There is no text on the Classifier screen to count lines of.',
  gained: (n: number, where: string) => `${rows(n, where, 'gets', 'get')} an account.`,
  flagged: (n: number, lost: number, where: string) =>
    `${rows(n, where, 'has', 'have')} an account and ${n === 1 ? 'keeps it' : 'keep it'}, flagged, until you decide${without(lost, n)}.`,
  noneChanges: (where: string) => `No row${where} changes.`,
  pending: (n: number) => `${counted(n, 'more row is', 'more rows are')} still to be classified.`,
  ofOtherGroups: (n: number) => `${grouped(n)} of them ${n === 1 ? 'is' : 'are'} of other groups.`,
  linesLeft: (n: number) =>
    `${grouped(n)} of these lines ${n === 1 ? 'does' : 'do'} not contain the keyword and ${
      n === 1 ? 'stays' : 'stay'
    } without a match.`,
  lineLeft: 'This line does not contain the keyword and stays without a match.',
  ownTexts: (n: number) =>
    `${counted(n, 'other mapping')} would get another account on ${
      n === 1 ? 'its' : 'their'
    } own text: another spelling of the keyword.`,
  replaces: (mappings: readonly MappingFields[], account: (code: string) => string) => {
    const named = mappings
      .slice(0, MAX_REPLACED)
      .map(({ description, glAccount }) => `“${description}” → ${account(glAccount)}`)
      .join(', ');
    if (mappings.length === 1) return `It takes the place of ${named}.`;
    return `${counted(mappings.length, 'mapping')} of the list would be replaced: ${named}${mappings.length > MAX_REPLACED ? ' …' : ''}`;
  },
  storedText: (rows: number, when: string) =>
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
} as const;
