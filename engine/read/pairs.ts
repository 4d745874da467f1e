import { isBlankText, withoutInvisible } from '#model/hiddenCharacters.ts';
import { hasHalfCharacter, keyProblem } from '#model/keyProblem.ts';
import { MAX_ACCOUNT_LENGTH } from '#model/limits.ts';
import { isNoMatch, type MappingFields, MIN_KEYWORD_LENGTH, mappingKey } from '#model/mapping.ts';
import type { Pair, RejectionReason } from '#model/pair.ts';
import { boxCell } from '#model/spreadsheetCell.ts';
import { normalise } from '../normalise.ts';
import { rankOf } from './columnNames.ts';
import { readPastedText } from './columns.ts';

/** A line that is no pair; `text` is the whole line. */
type RejectedLine = { readonly line: number; readonly text: string; readonly reason: RejectionReason };

/** A pair whose keyword an earlier pair has with another account: the first one counts. */
type Contradiction = { readonly pair: Pair; readonly first: Pair };

/** The contents of a text or file. Every line that is not blank is in exactly one of these. */
export type ParsedPairs = {
  /** Number of lines, blank ones included. */
  readonly lines: number;
  readonly pairs: readonly Pair[];
  readonly rejected: readonly RejectedLine[];
  /** Number of lines that repeat the keyword and account of an earlier one. */
  readonly repeated: number;
  /** Number of lines with more than two columns, of which the further ones are left out. */
  readonly wide: number;
  /** The first 100,000 of these lines: a file may consist of little else. */
  readonly repeatedLines: readonly Pair[];
  readonly contradictions: readonly Contradiction[];
  /** The first line, where it names the columns: left out of `pairs` ({@link withHeader} puts it back). */
  readonly header: Pair | null;
};

const MAX_REPEATED_LINES = 100_000;
const LINE_ENDS = /\r\n?|\n/;

/**
 * Reads pasted text: one pair per line, description and account separated by a tab; further columns are
 * left out and counted. A
 * quoted cell with line breaks is one line, as for the Classifier. Line ends are LF, CR LF or CR; `line` of a result
 * counts lines after that.
 */
export function parsePastedPairs(pasted: string): ParsedPairs {
  const rows = readPastedText(pasted).split(LINE_ENDS);
  if (rows.at(-1) === '') rows.pop();
  const collector = new PairCollector();
  for (const [i, row] of rows.entries()) collector.add(i + 1, row.split('\t'), row);
  return collector.finish();
}

/** The same contents with the header taken for a pair, or rejected where it cannot be one. */
export function withHeader(parsed: ParsedPairs): ParsedPairs {
  const { header } = parsed;
  if (!header) return parsed;
  const reason = rejectionOf([header.description, header.glAccount], header);
  if (reason) {
    const text = `${header.description}\t${header.glAccount}`;
    return { ...parsed, header: null, rejected: [{ line: header.line, text, reason }, ...parsed.rejected] };
  }
  return { ...parsed, header: null, pairs: [header, ...parsed.pairs] };
}

/** A line of a file. */
type FileRow = {
  readonly line: number;
  readonly parts: readonly string[];
  /** The whole line, for the report. */
  readonly text: string;
  readonly problem: RejectionReason | null;
  readonly isTotal: boolean;
  /** It has columns that are left out. */
  readonly isWide: boolean;
};

/** Sorts lines, one by one, into pairs, repetitions, contradictions and rejections. */
export class PairCollector {
  #lines = 0;
  readonly #pairs: Pair[] = [];
  readonly #rejected: RejectedLine[] = [];
  readonly #contradictions: Contradiction[] = [];
  /**
   * The first pair of each keyword in match form: the classifier takes spellings with the same form for one keyword.
   */
  readonly #byKeyword = new Map<string, Pair>();
  #header: Pair | null = null;
  #isFirst = true;
  #repeated = 0;
  #wide = 0;
  readonly #repeatedLines: Pair[] = [];

  /** A collector that goes on below the lines that were collected before. */
  static below(above: ParsedPairs): PairCollector {
    const collector = new PairCollector();
    for (const pair of above.pairs) collector.addPair(pair);
    for (const line of above.rejected) collector.#rejected.push(line);
    for (const line of above.contradictions) collector.#contradictions.push(line);
    for (const pair of above.repeatedLines) collector.#repeatedLines.push(pair);
    collector.#repeated += above.repeated;
    collector.#wide = above.wide;
    collector.#header = above.header;
    collector.#isFirst = false;
    collector.#lines = above.lines;
    return collector;
  }

