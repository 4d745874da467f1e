import type { ProposalEffect, ProposalsEffect } from '#contract/proposals.ts';
import type { ProposedMapping } from '#model/proposal.ts';
import { messages } from '#model/text/messages.ts';
import { proposalMessages } from '#model/text/proposalMessages.ts';
import { rowsEffectWords } from '#model/text/rowsEffectWords.ts';
import type { ProposalService } from '../../services/proposals.ts';
import { useSettledAnswer } from '../../ui/useAnswer.ts';

/** Delay after the last key stroke before the effect is asked for. */
const TYPING_MS = 150;

/**
 * What approving `keyword` for `account` would do; null while that is not known, `failed` when it cannot be worked out.
 * Another `revision` of the list is asked again.
 */
export function useProposalEffect(
  proposals: Pick<ProposalService, 'effect'>,
  keyword: string,
  account: string,
  line: string | null,
  revision: unknown,
): ProposalEffect | 'failed' | null {
  const question = JSON.stringify([keyword, account, line]);
  return useSettledAnswer(question, () => proposals.effect(keyword, account, line), TYPING_MS, revision);
}

/** The same of several approvals together; null of none. */
export function useProposalsEffect(
  proposals: Pick<ProposalService, 'effectOfAll'>,
  mappings: readonly Pick<ProposedMapping, 'keyword' | 'account'>[],
  revision: unknown,
): ProposalsEffect | 'failed' | null {
  const wanted = mappings.map(({ keyword, account }) => ({ keyword, account }));
  const question = wanted.length === 0 ? null : JSON.stringify(wanted);
  return useSettledAnswer(question, () => proposals.effectOfAll(wanted), TYPING_MS, revision);
}

/** What happens to the lines on the Classifier, and to other mappings on their own text. */
export function linesSentences(effect: ProposalsEffect): string[] {
  return [
    effect.rows === 0 ? proposalMessages.noText : rowsEffectWords(effect),
    ...(effect.ownTexts > 0 ? [proposalMessages.ownTextsElsewhere(effect.ownTexts)] : []),
  ];
}

/** The effect in sentences; `words` is how an account reads. */
export function effectSentences(
  effect: ProposalEffect,
  keyword: string,
  account: string,
  words: (code: string) => string,
): string[] {
  const { example, stored, variant, problem } = effect;
  if (problem !== null) return [messages.mappingUnstorable(keyword, problem)];
  const isThere = stored?.description === keyword.trim() && stored.glAccount === account.trim();
  if (isThere) return [proposalMessages.listHasIt];
  const sentences: string[] = [];
  if (stored !== null) sentences.push(proposalMessages.replaces(stored.description, words(stored.glAccount)));
  if (variant !== null)
    sentences.push(proposalMessages.variant(variant.description, words(variant.glAccount)));
  if (example !== null)
    sentences.push(
      example.before === example.after
        ? proposalMessages.exampleStays(words(example.before))
        : proposalMessages.exampleGetsIt(words(example.before), words(example.after)),
    );
  return [...sentences, ...linesSentences(effect)];
}
