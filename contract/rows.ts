import type { MappingId } from '#model/classification.ts';
import type { MappingFields } from '#model/mapping.ts';
import type { SummaryLine } from './summary.ts';

/** The number of one classification of a text, given by the page. Events of an earlier run are to be ignored. */
export type RunId = number;

/** What one row shows: a mapping id, and another that is suggested, or `NO_SUGGESTION`. */
export type RowState = { readonly row: number; readonly shown: MappingId; readonly suggested: MappingId };

/**
 * An account that may be right for a row without a match. `reason`: the account's nearest keywords, and words of the row;
 * `isChosen`: the person chose it for such a row before.
 */
export type GuessedAccount = {
  readonly glAccount: string;
  readonly band: 'strong' | 'weak';
  readonly reason: {
    readonly keywords: readonly string[];
    readonly words: readonly string[];
    readonly isChosen?: boolean;
  };
};

/** A row that a change of the list would change: the account that it has and the one it would get, null for none. */
export type RowExample = { readonly text: string; readonly from: string | null; readonly to: string | null };

/** What an account has, as a summary says it: rows, and what they add up to; null without a column of amounts. */
type AccountState = { readonly lines: number; readonly sum: string | null };

/** An account, or the rows without a match, of one currency: now, and if all that a change would give rows is taken. */
export type AccountEffect = Pick<SummaryLine, 'kind' | 'account' | 'currency'> & {
  readonly now: AccountState;
  readonly after: AccountState;
};

/** A text that this browser kept: its rows, and when it was stored, in milliseconds since 1970. */
export type KeptText = { readonly rows: number; readonly at: number };

/**
 * Rows on the Classifier screen that a change of the list would change: without a match, which get an account; and others,
 * which keep theirs and are to be verified. Up to ten examples of those that get one, would get another, would lose theirs.
 */
export type RowsEffect = {
  readonly unmatched: number;
  readonly others: number;
  /** Those of `others` that no mapping would match any more. */
  readonly lost: number;
  /** Rows that are still to be classified, and in no other number; absent for none. */
  readonly pending?: number;
  readonly examples: readonly RowExample[];
  /** The accounts that change, those that change most first, up to ten. */
  readonly accounts: readonly AccountEffect[];
  /** Further ones. */
  readonly moreAccounts: number;
  /** The decimal sign of their sums. */
  readonly decimal: '.' | ',';
  /** Where the tab has no text: the kept one whose rows these are, as if classified just now. */
  readonly keptText: KeptText | null;
};

/** What saving a mapping would do; with a blank account the rows would get a blank one. */
export type KeywordPreview = RowsEffect & {
  /** Other mappings whose own text would get another account. */
  readonly ownTexts: number;
  /** The stored mapping whose place it takes, if that reads otherwise. */
  readonly replaced: MappingFields | null;
  /** Whether the row that was named contains the keyword; null when none was named. */
  readonly matchesRow: boolean | null;
};
