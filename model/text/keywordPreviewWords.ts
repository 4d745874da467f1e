import type { MappingFields } from '../mapping.ts';
import { rowAccountMessages } from './rowAccountMessages.ts';

/** What saving a mapping would do; `KeywordPreview` of the contract describes each field. */
type Preview = {
  readonly unmatched: number;
  readonly others: number;
  readonly ownTexts: number;
  readonly replaced: MappingFields | null;
  readonly matchesRow: boolean | null;
};

/** The effect of a mapping in sentences. */
export function describePreview(preview: Preview | 'failed'): string {
  if (preview === 'failed') return rowAccountMessages.countingFailed;
  const { unmatched, others, ownTexts, replaced, matchesRow } = preview;
  const sentences = [rowAccountMessages.linesGetIt(unmatched)];
  if (others > 0) sentences.push(rowAccountMessages.linesToVerify(others));
  if (ownTexts > 0) sentences.push(rowAccountMessages.ownTextsElsewhere(ownTexts));
  if (replaced !== null)
    sentences.push(rowAccountMessages.replacesMapping(replaced.description, replaced.glAccount));
  if (matchesRow === false) sentences.push(rowAccountMessages.lineNotMatched);
  return sentences.join(' ');
}
