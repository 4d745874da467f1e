import type { Mapping, MappingKey } from './mapping.ts';

/**
 * Why an original stays. `overruled`: another spelling of the keyword is a mapping of another account, and the classifier
 * goes by that one. `rival`: a keyword of another account in its text wins over the new one. `spelling`: the classifier does
 * not find the keyword in its text. `keyword`: it is stored as a proposed keyword itself.
 */
export const KEEP_REASONS = ['overruled', 'rival', 'spelling', 'keyword'] as const;
export type KeepReason = (typeof KEEP_REASONS)[number];

/** A known text that gets another account; null: none. */
export type ChangedText = {
  readonly description: string;
  readonly from: string | null;
  readonly to: string | null;
};

/** One account the keyword may be given to, and what that would do. */
export type Choice = {
  readonly glAccount: string;
  /** Keys removed from the list together with writing the keyword. */
  readonly idsToDelete: readonly MappingKey[];
  /** Number of mappings whose own text would be classified to another account than before; 0 is the rule. */
  readonly changes: number;
  /** Those mappings, by code units of their descriptions, with what they have before and after. */
  readonly changedTexts: readonly ChangedText[];
  /** How many originals stay, and why. */
  readonly kept: Readonly<Record<KeepReason, number>>;
};

/** A shared keyword that could stand in for several mappings of one account (docs/analysis.md). */
export type Consolidation = Choice & {
  readonly status: 'OK' | 'CONFLICT';
  /** Upper case. */
  readonly keyword: string;
  /** Number of originals. */
  readonly count: number;
  /** The mappings of the account that the keyword was found in and that it stands for, in the list's order. */
  readonly originals: readonly Mapping[];
  /** The strongest mapping of another account that contains the keyword. */
  readonly conflict: Mapping | null;
  /**
   * How many mappings of other accounts contain the keyword, how many texts of other accounts that keywords have replaced
   * since the analysis, and how many accounts these are.
   */
  readonly conflictMappings: number;
  readonly conflictReplaced: number;
  readonly conflictAccounts: number;
  /** For a conflict: what giving the keyword to the account of `conflict` would do. */
  readonly alternative: Choice | null;
};

/** Whether it can be approved without a look at it: the keyword is of its account alone, and no text changes. */
export function isSafe({ status, changes }: Pick<Consolidation, 'status' | 'changes'>): boolean {
  return status === 'OK' && changes === 0;
}
