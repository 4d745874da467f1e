import type { Mapping, MappingKey } from '#model/mapping.ts';
import type { Proposal } from '#model/proposal.ts';

/** What is analysed. */
export type AnalysisInput = {
  /** The list that would be consolidated: the stored list, or the pending pairs of an upload. */
  readonly list: readonly Mapping[];
  /** For an upload: the stored list. It is never changed by a proposal, but conflicts and accounts heed it. */
  readonly stored?: readonly Mapping[];
};

export type AnalysisReport = {
  /** Keys of mappings that repeat another one's text and account; the proposals assume they are gone. */
  readonly duplicates: readonly MappingKey[];
  /** Account by account in the list's order, within an account from the longest keyword down. */
  readonly proposals: readonly Proposal[];
};
