import type { Preview } from '#contract/preview.ts';
import type { ProposalPreview } from '#contract/proposals.ts';
import type { ProposedMapping } from '#model/proposal.ts';
import { messages } from '#model/text/messages.ts';
import { previewSentences } from '#model/text/previewWords.ts';
import { proposalMessages } from '#model/text/proposalMessages.ts';
import type { ProposalService } from '../../services/proposals.ts';
import { useSettledAnswer } from '../../ui/useAnswer.ts';

/** Delay after the last key stroke before the preview is asked for. */
const TYPING_MS = 150;

/**
 * What approving `keyword` for `account` would do; null while that is not known, `failed` when it cannot be worked out.
 * Another `revision` of the list is asked again.
 */
export function useProposalPreview(
  proposals: Pick<ProposalService, 'preview'>,
  keyword: string,
  account: string,
  line: string | null,
  revision: unknown,
): ProposalPreview | 'failed' | null {
  const question = JSON.stringify([keyword, account, line]);
  return useSettledAnswer(question, () => proposals.preview(keyword, account, line), TYPING_MS, revision);
}

/** The same of several approvals together; null of none. */
export function usePreviewOfAll(
  proposals: Pick<ProposalService, 'previewAll'>,
  mappings: readonly Pick<ProposedMapping, 'keyword' | 'account'>[],
  revision: unknown,
): Preview | 'failed' | null {
  const wanted = mappings.map(({ keyword, account }) => ({ keyword, account }));
  const question = wanted.length === 0 ? null : JSON.stringify(wanted);
  return useSettledAnswer(question, () => proposals.previewAll(wanted), TYPING_MS, revision);
}

/** The preview in sentences; `words` is how an account reads. */
export function proposalWords(
  preview: ProposalPreview,
  keyword: string,
  account: string,
  words: (code: string) => string,
): string {
  const { example, stored, variant, problem } = preview;
  if (problem !== null) return messages.mappingUnstorable(keyword, problem);
  const isThere = stored?.description === keyword.trim() && stored.glAccount === account.trim();
  if (isThere) return proposalMessages.listHasIt;
  const sentences: string[] = [];
  if (variant !== null)
    sentences.push(proposalMessages.variant(variant.description, words(variant.glAccount)));
  if (example !== null)
    sentences.push(
      example.before === example.after
        ? proposalMessages.exampleStays(words(example.before))
        : proposalMessages.exampleGetsIt(words(example.before), words(example.after)),
    );
  return [...sentences, ...previewSentences(preview, { account: words })].join(' ');
}
