import type { ColumnRole } from '#model/fileReading.ts';
import { isBlankText, withoutInvisible } from '#model/hiddenCharacters.ts';
import { hasHalfCharacter, keyProblem } from '#model/keyProblem.ts';
import { MAX_ACCOUNT_LENGTH } from '#model/limits.ts';
import { isNoMatch, MIN_KEYWORD_LENGTH, mappingKey } from '#model/mapping.ts';
import type { Pair, RejectionReason } from '#model/pair.ts';
import { boxCell } from '#model/spreadsheetCell.ts';
import { normalise } from '../normalise.ts';
import { readPastedText } from './columns.ts';
import { columnsByName, isHeader } from './layout.ts';

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
  /** The first line, where it names the columns: left out of `pairs`. */
  readonly header: Pair | null;
  /** Where the lines of a text have description and account. */
  readonly columns: readonly number[];
};

const MAX_REPEATED_LINES = 100_000;
const LINE_ENDS = /\r\n?|\n/;

/** What the two columns of a pair hold. */
export const PAIR_ROLES: readonly ColumnRole[] = ['description', 'account'];
const IN_ORDER = [0, 1];

/**
 * Reads pasted text: one pair per line, description and account separated by a tab; further columns are
 * left out and counted. A first line may name the columns, in any order. A
 * quoted cell with line breaks is one line, as for the Classifier. Line ends are LF, CR LF or CR; `line` of a result
 * counts lines after that. `headerIsPair`: no line names the columns.
 */
export function parsePastedPairs(pasted: string, headerIsPair = false): ParsedPairs {
  const rows = readPastedText(pasted).split(LINE_ENDS);
  if (rows.at(-1) === '') rows.pop();
  const collector = new PairCollector();
  const first = rows.findIndex((row) => !isBlankText(row));
  const names = rows[first]?.split('\t') ?? [];
  const isNamed = !headerIsPair && isHeader(names, PAIR_ROLES);
  const columns = (isNamed ? columnsByName(names, PAIR_ROLES) : null) ?? IN_ORDER;
  const partsOf = (cells: readonly string[]) => columns.map((column) => cells[column] ?? '');
  if (isNamed) collector.setHeader(toPair(first + 1, partsOf(names)), columns);
  for (const [i, text] of rows.entries()) {
    if (isBlankText(text) || (isNamed && i === first)) continue;
    const cells = text.split('\t');
    const isWide = cells.some((cell, column) => !columns.includes(column) && cell.trim() !== '');
    const parts = cells.length < columns.length ? cells : partsOf(cells);
    collector.add({ line: i + 1, parts, text, problem: null, isTotal: false, isWide });
  }
  return { ...collector.found, lines: rows.length };
}

/** A line that is no header. */
type PairRow = {
  readonly line: number;
  readonly parts: readonly string[];
  /** The whole line, for the report. */
  readonly text: string;
  /** Why it is no pair whatever its parts are. */
  readonly problem: RejectionReason | null;
  readonly isTotal: boolean;
  /** It has columns that are left out. */
  readonly isWide: boolean;
};

type Collected = {
  -readonly [Key in keyof ParsedPairs]: ParsedPairs[Key] extends readonly (infer Item)[]
    ? Item[]
    : ParsedPairs[Key];
};

/**
 * Sorts lines, one by one, into pairs, repetitions, contradictions and rejections. Below a text that was read before
 * (`above`, null for a blank one) they get the numbers that they have there, and what is collected is what reading the whole
 * text would give. The header of a file is the first line of a blank text; below other lines, where it would count as a pair,
 * it is left out, and so are repetitions that are only counted.
 */
export class PairCollector {
  readonly #found: Collected = {
    lines: 0,
    pairs: [],
    rejected: [],
    repeated: 0,
    wide: 0,
    repeatedLines: [],
    contradictions: [],
    header: null,
    columns: IN_ORDER,
  };
  /**
   * The first pair of each keyword in match form: the classifier takes spellings with the same form for one keyword.
   */
  readonly #byKeyword = new Map<string, Pair>();
  /** The lines as the text has them. */
  readonly #placed: string[] = [];
  readonly #above: ParsedPairs | null | undefined;
  #leftOut = 0;

  constructor(above?: ParsedPairs | null) {
    this.#above = above;
    if (!above) return;
    const { pairs, rejected, repeatedLines, contradictions } = above;
    Object.assign(this.#found, above, {
      pairs: [...pairs],
      rejected: [...rejected],
      repeatedLines: [...repeatedLines],
      contradictions: [...contradictions],
    });
    for (const pair of pairs) this.#byKeyword.set(normalise(pair.description), pair);
  }

  /** The lines that were added, as they stand below the text above: with a tab between description and account. */
  get placed(): { readonly text: string; readonly leftOut: number } {
    return { text: this.#placed.join('\n'), leftOut: this.#leftOut };
  }

  /** Number of lines held in memory: all but blank and repeated ones. */
  get size(): number {
    const { pairs, rejected, contradictions } = this.#found;
    return pairs.length + rejected.length + contradictions.length;
  }

  /** Sets the header, which is no pair; `columns`: where the lines of a text have description and account. */
  setHeader(header: Pair, columns: readonly number[] = IN_ORDER): void {
    if (this.#above) return;
    const line = this.#above === null ? 1 : header.line;
    Object.assign(this.#found, { header: { ...header, line }, columns, lines: line });
    this.#placed.push(this.#lineOf(boxed(header)));
  }

  /**
   * Adds a line in which the columns were found before. Answers false for one that is no pair and looks like a total, which
   * it leaves out.
   */
  add({ line, parts, text, problem, isTotal, isWide }: PairRow): boolean {
    const at = this.#above === undefined ? line : this.#found.lines + 1;
    const pair = toPair(at, parts);
    const reason = problem ?? rejectionOf(parts, pair);
    if (reason !== null && isTotal && pair.glAccount === '') return false;
    const whole = this.#above && problem === null && parts.length > 1 ? this.#lineOf(parts) : text;
    if (reason !== null) this.#found.rejected.push({ line: at, text: whole, reason });
    else if (!this.#addPair(pair)) return true;
    else if (isWide) this.#found.wide++;
    this.#found.lines = at;
    if (this.#above !== undefined) this.#placed.push(reason === null ? this.#lineOf(boxed(pair)) : whole);
    return true;
  }

  /** What all lines hold. */
  get found(): ParsedPairs {
    return this.#found;
  }

  /** Description and account where the lines of the text have them. */
  #lineOf(parts: readonly string[]): string {
    const cells: string[] = [];
    for (const [i, column] of this.#found.columns.entries()) cells[column] = parts[i] ?? '';
    return cells.join('\t');
  }

  /** Answers false for a repetition that is left out. */
  #addPair(pair: Pair): boolean {
    const { pairs, repeatedLines, contradictions } = this.#found;
    const keyword = normalise(pair.description);
    const first = this.#byKeyword.get(keyword);
    if (!first) {
      this.#byKeyword.set(keyword, pair);
      pairs.push(pair);
    } else if (first.glAccount === pair.glAccount) {
      if (repeatedLines.length < MAX_REPEATED_LINES) repeatedLines.push(pair);
      else if (this.#above !== undefined) {
        this.#leftOut++;
        return false;
      }
      this.#found.repeated++;
    } else contradictions.push({ pair, first });
    return true;
  }
}

function boxed({ description, glAccount }: Pair): readonly string[] {
  return [boxCell(description), boxCell(glAccount)];
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
