import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, loadavg, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { LIST_VERSION_PATH, MAPPINGS_PATH } from '#model/paths.ts';
import { signIn } from '../protocol/identityClient.ts';
import { RealtimeClient } from '../protocol/RealtimeClient.ts';
import { type Client, type Figures, Load, newFigures } from './Load.ts';
import { Durations } from './percentiles.ts';
import { emailOf, numberedMappings, PASSWORD, seed, storeMappings } from './seed.ts';
import { memoryOf, processorTimeOf, type Server, startServer } from './serverProcess.ts';

const OPTIONS = {
  clients: { type: 'string', default: '200' },
  seconds: { type: 'string', default: '60' },
  interval: { type: 'string', default: '1000' },
  mappings: { type: 'string', default: '100000' },
  people: { type: 'string', default: '5000' },
  'sign-ins': { type: 'string', default: '200' },
  minutes: { type: 'string' },
} as const;

const say = (line: string) => console.log(line);

type Size = {
  readonly clients: number;
  readonly seconds: number;
  /** Milliseconds between two writes of a client. */
  readonly interval: number;
  readonly mappings: number;
  /** People who sign in at once at the end; 0: that is left out. */
  readonly signIns: number;
  /** Whether to print the memory of every minute. */
  readonly isLong: boolean;
};

/**
 * `npm run bench -- server [--clients N] [--seconds S | --minutes M] [--interval MS] [--mappings N] [--people N]
 * [--sign-ins N]`: the built server with a big list and many people, under many clients that speak the real protocols.
 * With `--minutes` it prints the server's memory each minute.
 */
export async function runServerLoad(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({ args: [...args], options: OPTIONS });
  const [clients, interval, mappings, people, signIns] = [
    values.clients,
    values.interval,
    values.mappings,
    values.people,
    values['sign-ins'],
  ].map(Number) as [number, number, number, number, number];
  const isLong = values.minutes !== undefined;
  const seconds = isLong ? Number(values.minutes) * 60 : Number(values.seconds);
  const folder = mkdtempSync(join(tmpdir(), 'gl-load-'));
  say(
    `${cpus().length} × ${cpus()[0]?.model}, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.version}`,
  );
  say(`load of the machine before: ${loadavg()[0]?.toFixed(1)}`);
  try {
    await seed(folder, people, clients, (services) => storeMappings(services, numberedMappings(mappings)));
    const server = await startServer(folder, { isWatched: isLong });
    say(
      `start with ${mappings} mappings and ${people} people: serving after ${Math.round(server.startMs)} ms`,
    );
    try {
      await measure(server, { clients, seconds, interval, mappings, signIns, isLong });
    } finally {
      await server.stop();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measure(server: Server, size: Size): Promise<void> {
  const { clients: count, seconds, interval, mappings, signIns: many, isLong } = size;
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
    if (isLong && (second + 1) % 60 === 0) await tellMemory(server, (second + 1) / 60, steady);
  }
  const share = (processorTimeOf(server.pid) - processor) / seconds;
  report(`${count} clients, a write per ${interval} ms each, ${seconds} s`, steady);
  say(`  processor          ${(share * 100).toFixed(0)} % of one, taken by the server`);

  const busy = newFigures();
  load.figures = busy;
  if (many > 0) {
    const signIns = await signInAllAtOnce(server.origin, count, many, busy.errors);
    report(`the same with ${many} sign-ins at once`, busy);
    say(`  sign-ins           ${signIns.summary()}`);
  }
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

/** The first client takes the whole list; the others come back with what they hold, as after a restart: they follow it. */
async function connectAll(origin: string, count: number, load: Load): Promise<Client[]> {
  const clients: Client[] = [];
  const reconnecting = new Durations();
  for (let number = 0; number < count; number += 1) {
    const credentials = { email: emailOf(number), password: PASSWORD };
    const { idToken } = await signIn(origin, credentials, addressOf(number));
    const began = performance.now();
    const socket: RealtimeClient = await RealtimeClient.connect(origin, (push) => {
      load.follow(socket, push).catch((error) => load.figures.errors.push(String(error)));
    });
    await socket.demand('auth', { cred: idToken });
    if (number === 0) await socket.demand('g', { p: `/${MAPPINGS_PATH}` });
    await socket.demand('q', { p: `/${LIST_VERSION_PATH}`, h: '' });
    const took = performance.now() - began;
    if (number === 0) say(`the whole list reached the first client after ${Math.round(took)} ms`);
    else reconnecting.add(took);
    clients.push({ number, idToken, socket });
  }
  say(`coming back with the list at hand: ${reconnecting.summary()}`);
  return clients;
}

/** What is in use after a collection, and what the system counts; beside it what a minute has brought. */
async function tellMemory(
  server: Server,
  minute: number,
  { acknowledgement, errors }: Figures,
): Promise<void> {
  const heap = ((await server.heapBytes()) / 2 ** 20).toFixed(1);
  const size = `heap ${heap} MiB, RSS ${memoryOf(server.pid)} MiB`;
  say(`  minute ${minute}: ${size}, ${acknowledgement.count} writes, ${errors.length} errors`);
}

/** What the app asks a person to do when the server requires it. */
const TRY_AGAIN_MS = 5000;

/** @param first number of the first person; those before it are at work */
async function signInAllAtOnce(
  origin: string,
  first: number,
  many: number,
  errors: string[],
): Promise<Durations> {
  const durations = new Durations();
  const began = performance.now();
  let again = 0;
  const signInOnce = async (number: number): Promise<void> => {
    try {
      await signIn(origin, { email: emailOf(first + number), password: PASSWORD }, addressOf(number));
      durations.add(performance.now() - began);
    } catch (error) {
      if (!String(error).includes('TOO_MANY_ATTEMPTS_TRY_LATER')) {
        errors.push(String(error));
        return;
      }
      again += 1;
      await delay(TRY_AGAIN_MS);
      await signInOnce(number);
    }
  };
  await Promise.all(Array.from({ length: many }, (_, number) => signInOnce(number)));
  if (again > 0) say(`  asked to try again ${again} times`);
  return durations;
}

/** As the reverse proxy would report it. */
function addressOf(number: number): Record<string, string> {
  return { 'X-Forwarded-For': `10.1.${Math.floor(number / 250)}.${(number % 250) + 1}` };
}
