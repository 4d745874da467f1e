import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { cpus, loadavg, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { signIn } from '../protocol/identity-client.ts';
import { RealtimeClient } from '../protocol/realtime-client.ts';
import { type Client, type Figures, hashOfList, Load, newFigures } from './load.ts';
import { Durations } from './percentiles.ts';
import { ADMINS, emailOf, PASSWORD, seed } from './seed.ts';

const OPTIONS = {
  clients: { type: 'string', default: '200' },
  seconds: { type: 'string', default: '60' },
  interval: { type: 'string', default: '1000' },
  mappings: { type: 'string', default: '100000' },
  people: { type: 'string', default: '5000' },
} as const;

const say = (line: string) => console.log(line);

type Size = {
  readonly clients: number;
  readonly seconds: number;
  /** Milliseconds between two writes of a client. */
  readonly interval: number;
  readonly mappings: number;
};

/**
 * `npm run bench -- server [--clients N] [--seconds S] [--interval MS] [--mappings N] [--people N]`: the built
 * server with a big list and many people, under many clients that speak the real protocols.
 */
export async function runServerLoad(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({ args: [...args], options: OPTIONS });
  const [clients, seconds, interval, mappings, people] = [
    values.clients,
    values.seconds,
    values.interval,
    values.mappings,
    values.people,
  ].map(Number) as [number, number, number, number, number];
  const folder = mkdtempSync(join(tmpdir(), 'gl-load-'));
  say(
    `${cpus().length} × ${cpus()[0]?.model}, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.version}`,
  );
  say(`load of the machine before: ${loadavg()[0]?.toFixed(1)}`);
  try {
    await seed(folder, mappings, people);
    const server = await startServer(folder);
    say(
      `start with ${mappings} mappings and ${people} people: serving after ${Math.round(server.startMs)} ms`,
    );
    try {
      await measure(server, { clients, seconds, interval, mappings });
    } finally {
      await server.stop();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

type Server = {
  readonly origin: string;
  readonly pid: number;
  readonly startMs: number;
  stop(): Promise<void>;
};

async function startServer(dataDir: string): Promise<Server> {
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

async function measure(server: Server, { clients: count, seconds, interval, mappings }: Size): Promise<void> {
  const load = new Load();
  const clients = await connectAll(server.origin, count, load);
  const memory = [memoryOf(server.pid)];
  let over = false;
  const writing = load.write({ origin: server.origin, clients, mappings }, interval, () => over);
  await delay(3 * interval);

  const steady = newFigures();
  load.figures = steady;
  for (let second = 0; second < seconds; second += 1) {
    await delay(1000);
    memory.push(memoryOf(server.pid));
  }
  report(`${count} clients, a write per ${interval} ms each, ${seconds} s`, steady);

  const busy = newFigures();
  load.figures = busy;
  const signIns = await signInAllAtOnce(server.origin, count, busy.errors);
  report(`the same with ${count} sign-ins at once`, busy);
  say(`  sign-ins           ${signIns.summary()}`);
  over = true;
  await writing;
  say(
    `memory of the server: ${memory[0]} MiB at first, ${memory.at(-1)} MiB at the end, ${Math.max(...memory)} MiB at most`,
  );
  say(`load of the machine after: ${loadavg()[0]?.toFixed(1)}`);
  for (const { socket } of clients) socket.close();
  if (steady.errors.length + busy.errors.length > 0) process.exitCode = 1;
}

function report(title: string, { acknowledgement, fanOut, errors }: Figures): void {
  say(title);
  say(`  acknowledgement    ${acknowledgement.summary()}`);
  say(`  fan-out            ${fanOut.summary()}`);
  say(`  errors             ${errors.length} ${errors[0] ?? ''}`);
}

/** The first client takes the whole list; the others come back with what they hold, as after a restart. */
async function connectAll(origin: string, count: number, load: Load): Promise<Client[]> {
  const clients: Client[] = [];
  let hash = '';
  const reconnecting = new Durations();
  for (let number = 0; number < count; number += 1) {
    const credentials = { email: emailOf(number), password: PASSWORD };
    const { idToken } = await signIn(origin, credentials, addressOf(number));
    const began = performance.now();
    const list: { value?: unknown } = {};
    const socket = await RealtimeClient.connect(origin, (push) => {
      if (push.body['p'] === 'gl_mappings') list.value = push.body['d'];
      load.onPush(push);
    });
    await socket.demand('auth', { cred: idToken });
    await socket.demand('q', { p: '/gl_mappings', h: hash });
    if (number === 0) {
      say(`the whole list reached the first client after ${Math.round(performance.now() - began)} ms`);
      hash = hashOfList(list.value);
    } else if (list.value !== undefined)
      throw new Error('The server did not recognise the list by its hash.');
    else reconnecting.add(performance.now() - began);
    clients.push({ number, idToken, socket });
  }
  say(`coming back with the list at hand: ${reconnecting.summary()}`);
  return clients;
}

async function signInAllAtOnce(origin: string, count: number, errors: string[]): Promise<Durations> {
  const durations = new Durations();
  const began = performance.now();
  const signInOnce = async (number: number) => {
    try {
      await signIn(origin, { email: emailOf(ADMINS + number), password: PASSWORD }, addressOf(number));
      durations.add(performance.now() - began);
    } catch (error) {
      errors.push(String(error));
    }
  };
  await Promise.all(Array.from({ length: count }, (_, number) => signInOnce(number)));
  return durations;
}

/** As the reverse proxy would report it. */
function addressOf(number: number): Record<string, string> {
  return { 'X-Forwarded-For': `10.1.${Math.floor(number / 250)}.${(number % 250) + 1}` };
}

/** Resident memory of a process in MiB (Linux). */
function memoryOf(pid: number): number {
  const kilobytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Math.round(Number(kilobytes) / 1024);
}
