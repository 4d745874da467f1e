import type { Pair, RejectionReason } from '#model/pair.ts';

export type RejectedLine = { readonly line: number; readonly text: string; readonly reason: RejectionReason };

/** A keyword that came before with another account: the first one counts. */
export type Contradiction = { readonly pair: Pair; readonly first: Pair };

/** What a text or file holds. Every line that is not blank is in exactly one of these. */
export type ParsedPairs = {
  /** Number of lines, blank ones included. */
  readonly lines: number;
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
