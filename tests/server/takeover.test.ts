import fs, { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import Database from 'libsql';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { signIn } from '#bench/protocol/identityClient.ts';
import { changeList } from '#bench/protocol/listWrite.ts';
import { RealtimeClient } from '#bench/protocol/RealtimeClient.ts';
import { verify } from '#server/programs/historyPrograms.ts';
import { backup, type Program, restoreBackup } from '#server/programs/operatorPrograms.ts';
import { changeData } from '../support/dataFolder.ts';
import { saidBy } from '../support/saidBy.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { testFolder } from '../support/testFolder.ts';

const FIXTURES = new URL('../fixtures/', import.meta.url);
const WITHOUT_HISTORY = 'data-format-2026-11.sql';
const WITH_HISTORY = 'data-format-2026-11-history.sql';
const LIST_FILE = 'list-before-history.csv';

let folder: string;
let dataDir: string;
let server: TestServer | null;
beforeEach(() => {
  folder = testFolder();
  dataDir = join(folder, 'data');
  server = null;
});
afterEach(async () => {
  await server?.stop();
  setFree(null);
});

/** What the disk seems to have free, in blocks of 4,096 bytes; null: what it has. */
function setFree(blocks: number | null): void {
  vi.restoreAllMocks();
  if (blocks !== null)
    vi.spyOn(fs, 'statfsSync').mockReturnValue({ bavail: blocks, bsize: 4096 } as ReturnType<
      typeof fs.statfsSync
    >);
  syncBuiltinESMExports();
}

/** A data folder as a former version has left it. */
function unpack(fixture: string, more = ''): void {
  dataDir = mkdtempSync(join(folder, 'data-'));
  changeData(
    dataDir,
    `PRAGMA foreign_keys = OFF; BEGIN; ${readFileSync(new URL(fixture, FIXTURES), 'utf8')} COMMIT; ${more}`,
  );
}

async function start(): Promise<TestServer> {
  server = await startTestServer({ dataDir });
  return server;
}

async function stop(): Promise<void> {
  await server?.stop();
  server = null;
}

const run = (program: Program, ...args: string[]) => saidBy(program, { args, dataDir, now: new Date() });

const read = (place: string) => server?.services().tree.read(place) as Record<string, unknown> | null;
const entriesOf = (place: string) => Object.values(read(place) ?? {}) as Record<string, unknown>[];

describe('a list without a history', () => {
  it('is taken over by an entry with count and sum, once; verify says how many mappings are older', async () => {
    unpack(WITHOUT_HISTORY);
    await start();
    const mappings = Object.keys(read('gl_mappings') ?? {}).length;
    const version = read('gl_mappings_version');
    const { count, sum } = version as { count: number; sum: number };
    expect(version).toMatchObject({ seq: 1, count: mappings });
    const taken = {
      kind: 'takeover',
      seq: 1,
      set: 0,
      removed: 0,
      by: { uid: 'server' },
      found: { count, sum },
    };
    expect(entriesOf('gl_mappings_history')).toEqual([expect.objectContaining(taken)]);
    expect(entriesOf('access_history')).toEqual([
      expect.objectContaining({ kind: 'takeover', found: { count: 1, sum: expect.any(Number) } }),
    ]);
    await server?.restart();
    expect(entriesOf('gl_mappings_history')).toHaveLength(1);
    expect(entriesOf('access_history')).toHaveLength(1);
    await stop();
    const today = new Date().toISOString().slice(0, 10);
    expect(run(verify)).toContain(
      `The list has ${mappings} mappings: 1 change verified; ${mappings} mappings are older than the history (since ${today}).`,
    );
  });

  it('goes on from there: clients make the next entry', async () => {
    unpack(WITHOUT_HISTORY);
    const { origin, admin } = await start();
    const { idToken } = await signIn(origin, { ...admin, password: 'correct horse' });
    const tree = await RealtimeClient.connect(origin);
    await tree.demand('auth', { cred: idToken });
    await changeList(tree, idToken, { NEW: { description: 'NEW', glAccount: '1' } });
    tree.close();
    expect(read('gl_mappings_version')).toMatchObject({ seq: 2 });
    await stop();
    expect(run(verify)).toMatch(/2 changes verified; \d+ mappings are older/);
  });

  it.each([
    ['a mapping', 'gl_mappings/%', 'The list amounts to', 'took over other mappings'],
    ['a right', 'access/%/admin', '', 'took over other access entries than these'],
  ])('of which %s was changed since is told', async (_what, place, first, problem) => {
    unpack(WITHOUT_HISTORY);
    await start();
    await stop();
    changeData(
      dataDir,
      `UPDATE database_leaves SET value = CASE value WHEN 'true' THEN 'false' WHEN 'false' THEN 'true' ELSE '"9999"' END
       WHERE path = (SELECT max(path) FROM database_leaves WHERE path LIKE '${place}')`,
    );
    expect(run(verify)).toMatch(new RegExp(`^refused: The history does not hold:\n${first}[^]*${problem}`));
  });

  it('is kept as a file, which backups hold and administrators can download', async () => {
    unpack(WITHOUT_HISTORY);
    const { admin, addUser } = await start();
    const file = join(dataDir, LIST_FILE);
    const text = readFileSync(file, 'utf8');
    expect(text.split('\r\n').length - 1).toBe(Object.keys(read('gl_mappings') ?? {}).length);
    expect(text).toMatch(/^\ufeff"[^"]+","\d+"\r\n/);
    expect(statSync(file).mode & 0o777).toBe(0o600);

    const get = async (person: { email: string; password: string } | null) => {
      const { origin = '', url = String } = server ?? {};
      const token = person === null ? 'none' : (await signIn(origin, person)).idToken;
      return fetch(url(`/${LIST_FILE}`), { headers: { Authorization: `Bearer ${token}` } });
    };
    const answer = await get({ ...admin, password: 'correct horse' });
    expect(Buffer.from(await answer.arrayBuffer()).toString()).toBe(text);
    expect(answer.headers.get('content-disposition')).toContain(LIST_FILE);
    expect((await get(null)).status).toBe(401);
    expect((await get(await addUser('someone@example.com'))).status).toBe(403);

    const saved = join(folder, 'saved.db');
    expect(run(backup, saved)).toContain('the list from before its history');
    await stop();
    rmSync(file);
    await start();
    expect((await get({ ...admin, password: 'correct horse' })).status).toBe(404);
    await stop();
    run(restoreBackup, saved);
    expect(readFileSync(file, 'utf8')).toBe(text);
  });
});

describe('data of a former version', () => {
  it('with a history keep it; nothing of the list is taken over, and access that is older is', async () => {
    unpack(WITH_HISTORY);
    await start();
    expect(entriesOf('gl_mappings_history').filter(({ kind }) => kind === 'takeover')).toEqual([]);
    expect(existsSync(join(dataDir, LIST_FILE))).toBe(false);
    await stop();
    expect(run(verify)).not.toContain('refused');
  });

  it.each([WITHOUT_HISTORY, WITH_HISTORY])(
    '%s: a copy is kept once, from which they come back',
    async (fixture) => {
      unpack(fixture);
      const before = leaves();
      await start();
      await server?.restart();
      await stop();
      const copy = join(dataDir, 'before-upgrade.db');
      const audit = readFileSync(join(dataDir, 'audit.log'), 'utf8').trim().split('\n');
      const upgrades = audit.map((line) => JSON.parse(line)).filter(({ event }) => event === 'upgrade');
      expect(upgrades).toEqual([expect.objectContaining({ by: 'server', what: copy })]);
      expect(statSync(copy).mode & 0o777).toBe(0o600);
      expect(leaves(copy)).toEqual(before);
      const made = statSync(copy).mtimeMs;
      await start();
      await stop();
      expect(statSync(copy).mtimeMs).toBe(made);
      expect(run(restoreBackup, copy)).toContain('Restored');
      expect(leaves()).toEqual(before);
    },
  );

  it('are refused before anything is changed where the disk is too small', async () => {
    unpack(WITHOUT_HISTORY);
    const before = readFileSync(join(dataDir, 'gl-classifier.db'));
    setFree(10);
    await expect(start()).rejects.toThrow(
      /Upgrading them keeps a copy and needs 0\.[2-9] MB of disk, 0\.1 MB are free: make room\. Nothing was changed\.$/,
    );
    expect(readFileSync(join(dataDir, 'gl-classifier.db'))).toEqual(before);
    expect(existsSync(join(dataDir, 'before-upgrade.db'))).toBe(false);
    setFree(null);
    await start();
  });

  it('are as they were when the upgrade fails on its way, and are upgraded by the next start', async () => {
    unpack(
      WITHOUT_HISTORY,
      "CREATE TRIGGER full BEFORE INSERT ON database_leaves WHEN new.path LIKE 'access_version/%' BEGIN SELECT RAISE(ABORT, 'full'); END",
    );
    const before = leaves();
    await expect(start()).rejects.toThrow(/could not be upgraded \(full\).*They are as they were/);
    expect(leaves()).toEqual(before);
    changeData(dataDir, 'DROP TRIGGER full');
    await start();
    expect(entriesOf('gl_mappings_history')).toHaveLength(1);
  });
});

/** What is stored of the tree, and the versions of the tables. */
function leaves(file = join(dataDir, 'gl-classifier.db')): unknown {
  const db = new Database(file);
  const found = ['database_leaves', 'schema_versions'].map((table) =>
    db.prepare(`SELECT * FROM ${table}`).all([]),
  );
  db.close();
  return found;
}
