import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DEFAULT_CONFIG } from '#server/config.ts';
import { canonicalJson } from '#server/database/tree/canonicalJson.ts';
import { fromPlain } from '#server/database/tree/node.ts';
import { configureLog } from '#server/log.ts';
import { verify } from '#server/programs/historyPrograms.ts';
import { backup, type Program, restoreBackup } from '#server/programs/operatorPrograms.ts';
import { announcement, createBackend } from '#server/server.ts';
import { archiveEntries } from '../support/archive.ts';
import { copyOfData } from '../support/copyOfData.ts';
import { auditLog, changeData } from '../support/dataFolder.ts';
import { sampledByStage } from '../support/fullRun.ts';
import { saidBy } from '../support/saidBy.ts';
import { startTestServer, storeChart, storeMappings, type TestServer } from '../support/server.ts';
import { tablesOf } from '../support/tablesOf.ts';
import { testFolder } from '../support/testFolder.ts';

const table = tablesOf('server/seals');

let folder: string;
let server: TestServer;
beforeEach(async () => {
  folder = testFolder();
  server = await startTestServer({ dataDir: join(folder, 'data'), logError: () => {} });
});
afterEach(async () => {
  await server.stop();
});

/** Three entries of the list; that of the first administrator's access is there already. */
function furnish(): void {
  storeMappings(server, { 'Premier Inn': '6200', '7': '6100' });
  storeMappings(server, { 'Premier Inn': '6210', 'A.B "1"': '“7” – Büro' });
  storeMappings(server, { 'Premier Inn': null });
  storeChart(server, { 6200: 'Hotels' });
}

const left = () => copyOfData(server.dataDir, mkdtempSync(join(folder, 'left-')));

const run = (program: Program, dataDir: string, ...args: string[]) =>
  saidBy(program, { args, dataDir, now: new Date(Date.now() + 86_400_000) });

/** Starts a server on a folder and stops it. */
async function start(dataDir: string): Promise<string> {
  const backend = createBackend({ ...DEFAULT_CONFIG, dataDir, logLevel: 'silent' });
  const said = announcement({ ...backend, origin: 'http://host', firstStart: null }, dataDir);
  await backend.closeConnections();
  backend.release();
  return said;
}

/** The lines of the audit log with this event. */
const auditOf = (dataDir: string, event: string) =>
  auditLog(dataDir).filter((line) => line['event'] === event);

type Stored = { readonly id: string; readonly seq: number; readonly hash: string };
const read = (place: string) => server.services().tree.read(place) as Stored;
const newest = (place = 'gl_mappings_seal') => `${read(place).seq}:${read(place).hash.slice(0, 12)}`;

