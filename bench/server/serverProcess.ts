import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';
import { WebSocket } from 'ws';
import { type ServerProcess, spawnServer } from '../../tests/support/product.ts';

/** The built server as a process of its own. */
export type Server = {
  readonly origin: string;
  readonly pid: number;
  readonly startMs: number;
  /** Bytes in use on its JavaScript heap after a collection. Only of a watched server. */
  heapBytes(): Promise<number>;
  stop(): Promise<void>;
};

/** Starts it on a data folder; it serves when this resolves. Without `port` on a free one. */
export async function startServer(
  dataDir: string,
  { isWatched = false, port = 0, nodeArgs = [] as readonly string[] } = {},
): Promise<Server> {
  const began = performance.now();
  // Behind a proxy, as which the clients speak: so each has an address of its own.
  const usedPort = port === 0 ? await freePort() : port;
  const server = spawnServer({
    dataDir,
    port: usedPort,
    nodeArgs: [...nodeArgs, ...(isWatched ? ['--inspect=127.0.0.1:0'] : [])],
    args: ['--public-url', 'https://gl.example.com'],
    env: { HOST: '127.0.0.1', LOG_LEVEL: 'warn' },
  });
  tellErrors(server);
  await server.ready;
  const startMs = performance.now() - began;
  const heap = isWatched ? await watchHeap(server) : null;
  return {
    origin: `http://127.0.0.1:${usedPort}`,
    pid: server.child.pid ?? 0,
    startMs,
    heapBytes: async () => (await heap?.bytes()) ?? Number.NaN,
    async stop() {
      // A process that is being watched waits for its watcher before it ends.
      heap?.close();
      await server.end('SIGTERM');
    },
  };
}

/** What the server complains about is said here, but for what the inspector says of itself. */
function tellErrors({ child }: ServerProcess): void {
  createInterface({ input: child.stderr as NodeJS.ReadableStream }).on('line', (line) => {
    if (!/^(For help|Debugger)/.test(line)) console.error(line);
  });
}

/** Asks the process through Node's inspector (Chrome DevTools Protocol), whose address the process prints when it starts. */
export async function watchHeap({
  output,
}: Pick<ServerProcess, 'output'>): Promise<{ bytes(): Promise<number>; close(): void }> {
  const address = /^Debugger listening on (ws:\S+)/m.exec(output())?.[1];
  if (address === undefined) throw new Error(`No inspector in the output:\n${output()}`);
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
