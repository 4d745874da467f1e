import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'libsql';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addKey } from '#server/auth/tokens.ts';
import { DEFAULT_CONFIG } from '#server/config.ts';
import { changeBesideServer } from '#server/integrity/checkedData.ts';
import { createBackend } from '#server/server.ts';
import { openStore } from '#server/store/openStore.ts';
import { firstByStage, sampledByStage } from '../support/fullRun.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

/** A process each: libsql folds a write-ahead log when the program ends. */
const PROGRAMS: readonly (readonly [name: string, ...args: string[]])[] = [
  ['backup', 'BACKUP'],
  ['verify'],
  ['rotate-key'],
  ['remove-unreadable'],
  ['grant-admin', 'ann@example.com'],
  ['restore', 'EARLIER'],
];

let folder: string;
let earlier: string;
let running: TestServer;
let left: string;

beforeAll(async () => {
  spawnSync(process.execPath, ['scripts/build.mjs', 'server', ...PROGRAMS.map(([name]) => name)]);
  folder = mkdtempSync(join(tmpdir(), 'gl-after-crash-'));
  running = await startTestServer({ dataDir: join(folder, 'running'), sample: true });
  earlier = join(folder, 'earlier.db');
  expect(runProgram('backup', [earlier], running.dataDir).status).toBe(0);
});
afterAll(async () => {
  await running.stop();
  rmSync(folder, { recursive: true, force: true });
});
beforeEach(() => {
  left = killed(running.dataDir);
});
afterEach(() => rmSync(left, { recursive: true, force: true }));

/** The files that a server killed at this moment leaves behind. */
function killed(dataDir: string): string {
  const copy = mkdtempSync(join(folder, 'killed-'));
  for (const name of readdirSync(dataDir).filter((found) => /\.(db(-wal)?|lock|running|log)$/.test(found)))
    copyFileSync(join(dataDir, name), join(copy, name));
  expect(statSync(join(copy, 'gl-classifier.db-wal')).size).toBeGreaterThan(0);
  expect(existsSync(join(copy, 'server.running'))).toBe(true);
  return copy;
}

function runProgram(name: string, args: readonly string[], DATA_DIR: string) {
  const env = { ...process.env, DATA_DIR };
  return spawnSync(process.execPath, [`dist/node/${name}.js`, ...args], { env, encoding: 'utf8' });
}

/** Starts on what was left; the list that is then served. */
async function startOnLeft(): Promise<unknown> {
  const backend = createBackend({ ...DEFAULT_CONFIG, dataDir: left });
  const list = backend.services.tree.read('gl_mappings');
  await backend.closeConnections();
  backend.release();
  return list;
}

const list = () => running.services().tree.read('gl_mappings');

describe('after a kill', () => {
  it.each(sampledByStage(PROGRAMS, 4))(
    '%s %s runs, and the server starts with all that was acknowledged',
    async (name, ...args) => {
      const places = {
        BACKUP: join(left, 'backup.db'),
        EARLIER: earlier,
      };
      const given = args.map((arg) => (arg in places ? places[arg as keyof typeof places] : arg));
      const { status, stdout, stderr } = runProgram(name, given, left);
      expect([status, stderr], stdout).toEqual([0, '']);
      expect(await startOnLeft()).toEqual(list());
    },
  );

  it('programs run one after the other, and the server starts', async () => {
    for (const name of ['backup', 'rotate-key', 'backup', 'verify']) {
      const args = name === 'backup' ? [`${mkdtempSync(join(left, 'to-'))}/`] : [];
      expect(runProgram(name, args, left)).toMatchObject({ status: 0, stderr: '' });
    }
    expect(await startOnLeft()).toEqual(list());
  });

  it.each(firstByStage(['server', 'verify', 'backup']))(
    '%s leaves the log of data that it refuses',
    (name) => {
      const db = new Database(join(left, 'gl-classifier.db'));
      db.exec('DROP TABLE accounts');
      const broken = killed(left);
      // Folds the log there, so a copy from before.
      db.close();
      rmSync(left, { recursive: true });
      left = broken;
      const log = join(left, 'gl-classifier.db-wal');
      const before = readFileSync(log);
      for (let i = 0; i < 2; i++) {
        const { status, stderr } = runProgram(name, name === 'backup' ? [join(left, 'b.db')] : [], left);
        expect([status, stderr]).toEqual([
          1,
          `The data file ${join(left, 'gl-classifier.db')} is damaged (the table accounts is missing): restore it from a backup (npm run restore -- FILE), or move its folder away to begin anew.\n`,
        ]);
        expect(readFileSync(log)).toEqual(before);
      }
    },
  );
});

describe('a key that is added beside a server which is killed meanwhile', () => {
  it('leaves the log to the next start', () => {
    // Nobody has the folder any more when the program ends, but its log is the server's.
    changeBesideServer(left, (db) => addKey(db, Date.now()));
    expect(statSync(join(left, 'gl-classifier.db-wal')).size).toBeGreaterThan(0);
    const store = openStore(left);
    expect(store.db.prepare('SELECT kid FROM signing_keys').all([])).toHaveLength(2);
    store.close();
  });
});

describe('a start that was interrupted before there was a write-ahead log', () => {
  it('is taken back by whoever comes next', () => {
    const data = mkdtempSync(join(folder, 'journal-'));
    const file = join(data, 'gl-classifier.db');
    const db = new Database(file);
    db.exec('CREATE TABLE schema_versions (owner TEXT PRIMARY KEY, version INTEGER NOT NULL) STRICT');
    db.exec("INSERT INTO schema_versions VALUES ('test', 1)");
    // So small a cache writes pages of an open transaction, and their former contents into the journal.
    db.exec('PRAGMA cache_size = 1; CREATE TABLE filler (x TEXT); BEGIN');
    for (let i = 0; i < 50; i++) db.exec(`INSERT INTO filler VALUES ('${'x'.repeat(3000)}')`);
    const copy = mkdtempSync(join(folder, 'journal-'));
    for (const name of readdirSync(data)) copyFileSync(join(data, name), join(copy, name));
    db.exec('ROLLBACK');
    db.close();
    expect(statSync(join(copy, 'gl-classifier.db-journal')).size).toBeGreaterThan(0);
    writeFileSync(join(copy, 'server.lock'), '');
    const store = openStore(copy);
    expect(store.db.prepare('SELECT count(*) AS rows FROM filler').get([])).toMatchObject({ rows: 0 });
    store.close();
  });
});
