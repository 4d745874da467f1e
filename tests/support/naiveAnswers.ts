import { normalise } from '#engine/normalise.ts';
import { type Mapping, NO_MATCH } from '#model/mapping.ts';
import { classifyNaively } from './naiveClassifier.ts';

/**
 * The GL account of each line by the naive oracle; blank lines have an empty one. To save time the oracle answers equal
 * lines once, and gets only the keywords that the line contains: no other can win, and it normalises each keyword anew.
 */
export function naiveAnswers(lines: readonly string[], mappings: readonly Mapping[]): string[] {
  const keywords = mappings.map((mapping) => normalise(mapping.description));
  const answerOf = (line: string) => {
    if (line.trim() === '') return '';
    const normalised = normalise(line);
    const contained = mappings.filter((_, i) => normalised.includes(keywords[i] ?? ''));
    return classifyNaively(line, contained)?.glAccount ?? NO_MATCH;
  };
  const known = new Map<string, string>();
  return lines.map((line) => {
    const answer = known.get(line) ?? answerOf(line);
    known.set(line, answer);
    return answer;
  });
}
