import { isUtf8 } from 'node:buffer';
import { readFile } from 'node:fs/promises';

/** A mistake of the person at the keyboard: one line on standard error, exit code 2. */
export class UsageError extends Error {}

/** The streams that a program reads and writes; tests pass their own. */
export type Io = {
  readonly stdin: AsyncIterable<Buffer | string>;
  readonly stdout: NodeJS.WritableStream;
  readonly stderr: NodeJS.WritableStream & { readonly isTTY?: boolean };
};

/** Runs a program's work; resolves with its exit code. A mistake in its use is one line on standard error. */
export async function runProgram(name: string, io: Io, work: () => Promise<void>): Promise<number> {
  try {
    await work();
    return 0;
  } catch (error) {
    if (isBrokenPipe(error)) return 0;
    if (!(error instanceof UsageError)) throw error;
    io.stderr.write(`${name}: ${error.message}\n`);
    return 2;
  }
}

/** Turns what `parseArgs` throws at a wrong argument into a usage error. */
export function readArguments<T>(parse: () => T): T {
  try {
    return parse();
  } catch (error) {
    if (error instanceof TypeError) throw new UsageError(`${firstSentence(error.message)} See --help.`);
    throw error;
  }
}

/**
 * The text of a file.
 * @throws UsageError when the file cannot be read or is not UTF-8
 */
export async function readText(file: string): Promise<string> {
  try {
    return decodeUtf8(await readFile(file), file);
  } catch (error) {
    if (error instanceof Error && 'code' in error && 'syscall' in error)
      throw new UsageError(`cannot read ${file}: ${error.message}`);
    throw error;
  }
}

const SAVE_AS_UTF8 = 'Save it as UTF-8 (in Excel: "CSV UTF-8") and try again.';

/** Throws a UsageError that names the first line that is not UTF-8; `name`: of the file, for the message. */
function decodeUtf8(bytes: Buffer, name: string): string {
  if (bytes.includes(0)) {
    const isUtf16 = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
    const line = lineOf(bytes, bytes.indexOf(0));
    if (isUtf16) throw new UsageError(`${name} is UTF-16 text. ${SAVE_AS_UTF8}`);
    throw new UsageError(`${name}, line ${line}: a NUL character, which no text has. ${SAVE_AS_UTF8}`);
  }
  if (isUtf8(bytes)) return bytes.toString('utf8');
  // A replacement character stands where the first byte is wrong; the bytes before it decode and encode to themselves.
  const decoded = Buffer.from(bytes.toString('utf8'), 'utf8');
  let wrong = 0;
  while (wrong < bytes.length && bytes[wrong] === decoded[wrong]) wrong++;
  throw new UsageError(`${name}, line ${lineOf(bytes, wrong)}: not UTF-8 text. ${SAVE_AS_UTF8}`);
}

function lineOf(bytes: Buffer, offset: number): number {
  return bytes
    .subarray(0, offset)
    .toString('latin1')
    .split(/\r\n|\n|\r/).length;
}

/** All of a stream as text. Rejects with a UsageError when it is not UTF-8. */
export async function readStream(stream: Io['stdin']): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(Buffer.from(chunk));
  return decodeUtf8(Buffer.concat(chunks), 'standard input');
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
