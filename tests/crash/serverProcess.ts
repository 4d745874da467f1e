import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';

/** The built server as a process that can be killed. */
export type ServerProcess = {
  /** Resolves with the origin once it listens; rejects with its output when it ends before. */
  readonly ready: Promise<string>;
  /** SIGKILL: no handler runs. Resolves when the process is gone. */
  kill(): Promise<void>;
};

export const ADMIN = { email: 'admin@example.com', password: 'correct horse' };

export function startServerProcess(dataDir: string): ServerProcess {
  const child = spawn(process.execPath, ['dist/node/server.js', '--empty'], {
    env: {
      ...process.env,
      PORT: '0',
      HOST: '',
      DATA_DIR: dataDir,
      ADMIN_EMAIL: ADMIN.email,
      ADMIN_PASSWORD: ADMIN.password,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const gone = once(child, 'close');
  const ready = readyOf(child);
  ready.catch(() => {}); // whoever kills it early does not wait for it
  return {
    ready,
    async kill() {
      child.kill('SIGKILL');
      await gone;
    },
  };
}

function readyOf(child: ChildProcess): Promise<string> {
  let output = '';
  return new Promise((resolve, reject) => {
    const read = (chunk: Buffer) => {
      output += chunk.toString();
      const origin = /ready: (http:\S+)/.exec(output)?.[1];
      if (origin !== undefined) resolve(origin);
    };
    child.stdout?.on('data', read);
    child.stderr?.on('data', read);
    child.once('close', (code) => reject(new Error(`The server ended with ${code}: ${output}`)));
  });
}
