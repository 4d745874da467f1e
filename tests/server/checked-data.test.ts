import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { DEFAULT_CONFIG } from '#server/config.ts';
import { log } from '#server/log.ts';
import { unarchiveHistory, verify } from '#server/programs/historyPrograms.ts';
import { backup, type Program, restoreBackup } from '#server/programs/operatorPrograms.ts';
import { createBackend } from '#server/server.ts';
import { copyOfData } from '../support/copyOfData.ts';
import { changeData } from '../support/dataFolder.ts';
import { saidBy } from '../support/saidBy.ts';
import { startTestServer, storeChart, storeMappings } from '../support/server.ts';

/** What is stored, and no message may have. */
const SECRETS = ['UNHEARD', '61007', '61008', 'someone', 'Hotels'];
const TOMORROW = new Date(Date.now() + 86_400_000);

let folder: string;
let intact: string;
let dataDir: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gl-checked-'));
  const server = await startTestServer({ dataDir: join(folder, 'running') });
  await server.addUser('someone@example.com');
  storeMappings(server, { 'UNHEARD OF LTD': '61007' });
  storeMappings(server, { 'UNHEARD OF LTD': '61008' });
  storeChart(server, { 61008: 'Hotels' });
  intact = copyOfData(server.dataDir, join(folder, 'intact'));
  await server.stop();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));
beforeEach(() => {
  dataDir = copyOfData(intact, mkdtempSync(join(folder, 'copy-')));
});

const change = (sql: string) => changeData(dataDir, sql);
const run = (program: Program, ...args: string[]) => saidBy(program, { args, dataDir, now: TOMORROW });

const warningsIn = (text: string) =>
  text.split('\n').flatMap((line) => /^Warning: (.*)$/.exec(line)?.slice(1) ?? []);

/** What the start warns of. */
async function warningsOfStart(): Promise<string[]> {
  const warned = vi.spyOn(log, 'warn').mockReturnValue();
  const backend = createBackend({ ...DEFAULT_CONFIG, dataDir });
  await backend.closeConnections();
  backend.release();
  const said = warned.mock.calls.map(([message]) => message);
  warned.mockRestore();
  return said;
}

const entry = (log: string, seq: number) => `log = '${log}' AND seq = ${seq}`;
const SEAL = "hash = CASE substr(hash, 1, 1) WHEN '0' THEN '1' ELSE '0' END || substr(hash, 2)";
const FAULTS: readonly (readonly [what: string, sql: string, warning: RegExp])[] = [
  [
    'a mapping with another account',
    `UPDATE database_leaves SET value = replace(value, '61008', '61009') WHERE path LIKE 'gl_mappings/%'`,
    /^The mapping list was changed outside the app, or is incomplete: it is not/,
  ],
  [
    'another number of changes of the newest entry',
    `UPDATE log_entries SET value = replace(value, '"set":1', '"set":2') WHERE node = 'gl_mappings_history'`,
    /^The history of the mapping list was .*: its newest seal/,
  ],
  [
    'an entry too few',
    "DELETE FROM log_entries WHERE node = 'access_history' AND seq = 1",
    /^The history of access was .*: it has 1 entries, and by its version 2\./,
  ],
  [
    'the changes of an entry too few',
    "DELETE FROM log_entries WHERE node = 'gl_mappings_changes' AND seq = 1",
    /^The history of the mapping list was .*: it has 1 changes of entries, and by its version 2\./,
  ],
  ...(
    [
      ['gl_mappings_seal', 2, 'the mapping list'],
      ['access_seal', 2, 'access'],
      ['gl_accounts_seal', 1, 'the chart of accounts'],
    ] as const
  ).map(
    ([name, seq, subject]) =>
      [
        `another newest seal of ${subject}`,
        `UPDATE log_seals SET ${SEAL} WHERE ${entry(name, seq)}`,
        new RegExp(`^The history of ${subject} was .*: its newest seal is not that of its entry\\.`),
      ] as const,
  ),
  [
    'another time of the newest entry',
    `UPDATE log_entries SET value = json_set(value, '$.at', value ->> '$.at' + 1) WHERE node = 'gl_accounts_history'`,
    /^The history of the chart of accounts was .*: its newest seal is not that of its entry\./,
  ],
];

describe.each(FAULTS)('%s', (_what, sql, warning) => {
  beforeEach(() => change(sql));

  it('is warned of by the start and every program in the same words, which quote nothing', async () => {
    const file = join(dataDir, 'backup.db');
    const archive = join(dataDir, 'archive.jsonl');
    writeFileSync(archive, '{"archive":"GL Classifier history","version":1,"entries":0}\n');
    const said = [run(backup, file), run(restoreBackup, file), run(unarchiveHistory, archive), run(verify)];
    const [first = ''] = warningsIn(said[0] ?? '');
    expect(first).toMatch(warning);
    expect(warningsIn(said[1] ?? '')).toEqual([first]);
    // What does not hold is refused, and listed.
    for (const refused of said.slice(2)) {
      if (refused.startsWith('refused: ')) expect(refused).toMatch(/^refused: The history does not hold:\n./);
      expect(warningsIn(refused)).toEqual([first]);
    }
    expect(said[3]).toMatch(/^refused/);
    for (const secret of SECRETS) expect(said.join('\n')).not.toContain(secret);
    expect(await warningsOfStart()).toEqual([first]);
  });
});

it('an intact folder is not warned of', async () => {
  expect(run(verify)).not.toMatch(/refused|Warning/);
  expect(await warningsOfStart()).toEqual([]);
});

it('without a mark, everybody says so', async () => {
  rmSync(join(dataDir, 'newest.json'));
  const [warning] = warningsIn(run(verify));
  expect(warning).toMatch(/^There is no mark of the newest entries/);
  expect(warningsIn(run(backup, join(dataDir, 'backup.db')))).toEqual([warning]);
  expect(await warningsOfStart()).toEqual([warning]);
});
