import type { ParsedPairs } from './pair.ts';

/**
 * What was read of a file, as lines that {@link parsePastedPairs} reads to the same result: pairs, repetitions,
 * contradictions and rejected lines in the order in which they came. The file's header is left out unless
 * `withHeader`, since further down in a text it would be taken for a pair.
 */
export function pastedForm(parsed: ParsedPairs, withHeader: boolean): string {
  const pairs = [
    ...(withHeader && parsed.header ? [parsed.header] : []),
    ...parsed.pairs,
    ...parsed.repeatedLines,
    ...parsed.contradictions.map(({ pair }) => pair),
  ];
  const lines = [
    ...pairs.map(({ line, description, glAccount }) => ({ line, text: `${description}\t${glAccount}` })),
    ...parsed.rejected,
  ];
  return lines
    .sort((a, b) => a.line - b.line)
    .map(({ text }) => text)
    .join('\n');
}
