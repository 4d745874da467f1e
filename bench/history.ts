import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import Database from 'libsql';
import { type ChangeKind, SERVER_AUTHOR, type StoredMapping } from '#model/history.ts';
import { entryUpdate } from '#model/historyUpdate.ts';
import { EMPTY_SUM } from '#model/listSum.ts';
import { type ListVersion, NO_VERSION, newEntryId, readListVersion } from '#model/listVersion.ts';
import type { Mapping } from '#model/mapping.ts';
import {
  CHANGES_BY_KEY_PATH,
  CHANGES_PATH,
  HISTORY_PATH,
  LIST_VERSION_PATH,
  MAPPINGS_PATH,
} from '#model/paths.ts';
import { loadLeaves } from '#server/database/LeafTable.ts';
import { nodeAt, toJson } from '#server/database/tree/node.ts';
import type { BackendServices } from '#server/services.ts';
import { entriesBetween } from '#workers/ledger/list/ListFollower.ts';
import { signIn } from './protocol/identityClient.ts';
import { RealtimeClient } from './protocol/RealtimeClient.ts';
import { ADMIN, fillFolder } from './server/seed.ts';
import { startServer } from './server/serverProcess.ts';
import { startMeter } from './transfer.ts';
import { EXTRA_LARGE, generateWorkload } from './workload.ts';

const LIST = 100_000;
const CHUNK = 500;
const NODES = [HISTORY_PATH, CHANGES_PATH, CHANGES_BY_KEY_PATH];
const BY = { ...SERVER_AUTHOR, uid: 'x'.repeat(28), email: 'somebody@example.com' };

/** Changes since the version that a browser knows, and how many each entry has. */
const FOLLOWED = [
  { changes: 0, perEntry: 1 },
  { changes: 1, perEntry: 1 },
  { changes: 100, perEntry: 1 },
  { changes: 9_000, perEntry: CHUNK },
];

/** Entries that are measured on disk and in memory: edits of one mapping each, and uploads of new accounts. */
const KEPT = [
  { name: 'edits of one mapping', entries: 20_000, perEntry: 1 },
  { name: 'uploads of 500 mappings', entries: 200, perEntry: CHUNK },
];

/** Makes entries of the history by the operator's way, one after another. */
class Writer {
  readonly #services: BackendServices;
  #version: ListVersion = NO_VERSION;
  #at = Date.UTC(2026, 0, 1);

  constructor(services: BackendServices) {
    this.#services = services;
  }

