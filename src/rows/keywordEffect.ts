import type { KeywordPreview } from '#contract/ledger.ts';
import type { LedgerRun } from '../services/ledger.ts';
import { useSettledAnswer } from '../ui/useAnswer.ts';

/** Delay after the last key stroke before the effect of a keyword is asked for. Milliseconds. */
const TYPING_MS = 150;

/**
 * What saving the mapping would do; null while that is not known, and for a blank keyword. `row`: see the preview.
 * Another `revision` of the rows is counted again.
 */
export function useKeywordPreview(
  run: LedgerRun,
  keyword: string,
  glAccount: string,
  row?: number,
  revision = 0,
): KeywordPreview | 'failed' | null {
  const question = keyword.trim() === '' ? null : JSON.stringify([keyword, glAccount, revision]);
  return useSettledAnswer(question, () => run.previewKeyword(keyword, glAccount, row), TYPING_MS) ?? null;
}
