import type { parseArgs } from 'node:util';
import type { Classifier } from '#engine/classifier.ts';
import { createClassifier } from '#engine/classifier.ts';
import { type Bands, bandsOf, calibrate, judge } from '#engine/guess/bands.ts';
import type { LikelyAccounts } from '#engine/guess/LikelyAccounts.ts';
import { trainAtOnce } from '#engine/guess/train.ts';
import { type Rows, rowText, splitRows } from '#engine/rows.ts';
import { runToEnd } from '#engine/steps.ts';
import { groupLines } from '#engine/unmatched/groupLines.ts';
import { BLANK, type Explanation, type MappingId, UNMATCHED } from '#model/classification.ts';
import { type Mapping, NO_MATCH } from '#model/mapping.ts';
import { type Descriptions, inputName, readDescriptions } from './descriptions.ts';
import { LIST_HELP, LIST_OPTIONS, readMappingFile } from './mappingFile.ts';
import { type Io, optionValue, runProgram, UsageError, write } from './program.ts';
import { areDescriptions, READ_HELP } from './readOptions.ts';
import { AMOUNT_HELP, AMOUNT_OPTIONS, isAmount, isNoPayment } from './statementAmounts.ts';

const MAX_GUESSES = 3;

const HELP = `Usage: npm run -s classify -- --mappings FILE [--input FILE|-] [--guess N] [--keyword] [--json]
                               [options]

Classifies transaction descriptions into GL accounts.

${LIST_HELP}, as are the columns taken; of keywords that are one to the classifier the
                   app's winner wins, named where their accounts differ; keywords that the shared list could not hold
                   are used, and named on standard error)
  --input FILE|-   the descriptions, read as the Classifier reads a file: one per line, a bank statement (OFX, QFX, QIF,
                   MT940, CAMT.053), or a table (workbook, CSV, tab-separated) of which one column is classified, named
                   on standard error; - (the default) is standard input
  --keep-columns   print all columns of such a statement or table before the account, below a line with their names
                   where it has one; with --json as "cells"
${READ_HELP}                   These are for the keyword list. For the input they are called --input-encoding,
                   --input-delimiter (tab: take whole lines), --input-sheet, --input-columns (one, or such as 2+4) and
                   --input-header; --columns with one column alone is that of the input too
${AMOUNT_HELP}  --guess N        print the N (1 to ${MAX_GUESSES}) most likely accounts of a line without a match behind its account, best
                   first, each in a column of its own, learned from the keyword list; no list is good enough for
                   every line, so look at the bands of --json before you trust them
  --keyword        print the keyword that the page Unmatched would offer for a line without a match, in a column of its
                   own behind the guesses; empty where none names somebody or something
  --json           print a JSON array, one object per description, each on a line of its own:
                   {"description", "glAccount", "how": "exact"|"contained"|"none"|"blank"|"balance"|"total", "keyword"},
                   of a statement also "amount" and "currency" (what came in is positive; null while a question of
                   its amounts is open), where keyword is the mapping's keyword as typed, or null; with --keyword that of a line without a
                   match is the one to offer, or null; with --guess also "guesses": for a
                   line without a match [{"glAccount", "band": "strong"|"weak"|"none", "share", "keywords", "words"}]
                   with the nearest keywords of the account and the words that speak for it, else []
  --help           print this text

Prints "description<TAB>account" per line in the order of the input: the account is "${NO_MATCH}" where no
keyword matches and empty for a blank line, and for a balance or a total in a statement; a tab inside a description
becomes a space.
Exit code: 0 when done; 2 when an argument or a file is not usable, no mapping of the list is, or nothing is to classify.
`;

const ROWS_PER_WRITE = 2000;

const OPTIONS = {
  ...LIST_OPTIONS,
  ...AMOUNT_OPTIONS,
  input: { type: 'string', default: '-' },
  'input-encoding': { type: 'string' },
  'input-delimiter': { type: 'string' },
  'input-sheet': { type: 'string' },
  'input-columns': { type: 'string' },
  'input-header': { type: 'string' },
  'keep-columns': { type: 'boolean', default: false },
  guess: { type: 'string' },
  keyword: { type: 'boolean', default: false },
} as const;

