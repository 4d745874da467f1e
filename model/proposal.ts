import type { Mapping, MappingKey } from './mapping.ts';

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
