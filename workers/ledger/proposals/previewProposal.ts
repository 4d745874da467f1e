import type { Preview } from '#contract/preview.ts';
import type { ProposalPreview } from '#contract/proposals.ts';
import type { MappingChange } from '#model/history.ts';
import { keyProblem } from '#model/keyProblem.ts';
import { type Mapping, NO_MATCH, typedMapping } from '#model/mapping.ts';
import type { ProposedMapping } from '#model/proposal.ts';
import type { MappingList } from '../list/MappingList.ts';
import { addition, listAfter } from '../preview/preview.ts';

/** The mapping as it is stored after an approval. */
export function mappingOf({ keyword, account }: Pick<ProposedMapping, 'keyword' | 'account'>): Mapping {
  return typedMapping({ description: keyword, glAccount: account });
}

/** What approving a proposal would do, with what the list has already, and what becomes of its example line. */
export function previewProposal(
  { entries, classifier }: Pick<MappingList, 'entries' | 'classifier'>,
  preview: Preview,
  mapping: Mapping,
  line: string | null,
): ProposalPreview {
  const { key, description } = mapping;
  const [best] = classifier?.spellings(description) ?? [];
  const accountAfter = (changes: readonly MappingChange[]) =>
    listAfter({ classifier }, changes).winner(line ?? '')?.glAccount ?? NO_MATCH;
  return {
    ...preview,
    example: line === null ? null : { before: accountAfter([]), after: accountAfter([addition(mapping)]) },
    stored: entries.get(key) ?? null,
    variant: best === undefined || best.key === key ? null : best,
    problem: keyProblem(key),
  };
}
