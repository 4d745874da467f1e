import type { Mapping, MappingKey } from '../../../src/model/mapping.ts';

/** What is analysed. */
export type AnalysisInput = {
  /** The list that would be consolidated: the stored list, or the pending pairs of an upload. */
  readonly list: readonly Mapping[];
  /** For an upload: the stored list. It is never changed by a proposal, but conflicts and accounts heed it. */
  readonly stored?: readonly Mapping[];
};

/** One account the keyword may be given to, and what that would do. */
export type Choice = {
  readonly glAccount: string;
  /** Keys removed from the list together with writing the keyword. */
  readonly idsToDelete: readonly MappingKey[];
  /** Number of mappings whose own text would be classified to another account than before; 0 is the rule. */
  readonly changes: number;
};

/** A shared keyword that could stand in for several mappings of one account (docs/analysis.md). */
export type Proposal = Choice & {
  readonly status: 'OK' | 'CONFLICT';
  /** Upper case. */
  readonly keyword: string;
  /** Number of originals. */
  readonly count: number;
  /** The mappings of the account that the keyword was found in and that it stands for, in the list's order. */
  readonly originals: readonly Mapping[];
  /** The strongest mapping of another account that contains the keyword. */
  readonly conflict: Mapping | null;
  /** How many mappings of other accounts contain the keyword, and of how many accounts. */
  readonly conflictMappings: number;
  readonly conflictAccounts: number;
  /** For a conflict: what giving the keyword to the account of `conflict` would do. */
  readonly alternative: Choice | null;
};

export type AnalysisReport = {
  /** Keys of mappings that repeat another one's text and account; the proposals assume they are gone. */
  readonly duplicates: readonly MappingKey[];
  /** Account by account in the list's order, within an account from the longest keyword down. */
  readonly proposals: readonly Proposal[];
};