describe('seals', () => {
  it('are made of each entry, upon the one before, as the docs say', () => {
    const hash = (text: string) => createHash('sha256').update(text).digest('hex');
    let former = '';
    const made: string[] = [];
    for (const account of ['6100', '6200', '6300']) {
      storeMappings(server, { ACME: account, '10': account, 'Ä "x"': account });
      const { id } = read('gl_mappings_version');
      const [entry, changes] = ['history', 'changes'].map((node) => {
        const stored = read(`gl_mappings_${node}/${id}`);
        return JSON.stringify(sorted(stored));
      });
      former = hash(`${former}\n["${id}",${entry},${changes}]`);
      made.push(former);
      expect(read('gl_mappings_seal')).toEqual({ seq: read('gl_mappings_version').seq, hash: former });
    }
    const byNumber = ['1', '2', '3', '4', '0', '-1', '01', '1e0'].map((seq) =>
      read(`gl_mappings_seal/${seq}`),
    );
    expect(byNumber).toEqual([...made, null, null, null, null, null]);
  });

  it('are the same when the data have been read from disk', async () => {
    furnish();
    const dataDir = left();
    const words = `list ${newest()}, access ${newest('access_seal')}, chart of accounts ${newest('gl_accounts_seal')}`;
    // No headline of the start: it is for the person who wants to sign in.
    expect(await start(dataDir)).not.toMatch(/\d:[0-9a-f]{12}/);
    for (const [program, ...args] of [[verify], [backup, join(folder, 'b.db')]] as const)
      expect(run(program, dataDir, ...args)).toContain(`Newest seals: ${words}.`);
    const said = run(verify, dataDir, join(folder, 'b.db'));
    expect(said).toContain(words);
    expect(said).not.toContain('without one');
  });

  const list = 'gl_mappings_history';
  /** The first, fourth and last, which are of different logs, are tried in every run. */
  const changed: [what: string, node: string, from: string, to: string, whose: RegExp][] = [
    ['a person', list, '"uid":"server"', '"uid":"servet"', /^Entry/],
    ['a time', list, '"at":1', '"at":2', /^Entry/],
    ['a kind', list, '"kind":"edit"', '"kind":"undo"', /^Entry/],
    ['a person of access', 'access_history', '"uid":"server"', '"uid":"servet"', /of the access history/],
    ['a batch', list, '"batch":"', '"batch":"0', /^Entry/],
    ['a note that was added', list, '"kind"', '"note":"x","kind"', /^Entry/],
    ['a time of the chart', 'gl_accounts_history', '"at":1', '"at":2', /of the history of the chart/],
  ];
  it.each(sampledByStage(changed, 3))('tell %s that was changed', (_name, node, from, to, whose) => {
    furnish();
    const dataDir = left();
    expect(run(verify, dataDir)).not.toContain('refused');
    changeData(
      dataDir,
      `UPDATE log_entries SET value = replace(value, '${from}', '${to}') WHERE node = '${node}'`,
    );
    const [head, ...problems] = run(verify, dataDir).split('\n');
    expect(head).toBe('refused: The history does not hold:');
    expect(problems.length).toBeGreaterThan(0);
    for (const problem of problems.filter((line) => !line.startsWith('Warning: '))) {
      expect(problem).toMatch(/is not what was sealed$/);
      expect(problem.replace('The entry', 'Entry')).toMatch(whose);
    }
  });

  it.each(table<[string, string, string]>('that were are told'))(
    'that were %s are told',
    (_name, sql, problem) => {
      furnish();
      const dataDir = left();
      changeData(dataDir, sql);
      expect(run(verify, dataDir)).toContain(problem);
    },
  );

  it('are made at the first start of a folder that has none; verify says since when they prove something', async () => {
    furnish();
    const dataDir = left();
    const seal = newest();
    changeData(dataDir, "DROP TABLE log_seals; DELETE FROM schema_versions WHERE owner = 'seals'");
    expect(run(verify, dataDir)).not.toMatch(/seal|refused/i);
    const said = await start(dataDir);
    expect(run(verify, dataDir)).toContain(seal);
    expect(said).toContain(`They are kept as they were in ${join(dataDir, 'before-upgrade.db')}.`);
    const today = new Date().toISOString().slice(0, 10);
    expect(run(verify, dataDir)).toContain(
      `Seals (list): entries 1 to 3 were stored without one; the seals prove nothing about them from before ${today}.`,
    );
  });

  it('of entries that this program has not stored are made at a start, which the log and the audit log say once', async () => {
    furnish();
    const dataDir = left();
    const seal = newest();
    changeData(dataDir, "DELETE FROM log_seals WHERE log = 'gl_mappings_seal' AND seq > 1");
    expect(run(verify, dataDir)).toContain('has no seal');
    const lines: string[] = [];
    configureLog({ write: (line) => lines.push(line) });
    for (let n = 0; n < 2; n++) await start(dataDir);
    configureLog({ write: (line) => process.stderr.write(line) });
    expect(auditOf(dataDir, 'seal')).toEqual([
      expect.objectContaining({ by: 'server', what: 'list: entries 2 to 3' }),
    ]);
    expect(lines.filter((line) => line.includes('has not stored'))).toEqual([
      expect.stringContaining('"what":"list: entries 2 to 3"'),
    ]);
    const verified = run(verify, dataDir);
    expect(verified).toContain('entries 2 to 3 were stored without one');
    expect(verified).toContain(seal);
  });

  it('are compared with one that somebody has kept', () => {
    furnish();
    const dataDir = left();
    const kept = newest();
    expect(run(verify, dataDir, '--seal', kept)).toContain(`The seal ${kept} is that of entry 3 (list)`);
    const other = `3:${'0'.repeat(12)}`;
    expect(run(verify, dataDir, '--seal', other)).toBe(
      `refused: No entry has the seal ${other}. The history was changed since, or these are other data.`,
    );
    expect(run(verify, dataDir, '--seal', kept.slice(0, -1))).toContain('is no seal');
  });

  it('go back with a restore, which the audit log and verify say', () => {
    storeMappings(server, { ACME: '1' });
    const old = newest();
    const file = join(folder, 'old.db');
    run(backup, left(), file);
    storeMappings(server, { ACME: '2' });
    const kept = newest();
    const dataDir = left();
    expect(run(restoreBackup, dataDir, file)).toContain(`list ${old}`);
    const line = auditLog(dataDir).at(-1);
    expect(line).toMatchObject({
      event: 'restore',
      sealsBefore: expect.stringContaining(`list ${kept}`),
      sealsAfter: expect.stringContaining(`list ${old}`),
    });
    expect(run(verify, dataDir, '--seal', old)).toContain('is that of entry 1 (list)');
    expect(run(verify, dataDir, '--seal', kept)).toContain(
      `It may have been replaced by the restore of ${file} (${line?.['time']})`,
    );
  });

  it('go into an archive; the last one stays as its anchor', async () => {
    furnish();
    const dataDir = left();
    const [first, kept] = [join(folder, '1.jsonl'), newest()];
    archiveEntries(dataDir, 2, first);
    await start(dataDir);
    expect(run(verify, dataDir)).toContain(`list ${kept}`);
    expect(run(verify, dataDir, '--archive', first, '--seal', kept)).toContain('is that of entry 3');
    writeFileSync(first, readFileSync(first, 'utf8').replace('"kind":"edit"', '"kind":"undo"'));
    expect(run(verify, dataDir, '--archive', first)).toMatch(/Entry 1 .* is not what was sealed/);
  });
});

describe('canonical JSON', () => {
  it('depends on what is said, not on how it is held', () => {
    const plain = { b: 1, a: { z: true, '10': 'x"ä', '9': -0.5 }, A: '' };
    const text = '{"A":"","a":{"10":"x\\"ä","9":-0.5,"z":true},"b":1}';
    const unpacked = fromPlain(plain);
    if (typeof unpacked === 'object') unpacked.children.get('a');
    for (const held of [plain, fromPlain(plain), unpacked]) expect(canonicalJson(held)).toBe(text);
    expect(canonicalJson(null)).toBe('null');
  });
});

/** Plain data with their keys in order; number-like keys come first in any object, in that of the test too. */
function sorted(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, child]) => [key, sorted(child)]),
  );
}
