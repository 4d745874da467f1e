import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import Database from 'libsql';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import type { ServerConfig } from '#server/config.ts';
import { log } from '#server/log.ts';
import { verify } from '#server/programs/historyPrograms.ts';
import { dataFilesOf } from '#server/store/dataFolder.ts';
import { startTestServer, storeMappings, type TestServer } from '../support/server.ts';
import { until } from '../support/until.ts';

let server: TestServer | null = null;
beforeAll(() => {
  spawnSync(process.execPath, ['scripts/build.mjs', 'verify']);
});
beforeEach(() => {
  for (const level of ['info', 'warn', 'error'] as const) vi.spyOn(log, level).mockReturnValue();
});
afterEach(async () => {
  await server?.stop();
  vi.restoreAllMocks();
});

async function start(historyCheck: ServerConfig['historyCheck']): Promise<TestServer> {
  server = await startTestServer({ historyCheck });
  storeMappings(server, { ACME: '6100' });
  return server;
}

const OFTEN = { program: resolve('dist/node/verify.js'), firstAfter: 0, every: 50 };

async function health({ url }: TestServer): Promise<readonly [status: number, body: Record<string, string>]> {
  const answer = await fetch(url('/healthz'));
  return [answer.status, (await answer.json()) as Record<string, string>];
}

it('the histories of a running server are checked in a process of its own, which the log and /healthz say', async () => {
  const running = await start(OFTEN);
  const holds = { said: expect.stringMatching(/^The list has 1 mapping: 1 change verified\./) };
  await until(() => expect(log.info).toHaveBeenCalledWith('The histories were checked, and hold', holds));
  const [status, { historyChecked = '', ...body }] = await health(running);
  expect([status, body]).toEqual([200, { status: 'ok' }]);
  expect(Date.parse(historyChecked)).toBeGreaterThan(Date.now() - 60_000);

  const db = new Database(dataFilesOf(running.dataDir).databaseFile);
  db.exec(
    `UPDATE database_leaves SET value = replace(value, '6100', '6101') WHERE path = 'gl_mappings/ACME'`,
  );
  db.close();
  const fails = [503, { status: 'history', historyChecked: expect.any(String) }];
  await until(async () => expect(await health(running)).toEqual(fails));
  const problem = { said: expect.stringMatching(/^The history does not hold:\n(.*\n)*.*entry 1/) };
  expect(log.error).toHaveBeenCalledWith('The histories were checked, and do not hold', problem);
});

it('a check that cannot be made is warned of, and says nothing of the histories', async () => {
  const running = await start({ ...OFTEN, program: resolve('dist/node/none.js') });
  const why = { said: expect.stringContaining('none.js') };
  await until(() => expect(log.warn).toHaveBeenCalledWith('The histories could not be checked', why));
  expect(await health(running)).toEqual([200, { status: 'ok' }]);
});

it('verify can be run beside a running server', async () => {
  const { dataDir } = await start(null);
  expect(verify({ args: [], dataDir, now: new Date() })).toContain('1 change verified');
});
