import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

type ProductOptions = {
  readonly dataDir: string;
  readonly port?: number;
  readonly env?: Record<string, string>;
  readonly args?: readonly string[];
  /** For Node itself. */
  readonly nodeArgs?: readonly string[];
};

/** The built server as a process, from its first moment. */
export type ServerProcess = {
  readonly child: ChildProcess;
  /** Everything it has printed so far. */
  output(): string;
  /** Resolves with the address that it prints once it serves; rejects with its output when it ends before. */
  readonly ready: Promise<string>;
  /** Ends it by a signal; resolves when it is gone, with its exit code: null when it did not catch the signal. */
  end(signal: NodeJS.Signals): Promise<number | null>;
  /** SIGKILL: no handler runs. */
  kill(): Promise<unknown>;
};

/** A running product: the built server as its own process, as `npm start` runs it. */
export type Product = {
  readonly url: string;
  readonly pid: number;
  readonly dataDir: string;
  /** Everything it has printed so far. */
  output(): string;
  /** Ctrl+C; resolves with the exit code. */
  interrupt(): Promise<number | null>;
};

/** A fresh data folder and the function that removes it. */
export async function freshDataDir(): Promise<{ dataDir: string; remove(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'gl-classifier-'));
  return { dataDir: join(folder, 'data'), remove: () => rm(folder, { recursive: true, force: true }) };
}

/** Starts the built server, on a port of the system's choice unless one is given. */
export function spawnServer({
  dataDir,
  port = 0,
  env = {},
  args = [],
  nodeArgs = [],
}: ProductOptions): ServerProcess {
  const child = spawn(process.execPath, [...nodeArgs, 'dist/node/server.js', ...args], {
    env: { ...process.env, PORT: String(port), HOST: '', DATA_DIR: dataDir, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const gone = once(child, 'close') as Promise<[number | null]>;
  let output = '';
  const ready = new Promise<string>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      output += chunk.toString();
      const origin = /ready: (http\S+)\n/.exec(output)?.[1];
      if (origin !== undefined) resolve(origin);
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    gone.then(([code]) => reject(new Error(`The server ended with ${code}:\n${output}`)), reject);
  });
  ready.catch(() => {}); // whoever ends it early does not wait for it
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal);
    return (await gone)[0];
  };
  return { child, output: () => output, ready, end, kill: () => end('SIGKILL') };
}

/** Starts the built product and waits until it says where it listens. Rejects with its output when it ends first. */
export async function startProduct(options: ProductOptions): Promise<Product> {
  const { child, output, ready, end } = spawnServer(options);
  return {
    url: await ready,
    pid: child.pid ?? 0,
    dataDir: options.dataDir,
    output,
    interrupt: () => end('SIGINT'),
  };
}
