import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { NO_MATCH } from '../src/model/mapping.ts';
import {
  BLANK,
  type Classifier,
  type Explanation,
  type MappingId,
  UNMATCHED,
} from '../workers/engine/classifier.ts';
import { createClassifier } from '../workers/engine/createClassifier.ts';
import { rowText, splitRows } from '../workers/engine/rows.ts';
import { readMappings, withoutBom } from './mappingFile.ts';
import { UsageError } from './usageError.ts';

const HELP = `Usage: npm run -s classify -- --mappings FILE [--input FILE|-] [--json]

Classifies transaction descriptions into GL accounts.

  --mappings FILE  the keyword list: one "description<TAB>account" or "description,account" per line
                   (CSV fields may be quoted; a line with a tab is tab-separated; empty lines are skipped;
                   of two identical keywords the first wins)
  --input FILE|-   the descriptions, one per line; - (the default) is standard input
  --json           print JSON lines, one object per description:
                   {"description", "glAccount", "how": "exact"|"contained"|"none"|"blank", "keyword"}
                   where keyword is the mapping's keyword as typed, or null
  --help           print this text

Prints "description<TAB>account" per line in the order of the input: the account is "${NO_MATCH}" where no
keyword matches and empty for a blank line; a tab inside a description becomes a space.
Exit code: 0 when done, 2 when an argument or a file is not usable.
`;

const ROWS_PER_WRITE = 2000;

/** Where the program reads and writes; tests give their own. */
export type Io = {
  readonly stdin: AsyncIterable<Buffer | string>;
  readonly stdout: NodeJS.WritableStream;
  readonly stderr: NodeJS.WritableStream & { readonly isTTY?: boolean };
};

/** Runs the program; resolves with its exit code. */
export async function main(args: readonly string[], io: Io): Promise<number> {
  try {
    await run(args, io);
    return 0;
  } catch (error) {
    if (isBrokenPipe(error)) return 0;
    if (!(error instanceof UsageError)) throw error;
    io.stderr.write(`classify: ${error.message}\n`);
    return 2;
  }
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
  const mappings = readMappings(await readText(options.mappings), options.mappings);
  const classifier = createClassifier(mappings);
  const input = options.input === '-' ? await readStream(io.stdin) : await readText(options.input);
  await printRows(classifier, withoutBom(input), options.json ? jsonLine : tabLine, io);
}

function readOptions(args: readonly string[]) {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        mappings: { type: 'string' },
        input: { type: 'string', default: '-' },
        json: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    });
    return values;
  } catch (error) {
    if (error instanceof TypeError) throw new UsageError(`${firstSentence(error.message)} See --help.`);
    throw error;
  }
}

/** Node's message of an unknown option goes on to explain positional arguments, of which there are none here. */
function firstSentence(message: string): string {
  return `${message.split(/\. |\n/)[0]}.`.replace(/\.\.$/, '.');
}

type RowFormat = (description: string, explain: () => Explanation, glAccount: string) => string;

function tabLine(description: string, _explain: () => Explanation, glAccount: string): string {
  return `${description.replaceAll('\t', ' ')}\t${glAccount}\n`;
}

function jsonLine(description: string, explain: () => Explanation, glAccount: string): string {
  const explanation = explain();
  const keyword = 'mapping' in explanation ? explanation.mapping.description : null;
  return `${JSON.stringify({ description, glAccount, how: explanation.kind, keyword })}\n`;
}

async function printRows(classifier: Classifier, text: string, format: RowFormat, io: Io): Promise<void> {
  const rows = splitRows(text);
  const ids = new Int32Array(ROWS_PER_WRITE);
  for (let from = 0; from < rows.count; from += ROWS_PER_WRITE) {
    const to = Math.min(rows.count, from + ROWS_PER_WRITE);
    classifier.classifyRows(rows, from, to, ids);
    let printed = '';
    for (let row = from; row < to; row++) {
      const description = rowText(rows, row);
      const account = accountOf(classifier, ids[row - from] ?? UNMATCHED);
      printed += format(description, () => classifier.explain(description), account);
    }
    await write(io.stdout, printed);
    if (io.stderr.isTTY) io.stderr.write(`\r${Math.floor((to / rows.count) * 100)} %`);
  }
  if (io.stderr.isTTY && rows.count > 0) io.stderr.write('\n');
}

function accountOf(classifier: Classifier, id: MappingId): string {
  if (id === BLANK) return '';
  return id === UNMATCHED ? NO_MATCH : classifier.mapping(id).glAccount;
}

async function readText(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error)
      throw new UsageError(`cannot read ${file}: ${error.message}`);
    throw error;
  }
}

async function readStream(stream: Io['stdin']): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks).toString('utf8');
}

/** Resolves when the reader has taken the text; rejects when it went away. */
function write(stream: NodeJS.WritableStream, text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    stream.write(text, (error) => (error ? reject(error) : resolve()));
  });
}

/** A reader such as `head` that has seen enough is no error. */
function isBrokenPipe(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EPIPE';
}
