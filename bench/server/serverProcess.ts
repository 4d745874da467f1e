import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { WebSocket } from 'ws';

/** The built server as a process of its own. */
export type Server = {
  readonly origin: string;
  readonly pid: number;
  readonly startMs: number;
  /** Bytes in use on its JavaScript heap after a collection. Only of a watched server. */
  heapBytes(): Promise<number>;
  stop(): Promise<void>;
};

/** Starts it on a data folder; it serves when this resolves. */
export async function startServer(dataDir: string, { isWatched = false } = {}): Promise<Server> {
  const began = performance.now();
  // Behind a proxy, as which the clients speak: so each has an address of its own.
  const port = await freePort();
  const inspector = isWatched ? ['--inspect=127.0.0.1:0'] : [];
  const program = ['dist/node/server.js', '--public-url', 'https://gl.example.com'];
  const child = spawn(process.execPath, [...inspector, ...program], {
    env: { ...process.env, PORT: String(port), HOST: '127.0.0.1', DATA_DIR: dataDir, LOG_LEVEL: 'warn' },
    stdio: ['ignore', 'ignore', isWatched ? 'pipe' : 'inherit'],
  });
  const heap = isWatched ? watchHeap(child) : null;
  const origin = `http://127.0.0.1:${port}`;
  while ((await fetch(`${origin}/healthz`).catch(() => null))?.status !== 200) await delay(5);
  return {
    origin,
    pid: child.pid ?? 0,
    startMs: performance.now() - began,
    heapBytes: async () => (await (await heap)?.bytes()) ?? Number.NaN,
    async stop() {
      // A process that is being watched waits for its watcher before it ends.
      (await heap)?.close();
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}

/** Asks the process through Node's inspector (Chrome DevTools Protocol), whose address it tells on standard error. */
async function watchHeap(child: ChildProcess): Promise<{ bytes(): Promise<number>; close(): void }> {
  if (child.stderr === null) throw new Error('The standard error of the server is not read.');
  const address = await new Promise<string>((resolve) => {
    createInterface({ input: child.stderr as NodeJS.ReadableStream }).on('line', (line) => {
      const found = /^Debugger listening on (ws:\S+)/.exec(line)?.[1];
      if (found !== undefined) resolve(found);
      else if (!/^(For help|Debugger)/.test(line)) console.error(line);
    });
  });
  const socket = new WebSocket(address);
  await once(socket, 'open');
  let id = 0;
  const ask = async (method: string): Promise<unknown> => {
    id += 1;
    socket.send(JSON.stringify({ id, method }));
    const [data] = (await once(socket, 'message')) as [Buffer];
    return (JSON.parse(data.toString()) as { result: unknown }).result;
  };
  return {
    bytes: async () => {
      await ask('HeapProfiler.collectGarbage');
      return ((await ask('Runtime.getHeapUsage')) as { usedSize: number }).usedSize;
    },
    close: () => socket.terminate(),
  };
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}

/** Resident memory of a process in MiB (Linux). */
export function memoryOf(pid: number): number {
  const kilobytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Math.round(Number(kilobytes) / 1024);
}

/** Processor time that a process has used, in seconds (Linux counts in hundredths). */
export function processorTimeOf(pid: number): number {
  // The name in parentheses may hold spaces; user and system time are the 12th and 13th field after it.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) / 100;
}