/** Runs the program; resolves with its exit code. */
export function main(args: readonly string[], io: Io): Promise<number> {
  const program = { name: 'classify', help: HELP, options: OPTIONS };
  return runProgram(program, args, io, ({ values }) => run(values, io));
}

async function run(
  options: ReturnType<typeof parseArgs<{ options: typeof OPTIONS }>>['values'],
  io: Io,
): Promise<void> {
  const hasOne = areDescriptions(options.columns);
  const mappings = await readMappingFile({ ...options, columns: hasOne ? undefined : options.columns }, io);
  const input = await readDescriptions(
    options.input,
    {
      encoding: options['input-encoding'],
      delimiter: options['input-delimiter'],
      sheet: options['input-sheet'],
      columns: options['input-columns'] ?? (hasOne ? options.columns : undefined),
      header: options['input-header'],
      amounts: options.amounts,
      currency: options.currency,
    },
    io,
  );
  if (input.texts.every((text) => text.trim() === ''))
    throw new UsageError(`${inputName(options.input)}: nothing to classify. Put a description in each line.`);
  const classifier = createClassifier(mappings);
  const rows = splitRows(input.texts.map((text) => `${text}\n`).join(''));
  const ids = classified(classifier, rows, input.figures);
  const advice: Advice = {
    guesser: options.guess === undefined ? null : new Guesser(mappings, guessCount(options.guess)),
    keywords: options.keyword ? offeredKeywords(ids, rows, mappings) : null,
  };
  const kept = options['keep-columns'] ? input : { ...input, cells: null, names: null };
  const format = options.json ? jsonArray(advice, kept) : tabLines(advice, kept);
  await printRows(classifier, ids, rows, format, io);
}

/** The mapping id of each row. A balance or a total is neither classified nor without a match. */
function classified(classifier: Classifier, rows: Rows, figures: Descriptions['figures']): Int32Array {
  const ids = new Int32Array(rows.count);
  classifier.classifyRows(rows, 0, rows.count, ids);
  for (const [at, figure] of (figures ?? []).entries()) if (isNoPayment(figure)) ids[at] = BLANK;
  return ids;
}

function guessCount(text: string): number {
  const counts = Array.from({ length: MAX_GUESSES }, (_, i) => i + 1);
  const countOf = (given: string) => counts.find((count) => count === Number(given));
  return optionValue('--guess', text, countOf, `a number from 1 to ${MAX_GUESSES}`);
}

/** Guesses for the lines without a match; the bands are found when the first of them is asked for. */
class Guesser {
  readonly #likely: LikelyAccounts;
  readonly count: number;
  #bands: Bands | null = null;

  constructor(mappings: readonly Mapping[], count: number) {
    this.#likely = trainAtOnce(mappings);
    this.count = count;
  }

  accounts(description: string): string[] {
    return this.#likely.guess(description, this.count).map(({ glAccount }) => glAccount);
  }

