import type { Pair } from '#model/pair.ts';
import type { ParsedPairs, RejectedLine } from './pairs.ts';
import { PairCollector } from './pairs.ts';

/** The lines of a file as a text has them, and what the text holds with them. */
type PlacedLines = {
  /** Description and account with a tab between them, or the text of a rejected line; separated by line feeds. */
  readonly text: string;
  readonly parsed: ParsedPairs;
};

/** A line of a file: a pair, whether repeated or not, or a rejected line. */
type Line = { readonly pair: Pair } | { readonly rejected: RejectedLine };

/**
 * Places what was read of a file below a text that was read before; `above` is null for a blank text. The result is
 * the one that reading the whole text would give, without reading it: the lines keep their order and get the numbers
 * that they have in the text. The header of the file becomes the first line of a blank text. Below other lines it is
 * left out, since it would count as a pair there. Repetitions that `file` only counts are left out as well.
 */
export function placeBelow(above: ParsedPairs | null, file: ParsedPairs): PlacedLines {
  const header = above === null ? file.header : null;
  const lines = linesInOrder(file, header);
  return {
    text: lines.map(textOf).join('\n'),
    parsed: above === null ? renumber(file, lines) : append(above, lines),
  };
}

function linesInOrder(file: ParsedPairs, header: Pair | null): Line[] {
  const pairs = [
    ...(header ? [header] : []),
    ...file.pairs,
    ...file.repeatedLines,
    ...file.contradictions.map(({ pair }) => pair),
  ];
  const lines: Line[] = [
    ...pairs.map((pair) => ({ pair })),
    ...file.rejected.map((rejected) => ({ rejected })),
  ];
  return lines.sort((a, b) => numberOf(a) - numberOf(b));
}

function numberOf(line: Line): number {
  return 'pair' in line ? line.pair.line : line.rejected.line;
}

function textOf(line: Line): string {
  return 'pair' in line ? `${line.pair.description}\t${line.pair.glAccount}` : line.rejected.text;
}

function renumber(file: ParsedPairs, lines: readonly Line[]): ParsedPairs {
  const numbers = new Map(lines.map((line, i) => [numberOf(line), i + 1]));
  const moved = <T extends { readonly line: number }>(item: T): T => ({
    ...item,
    line: numbers.get(item.line) ?? item.line,
  });
  return {
    lines: lines.length,
    pairs: file.pairs.map(moved),
    rejected: file.rejected.map(moved),
    repeated: file.repeatedLines.length,
    wide: file.wide,
    repeatedLines: file.repeatedLines.map(moved),
    contradictions: file.contradictions.map(({ pair, first }) => ({
      pair: moved(pair),
      first: moved(first),
    })),
    header: file.header && moved(file.header),
  };
}

function append(above: ParsedPairs, lines: readonly Line[]): ParsedPairs {
  const collector = PairCollector.below(above);
  for (const [i, line] of lines.entries()) {
    const number = above.lines + i + 1;
    if ('pair' in line) collector.addPair({ ...line.pair, line: number });
    else collector.addRejected({ ...line.rejected, line: number });
  }
  return collector.finish();
}
