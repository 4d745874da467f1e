import { open } from 'node:fs/promises';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { type ByteSource, sourceOfBytes } from '#engine/read/byteSource.ts';
import { MAX_READ_MS, READ_GRACE_MS, TOO_SLOW } from '#model/fileReading.ts';
import { readFailureText } from '#model/text/readMessages.ts';
import { type Io, readBytes, UsageError } from './program.ts';

/** What the thread of a program says: it wants standard input, begins to read a file, or has read it. */
type Message = { readonly kind: 'stdin' | 'done' } | { readonly kind: 'reading'; readonly file: string };
type Program = { main(args: readonly string[], io: Io): Promise<number> };

/** Tests run programs in threads of their own, whose messages are not ours. */
const port = workerData?.isProgram === true ? parentPort : null;

/**
 * Reads a file; `-` is standard input. The thread is ended from outside when that takes longer than any file may: code that is
 * stuck looks at no clock.
 * @throws UsageError when it cannot be opened
 */
export async function readInTime<Result>(
  file: string,
  io: Pick<Io, 'stdin'>,
  read: (source: ByteSource) => Promise<Result>,
): Promise<Result> {
  const { source, close } = await openSource(file, io);
  say({ kind: 'reading', file });
  try {
    return await read(source);
  } finally {
    say({ kind: 'done' });
    await close();
  }
}

type OpenSource = { readonly source: ByteSource; readonly close: () => Promise<void> };

function sourceOf(bytes: Uint8Array): OpenSource {
  return { source: sourceOfBytes(bytes), close: async () => {} };
}

async function openSource(file: string, io: Pick<Io, 'stdin'>): Promise<OpenSource> {
  if (file === '-') return sourceOf(await readBytes(io.stdin));
  try {
    const handle = await open(file);
    const stat = await handle.stat();
    if (stat.isDirectory()) {
      await handle.close();
      throw new UsageError(`cannot read ${file}: it is a folder.`);
    }
    // A pipe, such as /dev/stdin or <(…) of a shell, has no size and no positions.
    if (!stat.isFile()) {
      const bytes = await handle.readFile();
      await handle.close();
      return sourceOf(bytes);
    }
    const read = async (from: number, to: number) => {
      const bytes = new Uint8Array(to - from);
      const { bytesRead } = await handle.read(bytes, 0, bytes.length, from);
      return bytes.subarray(0, bytesRead);
    };
    return { source: { size: stat.size, read }, close: () => handle.close() };
  } catch (error) {
    if (error instanceof Error && 'code' in error && 'syscall' in error)
      throw new UsageError(`cannot read ${file}: ${error.message}`);
    throw error;
  }
}

/** Runs a program in a thread of its own, for {@link readInTime}. `entry`: the address of the file that calls this. */
export async function runInThread(
  entry: string,
  name: string,
  load: () => Promise<Program>,
  limit = MAX_READ_MS + READ_GRACE_MS,
): Promise<void> {
  if (!isMainThread) {
    const { main } = await load();
    process.exitCode = await main(process.argv.slice(2), threadIo());
    return;
  }
  // A reader that closes the pipe (`| head`) has enough, which is no error.
  process.stdout.on('error', () => process.exit(0));
  const data = { isProgram: true, isTerminal: process.stderr.isTTY };
  const worker = new Worker(new URL(entry), { argv: process.argv.slice(2), stdin: true, workerData: data });
  let timer: ReturnType<typeof setTimeout> | undefined;
  worker.on('message', (message: Message) => {
    clearTimeout(timer);
    if (message.kind === 'stdin') process.stdin.pipe(worker.stdin as NodeJS.WritableStream);
    if (message.kind !== 'reading') return;
    timer = setTimeout(() => {
      process.stderr.write(`${name}: ${message.file}: ${readFailureText(TOO_SLOW)}\n`);
      void worker.terminate().then(() => process.exit(2));
    }, limit);
  });
  worker.on('exit', (code) => {
    clearTimeout(timer);
    process.exitCode = code;
    // A terminal would be read for ever.
    process.stdin.destroy();
  });
}

function threadIo(): Io {
  const stdin = {
    async *[Symbol.asyncIterator]() {
      say({ kind: 'stdin' });
      yield* process.stdin;
    },
  };
  const stderr = Object.assign(process.stderr, { isTTY: workerData.isTerminal });
  return { stdin, stdout: process.stdout, stderr };
}

function say(message: Message): void {
  port?.postMessage(message);
}
