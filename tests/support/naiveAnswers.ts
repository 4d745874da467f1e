import { normalise } from '#engine/normalise.ts';
import { type Mapping, NO_MATCH } from '#model/mapping.ts';
import { classifyNaively } from './naiveClassifier.ts';

/**
 * The GL account of each line as the naive oracle has it; blank lines have an empty one. Equal lines are asked once,
 * and the oracle is shown only the keywords that the line holds: no other can win, and it would normalise all of
 * them for every line.
 */
export function naiveAnswers(lines: readonly string[], mappings: readonly Mapping[]): string[] {
  const keywords = mappings.map((mapping) => normalise(mapping.description));
  const answerOf = (line: string) => {
    if (line.trim() === '') return '';
    const normalised = normalise(line);
    const held = mappings.filter((_, i) => normalised.includes(keywords[i] ?? ''));
    return classifyNaively(line, held)?.glAccount ?? NO_MATCH;
  };
  const known = new Map<string, string>();
  return lines.map((line) => {
    const answer = known.get(line) ?? answerOf(line);
    known.set(line, answer);
    return answer;
  });
}
