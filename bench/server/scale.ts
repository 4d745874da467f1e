import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { cpus, loadavg, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { signIn } from '../protocol/identityClient.ts';
import { changeList } from '../protocol/listWrite.ts';
import { RealtimeClient } from '../protocol/RealtimeClient.ts';
import { HistoryWriter } from './HistoryWriter.ts';
import { Listener, PING_INTERVAL_MS } from './Listener.ts';
import { Durations } from './percentiles.ts';
import { ADMIN, emailOf, keyOf, numberedMappings, PASSWORD, seed } from './seed.ts';
import { memoryOf, processorTimeOf, type Server, startServer } from './serverProcess.ts';

const OPTIONS = {
  listeners: { type: 'string', default: '1000' },
  mappings: { type: 'string', default: '100000' },
  people: { type: 'string', default: '1000' },
  edits: { type: 'string', default: '10000' },
  changes: { type: 'string', default: '10' },
  'one-address': { type: 'boolean', default: false },
  heap: { type: 'string' },
} as const;

/** Seconds in which nothing happens but one ping of each page. */
const IDLE_SECONDS = PING_INTERVAL_MS / 1_000;
/** Changes that listeners have missed when they come back. */
const MISSED = 3;
const SIGN_INS_AT_ONCE = 20;

const say = (line: string) => console.log(line);

type Crowd = { readonly listeners: readonly Listener[]; readonly counts: Counts };

/**
 * `npm run bench -- scale [--listeners N] [--mappings N] [--people N] [--edits N] [--changes N] [--one-address]
 * [--heap MiB]`: what open pages cost the built server. Each listens and follows as the app does. `--edits` are single
 * entries of the history from before; `--one-address` has all pages in one office; `--heap` is Node's limit.
 */
export async function runScale(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({ args: [...args], options: OPTIONS });
  const [count, mappings, people, edits, changes] = [
    values.listeners,
    values.mappings,
    values.people,
    values.edits,
    values.changes,
  ].map(Number) as [number, number, number, number, number];
  const folder = mkdtempSync(join(tmpdir(), 'gl-scale-'));
  const nodeArgs = values.heap === undefined ? [] : [`--max-old-space-size=${values.heap}`];
  say(
    `${cpus().length} × ${cpus()[0]?.model}, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.version}, load ${loadavg()[0]?.toFixed(1)}`,
  );
  try {
    await fill(folder, { mappings, people: Math.max(people, count), edits, listeners: count });
    const server = await startServer(folder, { isWatched: true, nodeArgs });
    await tellStart(server, folder, mappings);
    const crowd = await gather(server, count, values['one-address']);
    await tellIdle(server, crowd);
    await tellChanges(server, crowd, changes);
    await tellReturn(server, crowd);
    await tellRestart(server, folder, crowd, nodeArgs);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  say(`load of the machine after: ${loadavg()[0]?.toFixed(1)}`);
}

type Filling = {
  readonly mappings: number;
  readonly people: number;
  readonly edits: number;
  readonly listeners: number;
};

/** The list as uploads have brought it, and single edits since. */
async function fill(folder: string, { mappings, people, edits, listeners }: Filling): Promise<void> {
  const began = performance.now();
  const list = numberedMappings(mappings);
  await seed(folder, people, listeners, (services) => {
    const writer = new HistoryWriter(services);
    writer.write('upload', list, () => null);
    writer.change(list, Math.min(edits, mappings), 1);
  });
  say(
    `filled with ${mappings} mappings, ${edits} edits, ${people} people in ${seconds(performance.now() - began)}`,
  );
}

async function tellStart(server: Server, folder: string, mappings: number): Promise<void> {
  const bytes = statSync(join(folder, 'gl-classifier.db')).size;
  say(
    `start with ${mappings} mappings: ${seconds(server.startMs)}, data file ${mib(bytes)}, heap ${mib(await server.heapBytes())}, RSS ${memoryOf(server.pid)} MiB`,
  );
}

/** What listeners report. */
class Counts {
  pushed = new Durations();
  followed = new Durations();
  refused = 0;
  began = 0;

  /** From now on, times count from now. */
  start(): void {
    this.pushed = new Durations();
    this.followed = new Durations();
    this.refused = 0;
    this.began = performance.now();
  }

  /** Waits until so many listeners have followed since the start. */
  async untilFollowed(count: number): Promise<void> {
    while (this.followed.count < count) await delay(5);
  }
}

async function gather(
  { origin, pid, heapBytes }: Server,
  count: number,
  isOneAddress: boolean,
): Promise<Crowd> {
  const counts = new Counts();
  const tokens = await signInAll(origin, count);
  const [heap, rss] = [await heapBytes(), memoryOf(pid)];
  const listeners = tokens.map((idToken, n) => {
    const now = () => performance.now() - counts.began;
    return new Listener({
      origin,
      email: emailOf(n),
      idToken,
      headers: addressOf(isOneAddress ? 0 : n),
      onPushed: () => counts.pushed.add(now()),
      onFollowed: () => counts.followed.add(now()),
      onRefused: () => {
        counts.refused += 1;
      },
    });
  });
  const processor = processorTimeOf(pid);
  counts.start();
  await Promise.all(listeners.map((listener) => listener.open()));
  say(
    `${count} pages connect at once: ${counts.followed.summary()}, refused ${counts.refused}, processor ${(((processorTimeOf(pid) - processor) * 1000) / count).toFixed(2)} ms each`,
  );
  const [heapAfter, rssAfter] = [await heapBytes(), memoryOf(pid)];
  say(
    `  memory per page: heap ${((heapAfter - heap) / count / 1024).toFixed(1)} KiB, RSS ${(((rssAfter - rss) * 1024) / count).toFixed(1)} KiB (RSS ${rssAfter} MiB in all)`,
  );
  return { listeners, counts };
}

async function signInAll(origin: string, count: number): Promise<string[]> {
  const tokens: string[] = [];
  const next = Array.from({ length: count }, (_, n) => n).values();
  const work = async () => {
    for (const n of next)
      tokens[n] = (await signIn(origin, { email: emailOf(n), password: PASSWORD }, addressOf(n))).idToken;
  };
  await Promise.all(Array.from({ length: SIGN_INS_AT_ONCE }, work));
  return tokens;
}

/** As the reverse proxy would report it. */
function addressOf(n: number): Record<string, string> {
  return { 'X-Forwarded-For': `10.${Math.floor(n / 62_500)}.${Math.floor(n / 250) % 250}.${(n % 250) + 1}` };
}

/** All pages are visible, and nothing happens. */
async function tellIdle({ pid }: Server, { listeners }: Crowd): Promise<void> {
  for (const listener of listeners) listener.startPings();
  await delay(2000);
  const processor = processorTimeOf(pid);
  await delay(IDLE_SECONDS * 1000);
  const share = (processorTimeOf(pid) - processor) / IDLE_SECONDS;
  for (const listener of listeners) listener.stopPings();
  say(
    `all visible, nothing happens: ${(share * 100).toFixed(1)} % of a processor, ${((share * PING_INTERVAL_MS * 1_000) / listeners.length).toFixed(0)} µs per ping`,
  );
}

/** One change after the other, each followed by everybody. */
async function tellChanges({ origin, pid }: Server, { listeners, counts }: Crowd, changes: number) {
  const admin = await openAdmin(origin);
  const [acknowledged, pushed, followed] = [new Durations(), new Durations(), new Durations()];
  const processor = processorTimeOf(pid);
  for (let n = 0; n < changes; n++) {
    counts.start();
    await admin.change(n);
    acknowledged.add(performance.now() - counts.began);
    await counts.untilFollowed(listeners.length);
    pushed.add(counts.pushed.most);
    followed.add(counts.followed.most);
  }
  const each = ((processorTimeOf(pid) - processor) * 1_000_000) / changes / listeners.length;
  admin.close();
  say(`a change of one mapping, followed by ${listeners.length} pages:`);
  say(`  stored and acknowledged       ${acknowledged.summary()}`);
  say(`  the last page has been told   ${pushed.summary()}`);
  say(`  the last page has the change  ${followed.summary()}`);
  say(`  processor                     ${each.toFixed(0)} µs per page and change`);
}

/** All lose the line, miss some changes, and come back at once. */
async function tellReturn({ origin, pid }: Server, { listeners, counts }: Crowd): Promise<void> {
  for (const listener of listeners) listener.cut();
  const admin = await openAdmin(origin);
  for (let n = 0; n < MISSED; n++) await admin.change(1000 + n);
  admin.close();
  const processor = processorTimeOf(pid);
  counts.start();
  await Promise.all(listeners.map((listener) => listener.open()));
  const each = ((processorTimeOf(pid) - processor) * 1000) / listeners.length;
  say(
    `all come back after ${MISSED} changes: ${counts.followed.summary()}, refused ${counts.refused}, processor ${each.toFixed(2)} ms each`,
  );
}

/** The server ends and starts again; everybody comes back within some seconds. */
async function tellRestart(
  server: Server,
  folder: string,
  { listeners, counts }: Crowd,
  nodeArgs: readonly string[],
): Promise<void> {
  const ended = Promise.all(listeners.map((listener) => listener.ended()));
  await server.stop();
  await ended;
  const reopened = listeners.map((listener) => listener.open());
  const again = await startServer(folder, { nodeArgs, port: Number(new URL(server.origin).port) });
  counts.start();
  await Promise.all(reopened);
  say(
    `after a restart (${seconds(again.startMs)}) all are back: ${counts.followed.summary()}, refused ${counts.refused}, RSS ${memoryOf(again.pid)} MiB`,
  );
  for (const listener of listeners) listener.cut();
  await again.stop();
}

/** Somebody who edits the list. */
async function openAdmin(origin: string) {
  const { idToken } = await signIn(origin, ADMIN);
  const client = await RealtimeClient.connect(origin);
  await client.demand('auth', { cred: idToken });
  return {
    change: (n: number) => {
      const description = keyOf(n);
      return changeList(client, idToken, { [description]: { description, glAccount: `scale ${n}` } });
    },
    close: () => client.close(),
  };
}

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;
const mib = (bytes: number) => `${(bytes / 2 ** 20).toFixed(0)} MiB`;