  /** As they stand in the JSON. */
  withReasons(description: string): object[] {
    this.#bands ??= runToEnd(calibrate(this.#likely));
    const judged = judge(this.#likely, description);
    const bands = bandsOf(judged, this.#bands);
    return judged.guesses.slice(0, this.count).map(({ glAccount, share }, i) => {
      const { mappings, words } = this.#likely.explain(description, glAccount);
      return {
        glAccount,
        band: bands[i],
        share,
        keywords: mappings.map(({ description }) => description),
        words,
      };
    });
  }
}

/** What is said of lines without a match: null for what was not asked for. */
type Advice = {
  readonly guesser: Guesser | null;
  /** By description. */
  readonly keywords: ReadonlyMap<string, string> | null;
};

/** The keyword of the group of each line without a match; none for a group without one. */
function offeredKeywords(
  ids: Int32Array,
  rows: Rows,
  mappings: readonly Mapping[],
): ReadonlyMap<string, string> {
  const left: string[] = [];
  for (const [row, id] of ids.entries()) if (id === UNMATCHED) left.push(rowText(rows, row));
  const keywords = new Map<string, string>();
  for (const { phrase, lines } of runToEnd(groupLines(left, mappings))) {
    if (phrase !== null) for (const line of lines) keywords.set(left[line] as string, phrase);
  }
  return keywords;
}

/** How the rows are written, and what stands before, between and behind them. */
type RowFormat = {
  readonly row: (description: string, explain: () => Explanation, glAccount: string, row: number) => string;
  readonly before: string;
  readonly between: string;
  readonly behind: string;
};

/**
 * Description and account; behind them the guesses and the keyword for a line without a match. `cells`: all columns of the
 * input in place of the description.
 */
function tabLines({ guesser, keywords }: Advice, { cells: kept, names }: Descriptions): RowFormat {
  const width = [names ?? [], ...(kept ?? [])].reduce((most, cells) => Math.max(most, cells.length), 0);
  const row: RowFormat['row'] = (description, _explain, glAccount, i) => {
    const guesses = guesser && glAccount === NO_MATCH ? guesser.accounts(description) : [];
    const keyword = glAccount === NO_MATCH ? (keywords?.get(description) ?? '') : '';
    const columns = keywords === null ? guesses : [...padded(guesses, guesser?.count ?? 0), keyword];
    const cells = kept?.[i];
    const text = cells ? padded(cells, width) : [description.replaceAll('\t', ' ')];
    return `${[...text, glAccount, ...columns].join('\t')}\n`;
  };
  const before = names ? `${[...padded(names, width), 'GL Account'].join('\t')}\n` : '';
  return { row, before, between: '', behind: '' };
}

/** So that what follows stands in the same column of every line. */
function padded(columns: readonly string[], count: number): string[] {
  return Array.from({ length: count }, (_, i) => columns[i] ?? '');
}

function jsonArray({ guesser, keywords }: Advice, { cells, figures }: Descriptions): RowFormat {
  const row: RowFormat['row'] = (description, explain, glAccount, i) => {
    const figure = figures?.[i] ?? null;
    const explanation = isNoPayment(figure) ? ({ kind: figure } as const) : explain();
    const isLeft = explanation.kind === 'none';
    const offered = isLeft ? (keywords?.get(description) ?? null) : null;
    const answer = {
      description,
      glAccount,
      how: explanation.kind,
      keyword: 'mapping' in explanation ? explanation.mapping.description : offered,
      ...(cells && { cells: cells[i] }),
      ...(figures && { amount: null, ...(isAmount(figure) && figure) }),
      ...(guesser && { guesses: isLeft ? guesser.withReasons(description) : [] }),
    };
    return `\n${JSON.stringify(answer)}`;
  };
  return { row, before: '[', between: ',', behind: '\n]\n' };
}

async function printRows(
  classifier: Classifier,
  ids: Int32Array,
  rows: Rows,
  format: RowFormat,
  io: Io,
): Promise<void> {
  await write(io.stdout, format.before);
  for (let from = 0; from < rows.count; from += ROWS_PER_WRITE) {
    const to = Math.min(rows.count, from + ROWS_PER_WRITE);
    let printed = '';
    for (let row = from; row < to; row++) {
      const description = rowText(rows, row);
      const account = accountOf(classifier, ids[row] ?? UNMATCHED);
      if (row > 0) printed += format.between;
      printed += format.row(description, () => classifier.explain(description), account, row);
    }
    await write(io.stdout, printed);
    if (io.stderr.isTTY) io.stderr.write(`\r${Math.floor((to / rows.count) * 100)} %`);
  }
  await write(io.stdout, format.behind);
  if (io.stderr.isTTY && rows.count > 0) io.stderr.write('\n');
}

function accountOf(classifier: Classifier, id: MappingId): string {
  if (id === BLANK) return '';
  return id === UNMATCHED ? NO_MATCH : classifier.mapping(id).glAccount;
}
