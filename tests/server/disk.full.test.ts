import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { commit, listDocuments, putDocument } from '#bench/protocol/firestoreClient.ts';
import { lookUp, refresh, type SessionTokens, signIn, signUp } from '#bench/protocol/identityClient.ts';
import { changeList } from '#bench/protocol/listWrite.ts';
import { RealtimeClient } from '#bench/protocol/RealtimeClient.ts';
import { freshDataDir, type Product, startProduct } from '../support/product.ts';

const ADMIN = { email: 'admin@example.com', password: 'correct horse' };
const EVERYTHING = 'unlimited';

/** A way to make a disk refuse, and to make it take writes again. */
type Disk = { readonly dataDir: string; refuse(): void; relent(): void; remove(): void };

let product: Product;
let cleanUps: (() => unknown)[] = [];
beforeAll(() => {
  spawnSync(process.execPath, ['scripts/build.mjs', 'server']); // where it is out of date
});
afterEach(async () => {
  for (const cleanUp of cleanUps.reverse()) await cleanUp();
  cleanUps = [];
});

async function start(dataDir: string): Promise<Product> {
  product = await startProduct({
    dataDir,
    args: ['--empty'],
    env: { ADMIN_EMAIL: ADMIN.email, ADMIN_PASSWORD: ADMIN.password },
  });
  const { interrupt } = product;
  cleanUps.push(() => interrupt());
  return product;
}

/** Everything that a client does, over connections that last. */
async function connectAll({ url }: Product) {
  const session: SessionTokens = await signIn(url, ADMIN);
  const tree = await RealtimeClient.connect(url);
  cleanUps.push(() => tree.close());
  await tree.demand('auth', { cred: session.idToken });
  const user = (email: string) =>
    putDocument(`users/${email}`, {
      email: { stringValue: email },
      name: { stringValue: 'N' },
      allow: { booleanValue: false },
      admin: { booleanValue: false },
    });
  const mapping = { description: 'TEA', glAccount: '6400' };
  const writes: Record<string, (name: string) => Promise<unknown>> = {
    'Realtime Database': (name) => changeList(tree, session.idToken, { [name]: mapping }),
    Firestore: (name) => commit(url, session.idToken, [user(`${name}@x.example`)]),
    'sign-up': (name) => signUp(url, { email: `${name}@y.example`, password: 'some password' }),
  };
  const reads = async () => ({
    mappings: Object.keys((await tree.demand('g', { p: '/gl_mappings', q: {} })) ?? {}).sort(),
    users: [...(await listDocuments(url, session.idToken, 'users')).keys()].sort(),
    me: await lookUp(url, session.idToken),
    refreshed: await lookUp(url, await refresh(url, session.refreshToken)),
  });
  return { writes, reads };
}

/** Tries all writes; resolves with the refusals by name. */
async function refusals(writes: Record<string, (name: string) => Promise<unknown>>, name: string) {
  const found: Record<string, string> = {};
  for (const [what, write] of Object.entries(writes))
    await write(name).catch((error: unknown) => {
      found[what] = String(error);
    });
  return found;
}

const health = async () => (await fetch(`${product.url}/healthz`)).status;

async function expectRefusedAndResumed(disk: Disk, reason: RegExp): Promise<void> {
  const { writes, reads } = await connectAll(await start(disk.dataDir));
  expect(await refusals(writes, 'before')).toEqual({});
  const stored = await reads();
  disk.refuse();
  const refused = await refusals(writes, 'meanwhile');
  expect(Object.keys(refused)).toEqual(Object.keys(writes));
  for (const message of Object.values(refused)) expect(message).toMatch(reason);
  expect(await reads()).toEqual(stored);
  expect(await health()).toBe(503);
  disk.relent();
  expect(await health()).toBe(200);
  expect(await refusals(writes, 'after')).toEqual({});
  const known = await reads();
  expect(known.mappings).toEqual(['after', 'before']);
  expect(await product.interrupt()).toBe(0);

  const { reads: readAgain } = await connectAll(await start(disk.dataDir));
  expect(await readAgain()).toEqual(known);
}

describe('a disk that refuses', () => {
  it.runIf(existsSync('/usr/bin/prlimit'))(
    'every write (as one that has become read-only) gets clear errors and no acknowledgement, and reading goes on',
    async () => {
      const { dataDir, remove } = await freshDataDir();
      cleanUps.push(remove);
      const limit = (bytes: string) => {
        const { status, stderr } = spawnSync('prlimit', [`--pid=${product.pid}`, `--fsize=${bytes}:`]);
        expect(status, String(stderr)).toBe(0);
      };
      const disk = { dataDir, refuse: () => limit('0'), relent: () => limit(EVERYTHING), remove };
      await expectRefusedAndResumed(disk, /cannot be written: nothing was saved/);
    },
  );

  it.runIf(canMount())(
    'because it is full, does so likewise, and takes writes again when there is space',
    async () => {
      const folder = mkdtempSync(join(tmpdir(), 'gl-small-'));
      expect(spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=4m', 'tmpfs', folder]).status).toBe(0);
      cleanUps.push(() => {
        spawnSync('umount', ['-l', folder]);
        rmSync(folder, { recursive: true });
      });
      const ballast = join(folder, 'ballast');
      await expectRefusedAndResumed(
        {
          dataDir: join(folder, 'data'),
          refuse: () => fill(ballast),
          relent: () => rmSync(ballast),
          remove: () => {},
        },
        /is full: nothing was saved/,
      );
    },
  );

  it.runIf(existsSync('/usr/bin/prlimit'))('does not keep the server from stopping', async () => {
    const { dataDir, remove } = await freshDataDir();
    cleanUps.push(remove);
    const { writes, reads } = await connectAll(await start(dataDir));
    expect(await refusals(writes, 'before')).toEqual({});
    const stored = await reads();
    spawnSync('prlimit', [`--pid=${product.pid}`, '--fsize=0:']);
    expect(await product.interrupt()).toBe(0);
    const { reads: readAgain } = await connectAll(await start(dataDir));
    expect(await readAgain()).toEqual(stored);
  });
});

/** Fills a disk down to the last page. */
function fill(file: string): void {
  for (const bytes of [65_536, 4096]) while (takes(file, bytes));
}

function takes(file: string, bytes: number): boolean {
  try {
    writeFileSync(file, Buffer.alloc(bytes), { flag: 'a' });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
    return false;
  }
}

/** Whether this machine lets us mount: as root, and not in a locked-down container. */
function canMount(): boolean {
  if (process.getuid?.() !== 0) return false;
  const folder = mkdtempSync(join(tmpdir(), 'gl-mount-'));
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', folder]).status === 0;
  if (mounted) spawnSync('umount', ['-l', folder]);
  rmSync(folder, { recursive: true });
  return mounted;
}
