import { parseArgs } from 'node:util';
import type { Classifier } from '#engine/classifier.ts';
import { createClassifier } from '#engine/classifier.ts';
import { rowText, splitRows } from '#engine/rows.ts';
import { BLANK, type Explanation, type MappingId, UNMATCHED } from '#model/classification.ts';
import { NO_MATCH } from '#model/mapping.ts';
import { readMappingFile, withoutBom } from './mappingFile.ts';
import { type Io, readArguments, readStream, readText, runProgram, UsageError, write } from './program.ts';

const HELP = `Usage: npm run -s classify -- --mappings FILE [--input FILE|-] [--json]

Classifies transaction descriptions into GL accounts.

  --mappings FILE  the keyword list: one "description<TAB>account" or "description,account" per line
                   (CSV fields may be quoted; a line with a tab is tab-separated; empty lines are skipped;
                   a first line that names the columns is left out, and said so; of two keywords that differ in
                   case alone the app's winner wins; keywords that the shared list could not hold are used, and
                   named on standard error). The file must be UTF-8.
  --input FILE|-   the descriptions, one per line; - (the default) is standard input
  --json           print a JSON array, one object per description, each on a line of its own:
                   {"description", "glAccount", "how": "exact"|"contained"|"none"|"blank", "keyword"}
                   where keyword is the mapping's keyword as typed, or null
  --help           print this text

Prints "description<TAB>account" per line in the order of the input: the account is "${NO_MATCH}" where no
keyword matches and empty for a blank line; a tab inside a description becomes a space.
Exit code: 0 when done, 2 when an argument or a file is not usable.
`;

const ROWS_PER_WRITE = 2000;

/** Runs the program; resolves with its exit code. */
export function main(args: readonly string[], io: Io): Promise<number> {
  return runProgram('classify', io, () => run(args, io));
}

async function run(args: readonly string[], io: Io): Promise<void> {
  const options = readOptions(args);
  if (options.help) {
    await write(io.stdout, HELP);
    return;
  }
  if (options.mappings === undefined) {
    throw new UsageError('--mappings FILE is missing. See --help.');
  }
  const mappings = readMappingFile(await readText(options.mappings), options.mappings, io);
  const classifier = createClassifier(mappings);
  const input = options.input === '-' ? await readStream(io.stdin) : await readText(options.input);
  await printRows(classifier, withoutBom(input), options.json ? JSON_ARRAY : TAB_LINES, io);
}

function readOptions(args: readonly string[]) {
  return readArguments(() =>
    parseArgs({
      args: [...args],
      options: {
        mappings: { type: 'string' },
        input: { type: 'string', default: '-' },
        json: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    }),
  ).values;
}

/** How the rows are written, and what stands before, between and behind them. */
type RowFormat = {
  readonly row: (description: string, explain: () => Explanation, glAccount: string) => string;
  readonly before: string;
  readonly between: string;
  readonly behind: string;
};

const TAB_LINES: RowFormat = { row: tabLine, before: '', between: '', behind: '' };
const JSON_ARRAY: RowFormat = { row: jsonObject, before: '[', between: ',', behind: '\n]\n' };

function tabLine(description: string, _explain: () => Explanation, glAccount: string): string {
  return `${description.replaceAll('\t', ' ')}\t${glAccount}\n`;
}

function jsonObject(description: string, explain: () => Explanation, glAccount: string): string {
  const explanation = explain();
  const keyword = 'mapping' in explanation ? explanation.mapping.description : null;
  return `\n${JSON.stringify({ description, glAccount, how: explanation.kind, keyword })}`;
}

async function printRows(classifier: Classifier, text: string, format: RowFormat, io: Io): Promise<void> {
  const rows = splitRows(text);
  const ids = new Int32Array(ROWS_PER_WRITE);
  await write(io.stdout, format.before);
  for (let from = 0; from < rows.count; from += ROWS_PER_WRITE) {
    const to = Math.min(rows.count, from + ROWS_PER_WRITE);
    classifier.classifyRows(rows, from, to, ids);
    let printed = '';
    for (let row = from; row < to; row++) {
      const description = rowText(rows, row);
      const account = accountOf(classifier, ids[row - from] ?? UNMATCHED);
      if (row > 0) printed += format.between;
      printed += format.row(description, () => classifier.explain(description), account);
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
