import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';

/** How long a browser may take to start, on a busy machine. Milliseconds. */
const START_LIMIT_MS = 120_000;

export type Started = {
  readonly child: ChildProcess;
  /** Everything that it has printed so far. */
  output(): string;
  /** The first group of the first match of `pattern` in what it prints. Rejects when it ends before, or is late. */
  printed(pattern: RegExp): Promise<string>;
  /** Ends it and what it has started. */
  end(): Promise<void>;
};

/** Starts a program in a process group of its own; its processes end with it. */
export function startProcess(file: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Started {
  const child = spawn(file, args, { env: { ...process.env, ...env }, stdio: 'pipe', detached: true });
  const gone = once(child, 'close').then(
    () => `${file} ended with ${child.exitCode ?? child.signalCode}`,
    (error: unknown) => `${file} could not be started: ${error}`,
  );
  let output = '';
  const listeners = new Set<() => void>();
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      for (const listener of listeners) listener();
    });
  }
  const printed = (pattern: RegExp) =>
    new Promise<string>((resolve, reject) => {
      const look = () => {
        const found = pattern.exec(output)?.[1];
        if (found === undefined) return;
        listeners.delete(look);
        resolve(found);
      };
      listeners.add(look);
      look();
      const fail = (why: string) => reject(new Error(`${why}. It printed:\n${output}`));
      void gone.then(fail);
      setTimeout(() => fail(`${file} has not started in time`), START_LIMIT_MS).unref();
    });
  const kill = () => {
    // The group has gone already where it has ended by itself.
    if (child.exitCode === null && child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
  };
  // A test run that is broken off leaves no browser behind.
  process.once('exit', kill);
  const end = async () => {
    process.off('exit', kill);
    kill();
    await gone;
  };
  return { child, output: () => output, printed, end };
}
