import { cpSync, existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { ACCESS_LOG } from '#model/accessHistory.ts';
import { LIST_LOG } from '#model/history.ts';
import { TAKEOVER } from '#model/log/entry.ts';
import { nodeAt, type TreeNode, toPlain } from '#server/database/tree/node.ts';
import { readBackup, readFolder } from '#server/integrity/checkedData.ts';
import { readSeals } from '#server/integrity/seals.ts';
import { verifyLogs } from '#server/integrity/verifyLogs.ts';
import { dataFilesOf } from '#server/store/dataFolder.ts';
import { seededRandom } from '../support/random.ts';
import { startServerProcess } from './serverProcess.ts';

/** The first start is killed so many times at most in a round, each time at the latest after so long. Milliseconds. */
const MOST_KILLS = 3;
const LONGEST_START = 1_200;
/** What an upgrade does not touch. */
const KEPT = [LIST_LOG.changed, ACCESS_LOG.changed, 'gl_accounts', 'gl_proposals', 'usage'];

type UpgradeOptions = {
  /** A data folder that a former version has left; it is only copied. */
  readonly folder: string;
  readonly rounds: number;
  readonly seed: number;
  /** Where each round has its copy; removed unless there is a fault. */
  readonly dataDir: string;
  readonly log: (line: string) => void;
};

/**
 * Starts the server on data of a former version and kills it at random moments; the start that is not killed must find
 * everything as it was, upgraded once, with a copy of what was before; round after round, until a fault.
 * @returns what is wrong; empty: nothing
 */
export async function runUpgradeRounds(options: UpgradeOptions): Promise<readonly string[]> {
  const { folder, rounds, seed, dataDir, log } = options;
  const roll = seededRandom(seed);
  const before = readFolder(copied(folder, dataDir)).tree;
  for (let round = 1; round <= rounds; round++) {
    copied(folder, dataDir);
    let kills = 0;
    for (; kills < Math.floor(roll() * (MOST_KILLS + 1)); kills++) await killWhileStarting(dataDir, roll);
    const wasUpgraded = readFolder(dataDir).newest.some(({ seals }) => seals.length > 0);
    const server = startServerProcess(dataDir);
    const faults = await server.ready.then(
      (): string[] => [],
      (error: unknown) => [String(error)],
    );
    await server.end('SIGTERM');
    faults.push(...faultsOf(dataDir, before));
    log(
      `round ${round}: ${kills} kills, ${wasUpgraded ? 'upgraded by then' : 'not upgraded by then'}, ${faults.length} faults`,
    );
    if (faults.length > 0) return faults;
  }
  rmSync(dataDir, { recursive: true, force: true });
  return [];
}

function copied(folder: string, dataDir: string): string {
  rmSync(dataDir, { recursive: true, force: true });
  cpSync(folder, dataDir, { recursive: true });
  return dataDir;
}

async function killWhileStarting(dataDir: string, roll: () => number): Promise<void> {
  const server = startServerProcess(dataDir);
  await delay(roll() * LONGEST_START);
  await server.kill();
}

function faultsOf(dataDir: string, before: TreeNode | null): string[] {
  const { tree, seals } = readFolder(dataDir, (db) => ({ seals: readSeals(db) }));
  const { formerDataFile, formerListFile } = dataFilesOf(dataDir);
  const former = readBackup(formerDataFile).tree;
  const hadHistory = nodeAt(before, [LIST_LOG.history]) !== null;
  const kept = hadHistory ? [...KEPT, LIST_LOG.history, LIST_LOG.changes, LIST_LOG.version] : KEPT;
  const isListKept = existsSync(formerListFile) && readFileSync(formerListFile, 'utf8').endsWith('\r\n');
  return [
    ...verifyLogs(tree, seals).problems,
    ...changedIn(tree, before, kept).map((place) => `${place} is not what it was`),
    ...changedIn(former, before, [...kept, LIST_LOG.history]).map(
      (place) => `${place} in the copy is not what it was`,
    ),
    ...(takeoversIn(tree, LIST_LOG.history) === (hadHistory ? 0 : 1)
      ? []
      : ['the list was not taken over once']),
    ...(takeoversIn(tree, ACCESS_LOG.history) <= 1 ? [] : ['access was taken over twice']),
    ...(hadHistory || isListKept ? [] : ['the list was not kept as a file']),
    ...readdirSync(dataDir).flatMap((name) => (name.endsWith('.unfinished') ? [`${name} was left`] : [])),
  ];
}

function changedIn(
  root: TreeNode | null,
  before: TreeNode | null,
  places: readonly string[],
): readonly string[] {
  const plain = (tree: TreeNode | null, place: string) => toPlain(nodeAt(tree, [place]));
  return places.filter((place) => !isDeepStrictEqual(plain(root, place), plain(before, place)));
}

function takeoversIn(root: TreeNode | null, history: string): number {
  const entries = (toPlain(nodeAt(root, [history])) ?? {}) as Record<string, { readonly kind: string }>;
  return Object.values(entries).filter(({ kind }) => kind === TAKEOVER).length;
}
