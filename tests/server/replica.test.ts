import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { refresh, signIn } from '#bench/protocol/identityClient.ts';
import { readConfig } from '#server/config.ts';
import { log } from '#server/log.ts';
import { verify } from '#server/programs/historyPrograms.ts';
import { backup, restoreBackup } from '#server/programs/operatorPrograms.ts';
import { findLitestream } from '#server/replica/litestream.ts';
import { check } from '../crash/check.ts';
import { registerAdmin } from '../crash/colleague.ts';
import { ADMIN, startServerProcess } from '../crash/serverProcess.ts';
import { WriteRecord } from '../crash/WriteRecord.ts';
import { WRITERS } from '../crash/writers.ts';
import { byStage } from '../support/fullRun.ts';
import type { ServerProcess } from '../support/product.ts';
import { seededRandom } from '../support/random.ts';
import {
  startTestServer,
  storeMappings,
  type TestServer,
  type TestServerOptions,
} from '../support/server.ts';
import { testFolder } from '../support/testFolder.ts';
import { until } from '../support/until.ts';

const ROUNDS = byStage({ usual: 1, full: 5 });
/** Everything acknowledged as long ago has to be in a replica. Milliseconds. */
const LATEST = 2000;
const OFTEN = { retry: 50, probe: 100, patience: 60_000, hang: 60_000 };
const now = new Date();
let dataDir: string;
let replica: string;
let cleanUps: (() => unknown)[] = [];

beforeAll(() => {
  spawnSync(process.execPath, ['scripts/build.mjs', 'server']);
});
beforeEach(() => {
  const folder = testFolder();
  dataDir = join(folder, 'data');
  // With what would mean something to a shell, to YAML, and in an address.
  replica = join(folder, `it's a %20"replica": $HOME`);
});
afterEach(async () => {
  for (const cleanUp of cleanUps.reverse()) await cleanUp();
  cleanUps = [];
  vi.restoreAllMocks();
});

async function serve(options: TestServerOptions = {}): Promise<TestServer> {
  const server = await startTestServer({ dataDir, replica, replicaTimes: OFTEN, ...options });
  cleanUps.push(server.stop);
  return server;
}

const restore = () => restoreBackup({ args: ['--replica', replica], dataDir, now });

/** The processes of Litestream that replicate the data of this test: its `sh` has the settings among its arguments. */
function litestreams(): number[] {
  const { stdout } = spawnSync('ps', ['-eo', 'pid=,ppid=,args='], { encoding: 'utf8' });
  const processes = stdout.split('\n').map((line) => line.trim().split(/ +/));
  const shells = processes
    .filter(([, , ...args]) => args.join(' ').includes(`${dataDir}/`))
    .map(([pid]) => pid);
  return processes
    .filter(([, parent, program = '']) => shells.includes(parent) && program.endsWith('/litestream'))
    .map(([pid]) => Number(pid));
}

/** Writes until the killed server has gone; resolves with what was acknowledged {@link LATEST} before. */
async function writeAndKill({ ready, kill }: ServerProcess, seed: number) {
  const origin = await ready;
  const { idToken, refreshToken } = await signIn(origin, ADMIN);
  const writeRecord = new WriteRecord();
  const colleague = await refresh(origin, await registerAdmin(origin, idToken));
  const target = { origin, idToken, colleague, writeRecord };
  const writing = Promise.allSettled(WRITERS.map((write, n) => write(target, seededRandom(seed + n))));
  await until(() => expect(writeRecord.acknowledged).toBeGreaterThan(50));
  const [expected, people] = [writeRecord.asOfNow(), [...writeRecord.people]];
  await delay(LATEST);
  await kill();
  await writing;
  return { refreshToken, expected, people };
}

it.each(Array.from({ length: ROUNDS }, (_, round) => 100 * round + 1))(
  'a killed server whose folder is gone comes back from its replica with everything acknowledged two seconds before (seed %i)',
  async (seed) => {
    const server = startServerProcess(dataDir, { REPLICA: replica });
    cleanUps.push(server.kill);
    const { refreshToken, expected, people } = await writeAndKill(server, seed);
    rmSync(dataDir, { recursive: true });
    await until(() => expect(litestreams()).toEqual([]));

    const said = restore();
    expect(said).toContain(`Restored ${replica} into ${dataDir}, as it was written last at 20`);
    expect(said).toContain('The audit log and list-before-history.csv are in no replica');
    expect(said).toContain('Newest seal');
    expect(verify({ args: [], dataDir, now })).toMatch(/: [\d,]+ changes? verified/);
    const restored = await serve({ replica: null });
    const idToken = await refresh(restored.origin, refreshToken);
    expect(await check({ origin: restored.origin, idToken, writeRecord: expected }, people)).toEqual([]);
  },
);