  /** Number of lines held in memory: all but blank and repeated ones. */
  get size(): number {
    return this.#pairs.length + this.#rejected.length + this.#contradictions.length;
  }

  /** Adds a line that is cut into `parts`; `text` is the line itself, for the report. Passes over blank lines. */
  add(line: number, parts: readonly string[], text: string): void {
    this.#lines = line;
    if (isBlankText(text)) return;
    if (parts.slice(2).some((part) => part.trim() !== '')) this.#wide++;
    const isFirst = this.#isFirst;
    this.#isFirst = false;
    const pair = toPair(line, parts);
    if (isFirst && looksLikeHeader(pair)) {
      this.#header = pair;
      return;
    }
    const reason = rejectionOf(parts, pair);
    if (reason) this.addRejected({ line, text, reason });
    else this.addPair(pair);
  }

  /** Sets the header of a file, whose lines are added by {@link addFileRow}. */
  setHeader(header: Pair): void {
    this.#header = header;
    this.#isFirst = false;
  }

  /**
   * Adds a line of a file, in which header and columns were found before. `problem`: why it is no pair whatever its
   * parts are. Answers false for a line that is no pair and looks like a total, which it leaves out.
   */
  addFileRow(row: FileRow): boolean {
    const { line, parts, text } = row;
    this.#lines = Math.max(this.#lines, line);
    this.#isFirst = false;
    const pair = toPair(line, parts);
    const reason = row.problem ?? rejectionOf(parts, pair);
    if (reason === null) {
      if (row.isWide) this.#wide++;
      this.addPair(pair);
    } else if (row.isTotal && pair.glAccount === '') return false;
    else this.addRejected({ line, text, reason });
    return true;
  }

  /** Adds a rejected line. */
  addRejected(line: RejectedLine): void {
    this.#lines = Math.max(this.#lines, line.line);
    this.#rejected.push(line);
  }

  /** What all lines hold. */
  finish(): ParsedPairs {
    return {
      lines: this.#lines,
      pairs: this.#pairs,
      rejected: this.#rejected,
      repeated: this.#repeated,
      wide: this.#wide,
      repeatedLines: this.#repeatedLines,
      contradictions: this.#contradictions,
      header: this.#header,
    };
  }

  /** Adds a pair that can be stored. */
  addPair(pair: Pair): void {
    this.#lines = Math.max(this.#lines, pair.line);
    const keyword = normalise(pair.description);
    const first = this.#byKeyword.get(keyword);
    if (!first) {
      this.#byKeyword.set(keyword, pair);
      this.#pairs.push(pair);
    } else if (first.glAccount === pair.glAccount) {
      this.#repeated++;
      if (this.#repeatedLines.length < MAX_REPEATED_LINES) this.#repeatedLines.push(pair);
    } else this.#contradictions.push({ pair, first });
  }
}

/** The two parts of a line, trimmed; empty where there is none. */
export function toPair(line: number, [description = '', glAccount = '']: readonly string[]): Pair {
  return { line, description: description.trim(), glAccount: glAccount.trim() };
}

/** Why a line is no pair that can be stored; null where it is one. */
export function rejectionOf(
  parts: readonly string[],
  { description, glAccount }: Pair,
): RejectionReason | null {
  if (parts.length < 2) return 'no-tab';
  if (isBlankText(description) || isBlankText(glAccount)) return 'empty-part';
  if (withoutInvisible(description).trim().length < MIN_KEYWORD_LENGTH) return 'too-short';
  if (glAccount.length > MAX_ACCOUNT_LENGTH) return 'account-too-long';
  if (isNoMatch(glAccount)) return 'no-match';
  if (hasHalfCharacter(glAccount)) return 'unstorable-character';
  const problem = keyProblem(mappingKey(description));
  return problem === 'empty-key' ? 'empty-part' : problem;
}

/** Whether a first line names the columns: both parts must be usual column names. */
function looksLikeHeader({ description, glAccount }: MappingFields): boolean {
  return rankOf('description', description) !== null && rankOf('account', glAccount) !== null;
}

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
  if ('rejected' in line) return line.rejected.text;
  return `${boxCell(line.pair.description)}\t${boxCell(line.pair.glAccount)}`;
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
