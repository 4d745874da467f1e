import { type Mapping, NO_MATCH } from '../../src/model/mapping.ts';
import { classifyNaively } from '../../workers/engine/naive.ts';

/** The GL account of each line as the naive oracle has it; blank lines have an empty one. Equal lines are asked once. */
export function naiveAnswers(lines: readonly string[], mappings: readonly Mapping[]): string[] {
  const known = new Map<string, string>();
  return lines.map((line) => {
    const answer = known.get(line) ?? answerOf(line, mappings);
    known.set(line, answer);
    return answer;
  });
}

function answerOf(line: string, mappings: readonly Mapping[]): string {
  if (line.trim() === '') return '';
  return classifyNaively(line, mappings)?.glAccount ?? NO_MATCH;
}
