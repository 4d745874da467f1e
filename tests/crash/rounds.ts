import { setTimeout as delay } from 'node:timers/promises';
import { refresh, signIn } from '#bench/protocol/identityClient.ts';
import { readFolder } from '#server/integrity/checkedData.ts';
import { readSeals } from '#server/integrity/seals.ts';
import { verifyLogs } from '#server/integrity/verifyLogs.ts';
import type { ServerProcess } from '../support/product.ts';
import { seededRandom } from '../support/random.ts';
import { check } from './check.ts';
import { registerAdmin } from './colleague.ts';
import { ADMIN, startServerProcess } from './serverProcess.ts';
import { type Person, WriteRecord } from './WriteRecord.ts';
import { type Target, WRITERS } from './writers.ts';

/** Longest time that writers may go on writing, after the first acknowledgement, before the server is killed. Milliseconds. */
const LONGEST_ROUND = 700;
/** Share of the rounds in which a server is also killed while it starts, and when at the latest. */
const KILLED_WHILE_STARTING = 0.2;
const LONGEST_START = 500;
/** Accounts of earlier rounds that are looked at again in each round. */
const OLD_PEOPLE = 5;

type CrashOptions = {
  readonly rounds: number;
  /** Decides the moments of the kills and what is written. */
  readonly seed: number;
  readonly dataDir: string;
  readonly log: (line: string) => void;
};

type CrashReport = { readonly acknowledged: number; readonly faults: readonly string[] };

/**
 * Kills the server in the midst of writes, starts it again on the same data and checks that everything is there
 * that was acknowledged, that every write is there as a whole or not at all, and that the histories of the list and of
 * access hold; round after round, until a fault.
 */
export async function runCrashRounds(options: CrashOptions): Promise<CrashReport> {
  const { rounds, seed, dataDir, log } = options;
  const writeRecord = new WriteRecord();
  const roll = seededRandom(seed);
  let session: string | null = null;
  let colleague: string | null = null;
  for (let round = 1; round <= rounds; round += 1) {
    if (roll() < KILLED_WHILE_STARTING) await killWhileStarting(dataDir, roll);
    const before = writeRecord.acknowledged;
    const known = writeRecord.people.length;
    const uploadedBefore = writeRecord.uploaded;
    const server = startServerProcess(dataDir);
    try {
      const origin: string = await server.ready;
      session ??= (await signIn(origin, ADMIN)).refreshToken;
      const idToken = await refresh(origin, session);
      colleague ??= await registerAdmin(origin, idToken);
      const target = { origin, idToken, colleague: await refresh(origin, colleague), writeRecord };
      await writeUntilKilled(target, server, roll);
    } finally {
      await server.kill();
    }
    const people = [...someOf(writeRecord.people.slice(0, known), roll), ...writeRecord.people.slice(known)];
    const unanswered = sumOf(
      [...writeRecord.tree, ...writeRecord.documents].map((group) => group.unanswered),
    );
    const faults = [
      ...faultsOfHistories(dataDir),
      ...(await checkAfter(dataDir, session, writeRecord, people)),
    ];
    const acknowledged = writeRecord.acknowledged - before;
    const registered = writeRecord.people.length - known;
    const uploaded = writeRecord.uploaded - uploadedBefore;
    log(
      `round ${round}: ${acknowledged} acknowledged (${registered} sign-ups, ${uploaded} entries of uploads), ${unanswered} unanswered, ${faults.length} faults`,
    );
    if (faults.length > 0) return { acknowledged: writeRecord.acknowledged, faults };
  }
  return { acknowledged: writeRecord.acknowledged, faults: [] };
}

/** Of the files that a killed server has left. */
function faultsOfHistories(dataDir: string): readonly string[] {
  const { tree, seals } = readFolder(dataDir, (db) => ({ seals: readSeals(db) }));
  return verifyLogs(tree, seals).problems;
}

async function killWhileStarting(dataDir: string, roll: () => number): Promise<void> {
  const server = startServerProcess(dataDir);
  await delay(roll() * LONGEST_START);
  await server.kill();
}

async function writeUntilKilled(target: Target, server: ServerProcess, roll: () => number): Promise<void> {
  const before = target.writeRecord.acknowledged;
  let killed = false;
  const writing = WRITERS.map(async (write) => {
    try {
      await write(target, seededRandom(Math.floor(roll() * 2 ** 32)));
    } catch (error) {
      // Breaking off is what the kill does to a writer; before it, it is a refusal.
      if (!killed) throw error;
    }
  });
  const refused = Promise.all(writing);
  let isOver = false;
  // Also when the kill comes first; awaited below.
  refused.catch(() => {
    isOver = true;
  });
  // On a slow machine a round must not end before it has begun.
  const untilAcknowledged = async () => {
    while (!isOver && target.writeRecord.acknowledged === before) await delay(5);
  };
  const killAfter = 20 + roll() * LONGEST_ROUND;
  await Promise.race([untilAcknowledged().then(() => delay(killAfter)), refused]);
  killed = true;
  await server.kill();
  await refused;
}

async function checkAfter(
  dataDir: string,
  session: string,
  writeRecord: WriteRecord,
  people: readonly Person[],
): Promise<string[]> {
  const server = startServerProcess(dataDir);
  try {
    const origin = await server.ready;
    return await check({ origin, idToken: await refresh(origin, session), writeRecord }, people);
  } catch (error) {
    return [`the server does not serve any more: ${String(error)}`];
  } finally {
    await server.kill();
  }
}

function someOf(people: readonly Person[], roll: () => number): Person[] {
  if (people.length <= OLD_PEOPLE) return [...people];
  return Array.from({ length: OLD_PEOPLE }, () => people[Math.floor(roll() * people.length)]).filter(
    (person) => person !== undefined,
  );
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0);
}
