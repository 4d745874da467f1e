import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'libsql';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { main as grantAdmin } from '#cli/grantAdminProgram.ts';
import { DEFAULT_CONFIG } from '#server/config.ts';
import { configureLog } from '#server/log.ts';
import { unarchiveHistory, verify } from '#server/programs/historyPrograms.ts';
import {
  backup,
  type Program,
  removeUnreadable,
  restoreBackup,
  rotateKey,
} from '#server/programs/operatorPrograms.ts';
import { StartError } from '#server/StartError.ts';
import { createBackend } from '#server/server.ts';
import { unexpected } from '#server/unexpected.ts';
import { sampledByStage } from '../support/fullRun.ts';
import { startTestServer } from '../support/server.ts';
import { tablesOf } from '../support/tablesOf.ts';

/** A keyword of the list, and an address: no message may have them. */
const SECRETS = ['UNHEARD OF LTD', 'someone', '61007'];
const NOW = new Date('2026-06-01');
let folder: string;
let intact: string;
let dataDir: string;
const dataFile = () => join(dataDir, 'gl-classifier.db');

beforeAll(async () => {
  configureLog({ level: 'silent' });
  spawnSync(process.execPath, ['scripts/build.mjs', 'verify', 'grant-admin']);
  folder = mkdtempSync(join(tmpdir(), 'gl-damaged-'));
  const server = await startTestServer({ dataDir: join(folder, 'intact'), sample: true });
  await server.addUser('someone@example.com');
  const mapping = { description: 'UNHEARD OF LTD', glAccount: '61007' };
  server.services().tree.update({ 'gl_mappings/UNHEARD OF LTD': mapping });
  await server.stop();
  intact = join(folder, 'intact', 'gl-classifier.db');
});
afterAll(() => {
  configureLog({ level: 'info' });
  rmSync(folder, { recursive: true, force: true });
});
beforeEach(() => {
  dataDir = mkdtempSync(join(folder, 'copy-'));
  copyFileSync(intact, dataFile());
});

function change(sql: string, file = dataFile()): void {
  const db = new Database(file);
  db.exec('PRAGMA foreign_keys = OFF');
  db.exec(sql);
  db.close();
}

/** What a program is refused with; null when it is not. */
function refusalOf(program: Program, ...args: string[]): string | null {
  try {
    program({ args, dataDir, now: NOW });
    return null;
  } catch (error) {
    // Anything else would be a stack trace on the terminal.
    if (!(error instanceof StartError)) throw error;
    return error.message;
  }
}

function refusalOfStart(): string | null {
  try {
    const backend = createBackend({ ...DEFAULT_CONFIG, dataDir });
    void backend.closeConnections();
    backend.release();
    return null;
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    return error.message;
  }
}

async function refusalOfGrant(): Promise<string | null> {
  let err = '';
  const output = { stdout: { write: () => {} }, stderr: { write: (text: string) => (err += text) } };
  const code = await grantAdmin(['someone@example.com'], { DATA_DIR: dataDir }, output);
  return code === 0 ? null : err.replace(/^grant-admin: /, '').trimEnd();
}

const IN_ROW = "path = 'gl_mappings/UNHEARD OF LTD'";

const table = tablesOf('server/damaged-data', { IN_ROW });

const DAMAGES = table<readonly [what: string, sql: string, message: RegExp]>('DAMAGES');

describe.each(sampledByStage(DAMAGES, 3))('%s', (_what, sql, message) => {
  beforeEach(() => change(sql));

  it('is refused by the start and by every program in the same line, which has nothing of the contents', async () => {
    const refusal = refusalOfStart();
    expect(refusal).toMatch(message);
    expect(refusal).toMatch(
      /^[^\n]*: (restore it from a backup \(npm run restore -- FILE\)|install that version)/,
    );
    for (const secret of SECRETS) expect(refusal).not.toContain(secret);
    const to = join(dataDir, 'to');
    expect(refusalOf(backup, to)).toBe(refusal);
    expect(existsSync(to)).toBe(false);
    expect(existsSync(`${to}.unfinished`)).toBe(false);
    expect(refusalOf(verify)).toBe(refusal);
    expect(refusalOf(unarchiveHistory, to)).toBe(refusal);
    expect(refusalOf(removeUnreadable)).toBe(refusal);
    expect(refusalOf(rotateKey)).toBe(refusal);
    expect(await refusalOfGrant()).toBe(refusal);
  });

  it('in a backup is refused by restore and verify, and nothing has changed', () => {
    const damagedBackup = join(dataDir, 'backup.db');
    copyFileSync(dataFile(), damagedBackup);
    copyFileSync(intact, dataFile());
    const before = readFileSync(dataFile());
    const refusal = refusalOf(restoreBackup, damagedBackup);
    expect(refusal).toMatch(message);
    for (const secret of SECRETS) expect(refusal).not.toContain(secret);
    expect(refusalOf(verify, damagedBackup)).toBe(refusal);
    expect(readFileSync(dataFile())).toEqual(before);
  });
});

