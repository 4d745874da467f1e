import { type ParseArgsConfig, parseArgs } from 'node:util';

/** A mistake of the person at the keyboard: one line on standard error, exit code 2. */
export class UsageError extends Error {}

/** The streams that a program reads and writes; tests pass their own. */
export type Io = {
  readonly stdin: AsyncIterable<Buffer | string>;
  readonly stdout: NodeJS.WritableStream;
  readonly stderr: NodeJS.WritableStream & { readonly isTTY?: boolean };
};

/** What a program is called, what `--help` prints, and its arguments, for `parseArgs`. */
type Program = Omit<ParseArgsConfig, 'args'> & { readonly name: string; readonly help: string };

/**
 * Runs a program's work, unless help is asked for; resolves with its exit code. A mistake in its use, such as an option that
 * is given twice, is one line on standard error.
 */
export async function runProgram<Of extends Program>(
  { name, help, ...config }: Of,
  args: readonly string[],
  io: Io,
  work: (parsed: ReturnType<typeof parseArgs<Of>>) => Promise<void>,
): Promise<number> {
  try {
    const parsed = readArguments({ ...config, args: [...args] });
    await (parsed.values['help'] ? write(io.stdout, help) : work(parsed as ReturnType<typeof parseArgs<Of>>));
    return 0;
  } catch (error) {
    if (isBrokenPipe(error)) return 0;
    if (!(error instanceof UsageError)) throw error;
    io.stderr.write(`${name}: ${error.message}\n`);
    return 2;
  }
}

function readArguments(config: ParseArgsConfig): ReturnType<typeof parseArgs> {
  try {
    const { tokens = [], ...parsed } = parseArgs({ ...config, tokens: true });
    const names = tokens.flatMap((token) => (token.kind === 'option' ? [token.rawName] : []));
    const twice = names.find((name, i) => names.indexOf(name) < i);
    if (twice !== undefined) throw new UsageError(`${twice} is given more than once. See --help.`);
    return parsed;
  } catch (error) {
    if (error instanceof TypeError) throw new UsageError(`${firstSentence(error.message)} See --help.`);
    throw error;
  }
}

/**
 * What the text of an option stands for.
 * @throws UsageError for a text that `read` gives nothing for
 */
export function optionValue<Value>(
  option: string,
  text: string,
  read: (text: string) => Value | undefined,
  expected: string,
): Value {
  const value = read(text);
  if (value !== undefined) return value;
  throw new UsageError(`${option} ${text}: expected ${expected}. See --help.`);
}

/** Says on standard error what is to be known of a file. */
export function noteAll(file: string, notes: readonly string[], io: Pick<Io, 'stderr'>): void {
  for (const note of notes) io.stderr.write(`${file}: ${note}\n`);
}

/** All bytes of a stream. */
export async function readBytes(stream: Io['stdin']): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks);
}

/** Resolves when the reader has taken the text; rejects when the reader has closed the stream. */
export function write(stream: NodeJS.WritableStream, text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    stream.write(text, (error) => (error ? reject(error) : resolve()));
  });
}

/** A reader such as `head`, which closes the stream when it has enough, is not an error. */
function isBrokenPipe(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EPIPE';
}

/** Without the rest of Node's message, which explains positional arguments: these programs have none. */
function firstSentence(message: string): string {
  return `${message.split(/\. |\n/)[0]}.`.replace(/\.\.$/, '.');
}
