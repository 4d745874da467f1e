import type { MappingFields } from '#model/mapping.ts';
import type { SummaryLine } from './summary.ts';

/** A row that a change of the list would change: the account that it has and the one it would get, null for none. */
export type PreviewedRow = {
  readonly text: string;
  readonly from: string | null;
  readonly to: string | null;
};

/** What an account has, as a summary says it: rows, and what they add up to; null without a column of amounts. */
type AccountState = { readonly lines: number; readonly sum: string | null };

/** An account, or the rows without a match, of one currency: now, and if all that a change would give rows is taken. */
export type PreviewedAccount = Pick<SummaryLine, 'kind' | 'account' | 'currency'> & {
  readonly now: AccountState;
  readonly after: AccountState;
};

/** A text that this browser stored: its rows, and when it was stored, in milliseconds since 1970. */
export type StoredText = { readonly rows: number; readonly at: number };

/**
 * What a change of the list would do: to the rows on the Classifier screen, of which those without a match get an account,
 * and others keep theirs and are to be verified; and to mappings. A mapping with a blank account counts for each row and
 * mapping that another account could change.
 */
export type Preview = {
  /** Rows of the text that are not blank; 0 where no text is known. */
  readonly rows: number;
  readonly unmatched: number;
  readonly others: number;
  /** Those of `others` that no mapping would match any more. */
  readonly lost: number;
  /** Rows that are still to be classified, and in no other number. */
  readonly pending: number;
  /** Up to ten rows that get an account, ten that would get another, and ten that would lose theirs. */
  readonly examples: readonly PreviewedRow[];
  /** The accounts that change, those that change most first, up to ten. */
  readonly accounts: readonly PreviewedAccount[];
  /** Further ones. */
  readonly moreAccounts: number;
  /** The decimal sign of their sums. */
  readonly decimal: '.' | ',';
  /** Where the tab has no text: the stored one whose rows these are, as if classified just now. */
  readonly storedText: StoredText | null;
  /** Of the rows that were named in the question, those that get an account. */
  readonly ofNamed: number;
  /** Of these rows, those that no mapping would match. */
  readonly missed: number;
  /** Mappings that are not changed and whose own text would get another account: another spelling of a keyword that is. */
  readonly ownTexts: number;
  /** Changed mappings that would still lose to another spelling of the same keyword, which is not changed. */
  readonly overruled: number;
  /** Stored mappings whose places are taken by what is added. */
  readonly replaced: readonly MappingFields[];
};
