import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

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

export type ProductOptions = {
  readonly dataDir: string;
  readonly port?: number;
  readonly env?: Record<string, string>;
  readonly args?: readonly string[];
};

/** A fresh data folder and the function that removes it. */
export async function freshDataDir(): Promise<{ dataDir: string; remove(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'gl-classifier-'));
  return { dataDir: join(folder, 'data'), remove: () => rm(folder, { recursive: true, force: true }) };
}

/** Starts the built product and waits until it says where it listens. Rejects with its output when it ends first. */
export async function startProduct({
  dataDir,
  port = 0,
  env = {},
  args = [],
}: ProductOptions): Promise<Product> {
  const child = spawn(process.execPath, ['dist/node/server.js', ...args], {
    env: { ...process.env, PORT: String(port), DATA_DIR: dataDir, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const url = await new Promise<string>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      output += chunk.toString();
      const found = /http:\/\/127\.0\.0\.1:\d+/.exec(output);
      if (found) resolve(found[0]);
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.once('exit', (code) => reject(new Error(`The server ended with ${code}:\n${output}`)));
  });
  return { url, pid: child.pid ?? 0, dataDir, output: () => output, interrupt: () => interrupt(child) };
}

async function interrupt(child: ChildProcess): Promise<number | null> {
  if (child.exitCode !== null) return child.exitCode;
  child.kill('SIGINT');
  const [code] = (await once(child, 'exit')) as [number | null];
  return code;
}