  write(
    kind: ChangeKind,
    mappings: readonly Mapping[],
    before: (mapping: Mapping) => StoredMapping | null,
  ): void {
    for (let from = 0; from < mappings.length; from += CHUNK) {
      const id = newEntryId((bytes) => crypto.getRandomValues(bytes));
      const act = { kind, by: BY, batch: id };
      const sum = this.#version.sum ?? EMPTY_SUM;
      const changes = mappings.slice(from, from + CHUNK).map((mapping) => {
        const { key, description, glAccount } = mapping;
        return { key, before: before(mapping), after: { description, glAccount } };
      });
      const plan = { id, former: this.#version, sum, act, at: this.#at++ };
      const { version, update } = entryUpdate(plan, changes);
      this.#services.tree.update(update);
      this.#version = readListVersion(version);
    }
  }

  /** Gives `count` mappings another account, `perEntry` in each entry. */
  change(mappings: readonly Mapping[], count: number, perEntry: number): void {
    const kind = perEntry === 1 ? 'edit' : 'upload';
    for (let from = 0; from < count; from += perEntry) {
      const some = mappings.slice(from, Math.min(from + perEntry, count));
      const after = some.map((mapping) => ({ ...mapping, glAccount: `${mapping.glAccount}9` }));
      this.write(kind, after, ({ description, glAccount }) => ({
        description,
        glAccount: glAccount.slice(0, -1),
      }));
    }
  }
}

/** What following the list downloads, and what its history takes on disk, in memory and as Firebase counts it. */
export async function runHistory(): Promise<void> {
  const { mappings } = generateWorkload({ ...EXTRA_LARGE, lines: 1, keywords: LIST });
  console.log('changes  bytes down');
  for (const { changes, perEntry } of FOLLOWED) {
    const bytes = await inFolder((dataDir) => measureFollowing(dataDir, mappings, changes, perEntry));
    console.log(`${String(changes).padStart(7)} ${String(bytes).padStart(11)}`);
  }
  console.log('per change: bytes as JSON (what Firebase stores), bytes on disk, rows, bytes of heap');
  for (const { name, entries, perEntry } of KEPT) {
    const figures = await inFolder((dataDir) => measureKept(dataDir, mappings, entries, perEntry));
    console.log(`${name}: ${figures.map((figure) => figure.toFixed(2)).join('  ')}`);
  }
}

async function inFolder<T>(work: (dataDir: string) => Promise<T>): Promise<T> {
  const dataDir = mkdtempSync(join(tmpdir(), 'gl-history-'));
  try {
    return await work(dataDir);
  } finally {
    rmSync(dataDir, { recursive: true });
  }
}

/** Bytes from the server for a browser that has the list as it was before the changes: greeting and sign-in included. */
async function measureFollowing(
  dataDir: string,
  mappings: readonly Mapping[],
  changes: number,
  perEntry: number,
) {
  let from: ListVersion = NO_VERSION;
  await fillFolder(dataDir, (services) => {
    const writer = new Writer(services);
    writer.write('upload', mappings, () => null);
    from = readListVersion(services.tree.read(LIST_VERSION_PATH));
    writer.change(mappings, changes, perEntry);
  });
  const server = await startServer(dataDir);
  const { idToken } = await signIn(server.origin, ADMIN);
  const meter = await startMeter(Number(new URL(server.origin).port));
  const client = await RealtimeClient.connect(meter.origin);
  await client.demand('auth', { cred: idToken });
  const followed = await follow(client, from);
  client.close();
  await meter.close();
  await server.stop();
  if (followed !== changes) throw new Error(`${followed} instead of ${changes} changes came.`);
  return meter.bytesDown();
}

async function follow(client: RealtimeClient, from: ListVersion): Promise<number> {
  const read = (path: string) => client.demand('g', { p: `/${path}`, q: {} });
  const to = readListVersion(await read(LIST_VERSION_PATH));
  if (to.id === from.id) return 0;
  const database = {
    read,
    async readChildren(path: string, { orderBy = 'seq', startAt = 0, endAt = 0 } = {}) {
      const q = { i: orderBy, sp: startAt, sin: true, ep: endAt, ein: true };
      const children = Object.entries(
        (await client.demand('g', { p: `/${path}`, q })) as Record<string, { seq: number }>,
      );
      return children.sort(([, a], [, b]) => a.seq - b.seq);
    },
  };
  let changes = 0;
  for await (const page of entriesBetween(database, from, to)) {
    if (page === null) throw new Error('The whole list would be read.');
    for (const entry of page) changes += entry.changes?.length ?? 0;
  }
  return changes;
}

/** Per change: JSON, disk, rows, heap. */
async function measureKept(dataDir: string, mappings: readonly Mapping[], entries: number, perEntry: number) {
  const count = entries * perEntry;
  await fillFolder(dataDir, (services) => {
    const writer = new Writer(services);
    writer.change(mappings, count, perEntry);
  });
  const file = join(dataDir, 'gl-classifier.db');
  const whole = measureFile(file, true);
  const rest = measureFile(file, false);
  return [whole.json, whole.disk - rest.disk, whole.rows - rest.rows, whole.heap - rest.heap].map(
    (sum) => sum / count,
  );
}

/** Of a data file with its history or, from then on, without it. */
function measureFile(file: string, withHistory: boolean) {
  const db = new Database(file);
  if (!withHistory)
    for (const node of NODES)
      db.prepare('DELETE FROM database_leaves WHERE path > ? AND path < ?').run([`${node}/`, `${node}0`]);
  const copy = `${file}.copy`;
  db.prepare('VACUUM INTO ?').run([copy]);
  const disk = statSync(copy).size;
  rmSync(copy);
  const { rows } = db.prepare('SELECT count(*) AS rows FROM database_leaves').get([]) as { rows: number };
  const before = heapBytes();
  const { tree } = loadLeaves(db);
  const heap = heapBytes() - before;
  const json = NODES.reduce((sum, node) => sum + Buffer.byteLength(toJson(nodeAt(tree, [node]))), 0);
  if (nodeAt(tree, [MAPPINGS_PATH]) === null) throw new Error('The list is empty.');
  db.close();
  return { disk, rows, heap, json };
}

/** Bytes in use on the heap after a collection. */
function heapBytes(): number {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
  return process.memoryUsage().heapUsed;
}