it('every table that is missing is missed by the start and by the programs', () => {
  const db = new Database(intact);
  const tables = db.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all([]) as {
    name: string;
  }[];
  db.close();
  expect(tables.length).toBeGreaterThan(8);
  for (const { name } of tables.filter((table) => table.name !== 'schema_versions')) {
    dataDir = mkdtempSync(join(folder, 'copy-'));
    copyFileSync(intact, dataFile());
    change(`DROP TABLE ${name}`);
    const refusal = refusalOfStart();
    expect(refusal).toContain(`is damaged (the table ${name} is missing)`);
    expect(refusalOf(backup, join(dataDir, 'to'))).toBe(refusal);
  }
});

it('a running server whose file was damaged since is not backed up, nor given a key', async () => {
  const server = await startTestServer({ dataDir });
  change(`UPDATE database_leaves SET value = '{' WHERE ${IN_ROW}`);
  const refusal = refusalOf(backup, join(dataDir, 'to'));
  expect(refusal).toMatch(/is damaged \(the value in row \d+ of database_leaves/);
  expect(refusalOf(rotateKey)).toBe(refusal);
  await server.stop();
});

it('data that the start warns of are backed up and restored with the same warning', () => {
  change(`UPDATE database_leaves SET value = replace(value, '61007', '61008') WHERE ${IN_ROW}`);
  const file = join(dataDir, 'backup.db');
  const warning = /\nWarning: The mapping list was changed outside the app, or is incomplete/;
  expect(backup({ args: [file], dataDir, now: NOW })).toMatch(warning);
  expect(restoreBackup({ args: [file], dataDir, now: NOW })).toMatch(warning);
});

it('a former restore can be taken back: what it kept comes with the log beside it', () => {
  const kept = join(dataDir, 'kept');
  mkdirSync(kept);
  copyFileSync(intact, join(kept, 'source.db'));
  const source = new Database(join(kept, 'source.db'));
  source.exec(`PRAGMA journal_mode = WAL; DELETE FROM database_leaves WHERE ${IN_ROW}`);
  for (const suffix of ['', '-wal'])
    copyFileSync(join(kept, `source.db${suffix}`), join(kept, `gl-classifier.db${suffix}`));
  source.close();
  expect(refusalOf(restoreBackup, join(kept, 'gl-classifier.db'))).toBeNull();
  const restored = new Database(dataFile());
  expect(restored.prepare(`SELECT 1 FROM database_leaves WHERE ${IN_ROW}`).all([])).toEqual([]);
  restored.close();
});

describe('a program', () => {
  const runProgram = (name: string, ...args: string[]) =>
    spawnSync(process.execPath, [`dist/node/${name}.js`, ...args], {
      env: { ...process.env, DATA_DIR: dataDir },
      encoding: 'utf8',
    });

  it.each([['verify'], ['grant-admin', 'someone@example.com']])(
    '%s ends with 1 and one line on damaged data',
    (name, ...args) => {
      change(`UPDATE database_leaves SET value = replace(value, '"', '') WHERE ${IN_ROW}`);
      const { status, stdout, stderr } = runProgram(name, ...args);
      expect([status, stdout]).toEqual([1, '']);
      expect(stderr).toMatch(/^[^\n]+ is damaged \([^\n]+\n$/);
      expect(stderr).not.toContain('UNHEARD OF LTD');
    },
  );

  it('that fails by a defect says so in one line, without what the error quotes', () => {
    const error = (() => {
      try {
        return JSON.parse('{"description":"UNHEARD OF LTD",\n}');
      } catch (thrown) {
        return thrown;
      }
    })();
    const line = unexpected(error);
    expect(line).toMatch(/^The program failed by a defect of its own \(SyntaxError at [^\n]+$/);
    for (const secret of SECRETS) expect(line).not.toContain(secret);
    expect(unexpected('UNHEARD OF LTD')).not.toContain('UNHEARD');
  });
});
