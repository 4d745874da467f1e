import { keyProblem } from '#model/keyProblem.ts';
import { MAX_ACCOUNT_LENGTH } from '#model/limits.ts';
import { MIN_KEYWORD_LENGTH, mappingKey } from '#model/mapping.ts';
import type { Pair, RejectionReason } from '#model/pair.ts';
import { normalise } from '../normalise.ts';
import { looksLikeHeader } from './header.ts';
import type { Contradiction, ParsedPairs, RejectedLine } from './pair.ts';

/** Longer rejected lines are cut: this is enough to find and mend them. UTF-16 units. */
const MAX_REJECTED_LENGTH = 2000;
/** More repeated lines are only counted. */
const MAX_LISTED_REPEATS = 100_000;

/** Takes lines one by one and sorts them into pairs, repetitions and rejections. */
export class PairCollector {
  #lines = 0;
  readonly #pairs: Pair[] = [];
  readonly #rejected: RejectedLine[] = [];
  readonly #contradictions: Contradiction[] = [];
  /** By match form: spellings that the classifier cannot tell apart are one keyword. */
  readonly #byKeyword = new Map<string, Pair>();
  #header: Pair | null = null;
  #isFirst = true;
  #repeated = 0;
  readonly #repeatedLines: Pair[] = [];

  /** A collector that goes on below the lines that were collected before. */
  static below(above: ParsedPairs): PairCollector {
    const collector = new PairCollector();
    for (const pair of above.pairs) collector.addPair(pair);
    for (const line of above.rejected) collector.#rejected.push(line);
    for (const line of above.contradictions) collector.#contradictions.push(line);
    for (const pair of above.repeatedLines) collector.#repeatedLines.push(pair);
    collector.#repeated += above.repeated;
    collector.#header = above.header;
    collector.#isFirst = false;
    collector.#lines = above.lines;
    return collector;
  }

  /** Number of lines in memory that may be very many: all but blank and repeated ones. */
  get size(): number {
    return this.#pairs.length + this.#rejected.length + this.#contradictions.length;
  }

  /** Takes a line cut into `parts`; `text` is the line itself, for the report. Blank lines are passed over. */
  add(line: number, parts: readonly string[], text: string): void {
    this.#lines = line;
    if (text.trim() === '') return;
    const isFirst = this.#isFirst;
    this.#isFirst = false;
    const pair = toPair(line, parts);
    if (isFirst && looksLikeHeader(pair)) {
      this.#header = pair;
      return;
    }
    const reason = rejectionOf(parts, pair);
    if (reason) this.addRejected({ line, text: text.slice(0, MAX_REJECTED_LENGTH), reason });
    else this.addPair(pair);
  }

  addRejected(line: RejectedLine): void {
    this.#lines = Math.max(this.#lines, line.line);
    this.#rejected.push(line);
  }

  /** Takes a pair that can be stored. */
  addPair(pair: Pair): void {
    this.#lines = Math.max(this.#lines, pair.line);
    const keyword = normalise(pair.description);
    const first = this.#byKeyword.get(keyword);
    if (!first) {
      this.#byKeyword.set(keyword, pair);
      this.#pairs.push(pair);
    } else if (first.glAccount === pair.glAccount) {
      this.#repeated++;
      if (this.#repeatedLines.length < MAX_LISTED_REPEATS) this.#repeatedLines.push(pair);
    } else this.#contradictions.push({ pair, first });
  }

  finish(): ParsedPairs {
    return {
      lines: this.#lines,
      pairs: this.#pairs,
      rejected: this.#rejected,
      repeated: this.#repeated,
      repeatedLines: this.#repeatedLines,
      contradictions: this.#contradictions,
      header: this.#header,
    };
  }
}

/** The same result with its header taken for a pair after all, where it can be one. */
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

function toPair(line: number, [description = '', glAccount = '']: readonly string[]): Pair {
  return { line, description: description.trim(), glAccount: glAccount.trim() };
}

function rejectionOf(parts: readonly string[], { description, glAccount }: Pair): RejectionReason | null {
  if (parts.length < 2) return 'no-tab';
  if (description === '' || glAccount === '') return 'empty-part';
  if (description.length < MIN_KEYWORD_LENGTH) return 'too-short';
  if (glAccount.length > MAX_ACCOUNT_LENGTH) return 'account-too-long';
  const problem = keyProblem(mappingKey(description));
  return problem === 'empty-key' ? 'empty-part' : problem;
}
