import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DEFAULT_CONFIG } from '#server/config.ts';
import { StartError } from '#server/StartError.ts';
import { createBackend } from '#server/server.ts';
import { copyOfData } from '../support/copyOfData.ts';
import { firstByStage } from '../support/fullRun.ts';
import { startTestServer, storeMappings, type TestServer } from '../support/server.ts';
import { testFolder } from '../support/testFolder.ts';

const MARK = 'newest.json';
const WRITES = 40;

let folder: string;
let server: TestServer;

beforeAll(() => {
  spawnSync(process.execPath, ['scripts/build.mjs', 'verify', 'backup', 'restore', 'rotate-key']);
});
beforeEach(async () => {
  folder = testFolder();
  server = await startTestServer({ dataDir: join(folder, 'data'), logError: () => {} });
});
afterEach(async () => {
  await server.stop();
});

const write = (from: number, to: number) => {
  for (let i = from; i < to; i++) storeMappings(server, { [`Shop ${i}`]: '6100' });
};
const numberOfList = (dataDir = server.dataDir) =>
  JSON.parse(readFileSync(join(dataDir, MARK), 'utf8')).gl_mappings_version;

/** The files of the running server as a kill leaves them. */
function killed(): string {
  return copyOfData(server.dataDir, mkdtempSync(join(folder, 'killed-')));
}

/** A folder whose data file was replaced by one with 2 of 5 entries; and that file. */
function withOlderData() {
  const old = join(folder, 'old.db');
  write(0, 2);
  expect(run('backup', server.dataDir, [old]).status).toBe(0);
  write(2, 5);
  const dataDir = killed();
  for (const name of ['gl-classifier.db-wal', 'server.running']) rmSync(join(dataDir, name));
  copyFileSync(old, join(dataDir, 'gl-classifier.db'));
  return { dataDir, old };
}

/** Starts on a folder; what it says when it does not start. */
async function start(dataDir: string, acceptBehind = false): Promise<string | null> {
  try {
    const backend = createBackend({ ...DEFAULT_CONFIG, dataDir, acceptBehind, logLevel: 'silent' });
    await backend.closeConnections();
    backend.release();
    return null;
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    return error.message;
  }
}

function run(name: string, dataDir: string, args: readonly string[] = []) {
  const env = { ...process.env, DATA_DIR: dataDir };
  return spawnSync(process.execPath, [`dist/node/${name}.js`, ...args], { env, encoding: 'utf8' });
}

describe('the mark of the newest entries', () => {
  it('follows each commit, and is no reason to refuse what a killed server leaves', async () => {
    write(0, 3);
    expect(numberOfList()).toBe(3);
    write(3, 5);
    expect(numberOfList()).toBe(5);
    expect(await start(killed())).toBeNull();
  });

  it.each(firstByStage([50, 80, 95]))('a write-ahead log cut to %i % is noticed', async (percent) => {
    write(0, WRITES);
    const left = killed();
    const log = join(left, 'gl-classifier.db-wal');
    truncateSync(log, Math.floor((statSync(log).size * percent) / 100));
    expect(await start(left)).toMatch(
      new RegExp(
        `is behind its mark \\(.*list: entry \\d+ of ${WRITES}.*\\): changes that were acknowledged`,
      ),
    );
  });

  it('older data in its place are refused by everything, in the same words', async () => {
    const { dataDir } = withOlderData();
    const data = join(dataDir, 'gl-classifier.db');
    const words = `The data file ${data} is behind its mark (list: entry 2 of 5): changes that were acknowledged are missing. Restore a backup (npm run restore -- FILE), or start with --accept-behind to go on without them.`;
    for (const [name, ...args] of [['verify'], ['rotate-key'], ['backup', join(folder, 'new.db')]] as const)
      expect(run(name, dataDir, args)).toMatchObject({ status: 1, stderr: `${words}\n` });
    expect(await start(dataDir)).toBe(words);
  });

  it('is accepted on demand, which the audit log says; then it counts from there', async () => {
    const { dataDir } = withOlderData();
    expect(await start(dataDir, true)).toBeNull();
    const lines = readFileSync(join(dataDir, 'audit.log'), 'utf8').trim().split('\n');
    expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({
      by: 'server',
      event: 'accept-behind',
      what: 'list: entry 2 of 5',
    });
    expect(numberOfList(dataDir)).toBe(2);
    expect(run('verify', dataDir).status).toBe(0);
  });

  it('is rewritten by a restore', async () => {
    const { dataDir, old } = withOlderData();
    expect(run('restore', dataDir, [old]).status).toBe(0);
    expect(numberOfList(dataDir)).toBe(2);
    expect(await start(dataDir)).toBeNull();
  });

  const unreadable = [
    ['absent', null],
    ['empty', ''],
    ['of something else', '{"gl_mappings_version":"many"}'],
  ] as const;
  it.each(firstByStage(unreadable))('that is %s is a warning', async (_name, content) => {
    write(0, 2);
    const dataDir = killed();
    const mark = join(dataDir, MARK);
    if (content === null) rmSync(mark);
    else writeFileSync(mark, content);
    expect(await start(dataDir)).toBeNull();
    expect(numberOfList(dataDir)).toBe(2);
  });
});
