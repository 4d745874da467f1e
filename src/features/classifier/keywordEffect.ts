import { useEffect, useState } from 'react';
import type { KeywordPreview } from '#contract/ledger.ts';
import { rowAccountMessages } from '#model/rowAccountMessages.ts';
import type { LedgerRun } from '../../services/ledger.ts';

/** Delay after the last key stroke before the effect of a keyword is asked for. */
const TYPING_MS = 150;

/** What saving a mapping would do; null while that is not known. */
type Effect = KeywordPreview | 'failed' | null;

/**
 * What saving the mapping would do; null for a blank keyword too. `row`: see the preview. Another `revision` of the rows is
 * counted again.
 */
export function useKeywordPreview(
  run: LedgerRun,
  keyword: string,
  glAccount: string,
  row?: number,
  revision = 0,
): Effect {
  const [known, setKnown] = useState<{ of: string; effect: Effect } | null>(null);
  const question = JSON.stringify([keyword, glAccount, revision]);
  useEffect(() => {
    let isOver = false;
    const timer = setTimeout(async () => {
      const effect = keyword.trim() === '' ? null : await ask(run, keyword, glAccount, row);
      if (!isOver) setKnown({ of: question, effect });
    }, TYPING_MS);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [run, keyword, glAccount, row, question]);
  return known?.of === question ? known.effect : null;
}

async function ask(run: LedgerRun, keyword: string, glAccount: string, row?: number): Promise<Effect> {
  try {
    return (await run.previewKeyword(keyword, glAccount, row)) ?? null;
  } catch (error) {
    console.error('The effect of the mapping was not counted:', error);
    return 'failed';
  }
}

/** The effect of a mapping in sentences. */
export function describePreview(preview: KeywordPreview | 'failed'): string {
  if (preview === 'failed') return rowAccountMessages.countingFailed;
  const { unmatched, others, elsewhere, replaced, matchesRow } = preview;
  const sentences = [rowAccountMessages.linesGetIt(unmatched)];
  if (others > 0) sentences.push(rowAccountMessages.linesToVerify(others));
  if (elsewhere > 0) sentences.push(rowAccountMessages.ownTextsElsewhere(elsewhere));
  if (replaced !== null)
    sentences.push(rowAccountMessages.replacesMapping(replaced.description, replaced.glAccount));
  if (matchesRow === false) sentences.push(rowAccountMessages.lineNotMatched);
  return sentences.join(' ');
}
