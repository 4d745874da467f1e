import { Readable, Writable } from 'node:stream';

/** What a program printed, and the code it ended with. */
type Outcome = { readonly code: number; readonly out: string; readonly err: string };

/** What a program of `cli` reads and writes. */
type Io = {
  readonly stdin: Readable;
  readonly stdout: Writable;
  readonly stderr: Writable & { readonly isTTY?: boolean };
};

type Input = { readonly stdin?: string | Buffer; readonly isTerminal?: boolean };

/** Runs a program of `cli` in this process. */
export async function runProgram(
  main: (args: readonly string[], io: Io) => Promise<number>,
  args: readonly string[],
  { stdin = '', isTerminal = false }: Input = {},
): Promise<Outcome> {
  const [out, err] = [collector(), collector()];
  const stderr = Object.assign(err.stream, { isTTY: isTerminal });
  const code = await main(args, { stdin: Readable.from([Buffer.from(stdin)]), stdout: out.stream, stderr });
  return { code, out: out.text(), err: err.text() };
}

function collector() {
  const chunks: string[] = [];
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      chunks.push(chunk.toString());
      done();
    },
  });
  return { stream, text: () => chunks.join('') };
}
