import type { MappingId } from '#model/classification.ts';

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
