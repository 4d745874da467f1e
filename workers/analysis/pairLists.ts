import type { ListedLine, PairListName } from '#contract/analysis.ts';
import type { ParsedPairs } from '#engine/import/pairs.ts';
import type { UploadOutcome } from '#model/pair.ts';

/** Lines of one list, as far as the text last read and the dry run last made have them. */
export function listLines(
  name: PairListName,
  parsed: ParsedPairs,
  outcomes: readonly UploadOutcome[],
): ListedLine[] {
  switch (name) {
    case 'repeated-line':
      return parsed.repeatedLines.map(({ description, glAccount }) => [description, glAccount]);
    case 'contradiction':
      return parsed.contradictions.map(({ pair, first }) => [
        pair.description,
        pair.glAccount,
        first.description,
        first.glAccount,
      ]);
    case 'new':
    case 'present':
    case 'other-account':
    case 'case-twin':
    case 'repeated':
      return outcomes.filter(({ kind }) => kind === name).map(outcomeCells);
    default:
      return parsed.rejected
        .filter(({ reason }) => reason === name)
        .map(({ line, text }) => [String(line), text]);
  }
}

function outcomeCells(outcome: UploadOutcome): ListedLine {
  const { description, glAccount } = outcome.mapping;
  if (outcome.kind === 'new' || outcome.kind === 'present') return [description, glAccount];
  const other = outcome.kind === 'repeated' ? outcome.first : outcome.stored;
  return [description, glAccount, other.description, other.glAccount];
}
