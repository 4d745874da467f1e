import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

/** The built server as a process of its own. */
export type Server = {
  readonly origin: string;
  readonly pid: number;
  readonly startMs: number;
  stop(): Promise<void>;
};

/** Starts it on a data folder; it serves when this resolves. */
export async function startServer(dataDir: string): Promise<Server> {
  const began = performance.now();
  // Behind a proxy, as which the clients speak: so each has an address of its own.
  const port = await freePort();
  const child = spawn(process.execPath, ['dist/node/server.js', '--public-url', 'https://gl.example.com'], {
    env: { ...process.env, PORT: String(port), HOST: '127.0.0.1', DATA_DIR: dataDir, LOG_LEVEL: 'warn' },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const origin = `http://127.0.0.1:${port}`;
  while ((await fetch(`${origin}/healthz`).catch(() => null))?.status !== 200) await delay(5);
  return {
    origin,
    pid: child.pid ?? 0,
    startMs: performance.now() - began,
    async stop() {
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
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