it('a server that is stopped has carried everything, ends Litestream, and goes on with the replica', async () => {
  const server = await serve();
  storeMappings(server, { ACME: '6100' });
  await server.restart();
  await until(() => expect(litestreams()).toHaveLength(1));
  storeMappings(server, { BASKET: '6200' });
  expect(backup({ args: [join(testFolder(), 'b.db')], dataDir, now })).not.toContain('Warning');
  await server.stop();
  cleanUps.pop();
  expect(litestreams()).toEqual([]);
  rmSync(dataDir, { recursive: true, force: true });
  restore();
  expect(verify({ args: [], dataDir, now })).toContain('The list has 2 mappings: 2 changes verified');
  const again = await serve();
  expect(Object.keys(again.services().tree.read('gl_mappings') ?? {})).toEqual(['ACME', 'BASKET']);
});

// Litestream 0.3.13 says so, or hangs without a word.
it('a replica that cannot be written is said in the log and by /healthz, until it can be', async () => {
  const error = vi.spyOn(log, 'error').mockReturnValue();
  const server = await serve({ replicaTimes: { ...OFTEN, hang: 2000 } });
  // The first copy is whole once a part of the log follows it: taken away before, it would end in no file and without an error.
  const copied = () => (existsSync(replica) ? readdirSync(replica, { recursive: true }).map(String) : []);
  await until(() => expect(copied().some((name) => name.endsWith('.wal.lz4'))).toBe(true));
  rmSync(replica, { recursive: true });
  writeFileSync(replica, 'a file in its way');
  storeMappings(server, { ACME: '6100' });
  const health = async () => (await fetch(server.url('/healthz'))).json();
  await until(async () =>
    expect(await health()).toEqual({ status: 'replica', replicaBehind: expect.stringMatching(/^20/) }),
  );
  const reasons = error.mock.calls.map(([message, fields]) => {
    expect(message).toContain('The replica is behind');
    expect(fields).toMatchObject({
      address: replica,
      reason: expect.stringMatching(/not a directory|does not go on/),
    });
    return fields?.['reason'];
  });
  expect(reasons.length).toBeGreaterThan(0);
  expect(new Set(reasons).size).toBe(reasons.length);
  rmSync(replica);
  await until(async () => expect(await health()).toEqual({ status: 'ok' }));
  await server.stop();
  cleanUps.pop();
  restore();
  expect(verify({ args: [], dataDir, now })).toContain('1 change verified');
});

it('Litestream that was killed is started again, and what it missed is carried', async () => {
  vi.spyOn(log, 'error').mockReturnValue();
  const server = await serve();
  const pid = await until(() => litestreams()[0] ?? expect.unreachable());
  process.kill(pid, 'SIGKILL');
  storeMappings(server, { ACME: '6100' });
  await until(() => expect(log.error).toHaveBeenCalled());
  await until(async () => expect((await fetch(server.url('/healthz'))).status).toBe(200));
  await server.stop();
  cleanUps.pop();
  restore();
  expect(verify({ args: [], dataDir, now })).toContain('1 change verified');
});

it('an empty folder is not served where a replica holds the data that were in it', async () => {
  const server = await serve();
  await until(() => expect(existsSync(join(replica, 'generations'))).toBe(true));
  await server.stop();
  cleanUps.pop();
  rmSync(dataDir, { recursive: true });
  await expect(serve()).rejects.toThrow(/is empty, and the replica .* is not: restore it/);
  expect(existsSync(dataDir)).toBe(false);
});

it.each([
  ['s3://bucket/path', 's3://bucket/path'],
  ['/mnt/replica', '/mnt/replica'],
  ['s3://key:secret@bucket/path', /Give a key in AWS_ACCESS_KEY_ID/],
  ['sftp://user:secret@host/path', /neither a folder nor/],
  ['s3:///path', /neither a folder nor/],
  ['/data/gl', /would be lost with the data folder/],
  ['/data/gl/replica', /would be lost with the data folder/],
  ['/data/gl-replica', '/data/gl-replica'],
])('REPLICA=%s is read, or refused without being quoted', (text, expected) => {
  const read = () => readConfig([], { REPLICA: text, DATA_DIR: '/data/gl' }).replica;
  if (typeof expected === 'string') expect(read()).toBe(expected);
  else {
    expect(read).toThrow(expected);
    expect(read).not.toThrow('secret');
  }
});

it('a machine without the package of Litestream is told which to install', () => {
  vi.spyOn(process, 'arch', 'get').mockReturnValue('riscv64');
  expect(findLitestream).toThrow(
    /is not installed: run "npm install --no-save @flydotio\/litestream-\w+-riscv64@1/,
  );
});

it.each([
  [['--replica', '/nowhere'], 'There is no replica in /nowhere.'],
  [['--replica', '/nowhere', 'FILE'], 'is one argument too many'],
  [[], 'FILE is missing'],
])('restore %j is refused', (args, message) => {
  expect(() => restoreBackup({ args, dataDir, now })).toThrow(message);
  expect(existsSync(dataDir)).toBe(false);
});
