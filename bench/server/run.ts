import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, loadavg, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { signIn } from '../protocol/identityClient.ts';
import { RealtimeClient } from '../protocol/RealtimeClient.ts';
import { type Client, type Figures, hashOfList, Load, newFigures } from './Load.ts';
import { Durations } from './percentiles.ts';
import { emailOf, PASSWORD, seed } from './seed.ts';
import { memoryOf, processorTimeOf, type Server, startServer } from './serverProcess.ts';

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
    await seed(folder, mappings, people, clients);
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

async function measure(server: Server, { clients: count, seconds, interval, mappings }: Size): Promise<void> {
  const load = new Load();
  const clients = await connectAll(server.origin, count, load);
  const memory = [memoryOf(server.pid)];
  let over = false;
  const writing = load.write({ origin: server.origin, clients, mappings }, interval, () => over);
  await delay(3 * interval);

  const steady = newFigures();
  load.figures = steady;
  const processor = processorTimeOf(server.pid);
  for (let second = 0; second < seconds; second += 1) {
    await delay(1000);
    memory.push(memoryOf(server.pid));
  }
  const share = (processorTimeOf(server.pid) - processor) / seconds;
  report(`${count} clients, a write per ${interval} ms each, ${seconds} s`, steady);
  say(`  processor          ${(share * 100).toFixed(0)} % of one, taken by the server`);

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
      await signIn(origin, { email: emailOf(count + number), password: PASSWORD }, addressOf(number));
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
