import type { KeyProblem } from '../../../src/model/keyProblem.ts';

/** A description and its GL account, both trimmed, as found in line `line` (from 1) of a text or file. */
export type Pair = { readonly line: number; readonly description: string; readonly glAccount: string };

/** Why a line is no pair. */
export type RejectionReason =
  /** Only one part: no tab in a pasted line, no delimiter in a file. */
  | 'no-tab'
  | 'empty-part'
  /** The description has fewer than five characters after trimming. */
  | 'too-short'
  /** The account has more than 1,000 UTF-16 units, which the database rules refuse. */
  | 'account-too-long'
  /** The description makes no key that can be stored. */
  | Exclude<KeyProblem, 'empty-key'>;

export type RejectedLine = { readonly line: number; readonly text: string; readonly reason: RejectionReason };

/** A keyword that came before with another account: the first one counts. */
export type Contradiction = { readonly pair: Pair; readonly first: Pair };

/** What a text or file holds. Every line that is not blank is in exactly one of these. */
export type ParsedPairs = {
  readonly pairs: readonly Pair[];
  readonly rejected: readonly RejectedLine[];
  /** Number of lines that say the same as an earlier one. */
  readonly repeated: number;
  /** The first 100,000 of those lines: a file may consist of little else. */
  readonly repeatedLines: readonly Pair[];
  readonly contradictions: readonly Contradiction[];
  /** The first line, when it names the columns: left out of `pairs`, and offered (see `withHeader`). */
  readonly header: Pair | null;
};
