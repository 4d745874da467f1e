import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import Database from 'libsql';
import { type ListVersion, NO_VERSION, readListVersion } from '#model/log/version.ts';
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
import { LOG_TABLES } from '#server/store/migrations.ts';
import { entriesBetween } from '#workers/ledger/log/entriesBetween.ts';
import { signIn } from './protocol/identityClient.ts';
import { RealtimeClient } from './protocol/RealtimeClient.ts';
import { HistoryWriter, MAPPINGS_PER_ENTRY } from './server/HistoryWriter.ts';
import { readerOf } from './server/Listener.ts';
import { ADMIN, fillFolder } from './server/seed.ts';
import { startServer } from './server/serverProcess.ts';
import { startMeter } from './transfer.ts';
import { EXTRA_LARGE, generateWorkload } from './workload.ts';

const LIST = 100_000;
const NODES = [HISTORY_PATH, CHANGES_PATH, CHANGES_BY_KEY_PATH];

/** Changes since the version that a browser knows, and how many each entry has. */
const FOLLOWED = [
  { changes: 0, perEntry: 1 },
  { changes: 1, perEntry: 1 },
  { changes: 100, perEntry: 1 },
  { changes: 9_000, perEntry: MAPPINGS_PER_ENTRY },
];

/** Entries that are measured on disk and in memory: edits of one mapping each, and uploads of new accounts. */
const KEPT = [
  { name: 'edits of one mapping', entries: 20_000, perEntry: 1 },
  { name: 'uploads of 500 mappings', entries: 200, perEntry: MAPPINGS_PER_ENTRY },
];

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
    const writer = new HistoryWriter(services);
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
  const database = readerOf(client);
  const to = readListVersion(await database.read(LIST_VERSION_PATH));
  if (to.id === from.id) return 0;
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
    const writer = new HistoryWriter(services);
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
  if (!withHistory) for (const table of LOG_TABLES) db.exec(`DELETE FROM ${table}`);
  const copy = `${file}.copy`;
  db.prepare('VACUUM INTO ?').run([copy]);
  const disk = statSync(copy).size;
  rmSync(copy);
  const [leaves, logs] = ['database_leaves', 'log_entries'].map((table) => {
    const { rows } = db.prepare(`SELECT count(*) AS rows FROM ${table}`).get([]) as { rows: number };
    return rows;
  });
  const rows = Number(leaves) + Number(logs);
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
