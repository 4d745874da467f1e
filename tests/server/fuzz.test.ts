import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { listDocuments } from '#bench/protocol/firestoreClient.ts';
import { signIn } from '#bench/protocol/identityClient.ts';
import { changeList } from '#bench/protocol/listWrite.ts';
import { RealtimeClient } from '#bench/protocol/RealtimeClient.ts';
import { configureLog } from '#server/log.ts';
import { fuzz } from '../fuzz/fuzz.ts';
import { byStage } from '../support/fullRun.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { until } from '../support/until.ts';

/** `FUZZ_ATTEMPTS=50000 FUZZ_SEED=1 npx vitest run --project server tests/server/fuzz.test.ts` for a longer look. */
const ATTEMPTS = Number(process.env['FUZZ_ATTEMPTS'] ?? byStage({ usual: 400, full: 10_000 }));
const SEED = Number(process.env['FUZZ_SEED'] ?? byStage({ usual: 1, full: Date.now() % 1_000_000 }));
const MEGABYTE = 2 ** 20;
/** Far above what the caches of a short run take, and below what one lost session per attempt of a full run would. */
const MAX_GROWTH = 25 * MEGABYTE;
/** Sockets that may stay open, at both ends: those that `fetch` keeps. */
const MAX_SOCKETS = 8;

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
    const [warmUp, attempts] = [Math.round(ATTEMPTS * 0.3), Math.round(ATTEMPTS * 0.7)];
    process.stdout.write(`fuzz: ${warmUp + attempts} attempts, seed ${SEED}\n`);
    const first = await fuzz({ origin, idToken, seed: SEED, attempts: warmUp });
    const before = await heapWhenQuiet();
    const second = await fuzz({ origin, idToken, seed: SEED + warmUp, attempts });
    const growth = (await heapWhenQuiet()) - before;

    expect([...first, ...second]).toEqual([]);
    expect(growth, `heap after ${attempts} attempts`).toBeLessThan(MAX_GROWTH);

    const tree = await RealtimeClient.connect(origin);
    await tree.demand('auth', { cred: idToken });
    await changeList(tree, idToken, { AFTER: { description: 'AFTER', glAccount: '1' } });
    tree.close();
    expect([...(await listDocuments(origin, idToken, 'users')).keys()]).toContain(server.admin.email);
  },
  60_000 + ATTEMPTS * 100,
);

/** Memory of this process, which has both ends, once all sockets but the few that are kept have closed. */
async function heapWhenQuiet(): Promise<number> {
  setFlagsFromString('--expose_gc');
  const collect = runInNewContext('gc') as () => void;
  const sockets = () => process.getActiveResourcesInfo().filter((name) => name === 'TCPSocketWrap').length;
  await until(() => expect(sockets()).toBeLessThanOrEqual(MAX_SOCKETS));
  collect();
  return process.memoryUsage().heapUsed;
}
