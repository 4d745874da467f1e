import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { listDocuments } from '../../bench/protocol/firestoreClient.ts';
import { signIn } from '../../bench/protocol/identityClient.ts';
import { listWrite } from '../../bench/protocol/listWrite.ts';
import { RealtimeClient } from '../../bench/protocol/RealtimeClient.ts';
import { configureLog } from '../../server/log.ts';
import { fuzz } from '../fuzz/fuzz.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

/** `FUZZ_SECONDS=600 FUZZ_SEED=1 npx vitest run --project server tests/server/fuzz.test.ts` for a longer look. */
const SECONDS = Number(process.env['FUZZ_SECONDS'] ?? 10);
const SEED = Number(process.env['FUZZ_SEED'] ?? Date.now() % 1_000_000);
const MEGABYTE = 2 ** 20;
/** Far above what the caches of a short run take, and below what one lost session per attempt would. */
const MOST_GROWTH = 25 * MEGABYTE;

let server: TestServer;
let origin: string;
beforeAll(async () => {
  configureLog({ level: 'silent' });
  server = await startTestServer({ publicUrl: new URL('https://gl.example.com') });
  // Behind a proxy, as which the test speaks.
  origin = `http://127.0.0.1:${server.port}`;
});
afterEach(() => vi.restoreAllMocks());
afterAll(async () => {
  configureLog({ level: 'info' });
  await server.stop();
});

it(
  `damaged messages and bytes are refused: nothing unforeseen, no crash, no leak (seed ${SEED})`,
  async () => {
    const { idToken } = await signIn(origin, server.admin);
    const options = { origin, idToken };
    const first = await fuzz({ ...options, seed: SEED, milliseconds: SECONDS * 300 });
    const before = await settled();
    const second = await fuzz({ ...options, seed: SEED + first.attempts, milliseconds: SECONDS * 700 });
    const after = await settled();
    process.stdout.write(`fuzz: ${first.attempts + second.attempts} attempts, seed ${SEED}\n`);

    expect([...first.surprises, ...second.surprises]).toEqual([]);
    expect(second.attempts).toBeGreaterThan(50);
    expect(after.heap - before.heap, `heap after ${second.attempts} attempts`).toBeLessThan(MOST_GROWTH);
    expect(after.sockets).toBeLessThanOrEqual(before.sockets + 5);

    const tree = await RealtimeClient.connect(origin);
    await tree.demand('auth', { cred: idToken });
    await tree.demand('m', listWrite({ AFTER: { description: 'AFTER', glAccount: '1' } }));
    tree.close();
    expect([...(await listDocuments(origin, idToken, 'users')).keys()]).toContain(server.admin.email);
  },
  (SECONDS + 50) * 1000,
);

/** Memory and open sockets of this process, which has both ends, once everything closed is gone. */
async function settled(): Promise<{ heap: number; sockets: number }> {
  setFlagsFromString('--expose_gc');
  const collect = runInNewContext('gc') as () => void;
  const sockets = () => process.getActiveResourcesInfo().filter((name) => name === 'TCPSocketWrap').length;
  let last = -1;
  await vi.waitFor(
    () => {
      const now = sockets();
      const isStill = now === last;
      last = now;
      expect(isStill).toBe(true);
    },
    { interval: 500, timeout: 20_000 },
  );
  collect();
  return { heap: process.memoryUsage().heapUsed, sockets: last };
}
