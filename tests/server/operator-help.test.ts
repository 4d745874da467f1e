import { execFile, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sampledByStage } from '../support/fullRun.ts';
import { tablesOf } from '../support/tablesOf.ts';

const table = tablesOf('server/operator-help');

const PROGRAMS = table<string>('PROGRAMS');

describe('an operator’s program', () => {
  const folder = mkdtempSync(join(tmpdir(), 'gl-operator-'));
  const dataDir = join(folder, 'data');
  beforeAll(() => {
    spawnSync(process.execPath, ['scripts/build.mjs', ...PROGRAMS]);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  /** Resolves with what a program says and its exit code, in a data folder that does not exist. */
  const run = (program: string, args: readonly string[]) =>
    new Promise<{ code: unknown; out: string; err: string }>((resolve) => {
      const env = { ...process.env, DATA_DIR: dataDir };
      execFile(process.execPath, [`dist/node/${program}.js`, ...args], { env }, (error, out, err) =>
        resolve({ code: error?.code ?? 0, out, err }),
      );
    });

  it.each(sampledByStage(PROGRAMS, 4))(
    '%s says with --help how it is used, and does nothing',
    async (program) => {
      const answers = await Promise.all([run(program, ['--help']), run(program, ['file', '--help'])]);
      for (const answer of answers) {
        expect(answer).toEqual({
          code: 0,
          out: expect.stringMatching(new RegExp(`^Usage: npm run ${program} .*DATA_DIR.*\n`)),
          err: '',
        });
        const [usage = '', ...lines] = answer.out.split('\n');
        for (const option of usage.match(/--[a-z][a-z-]*/g) ?? [])
          expect(lines).toContainEqual(expect.stringMatching(new RegExp(`^  ${option} .*\\w`)));
      }
      expect(existsSync(dataDir)).toBe(false);
    },
  );

  it.each(sampledByStage(table<[string, string[], string]>('with names what is wrong'), 4))(
    '%s with %j names what is wrong',
    async (program, args, fault) => {
      const { code, out, err } = await run(program, args);
      expect([code, out, err.split('. Usage: ')[0]]).toEqual([1, '', fault]);
      expect(err).toMatch(new RegExp(`Usage: npm run ${program} .*\n$`));
    },
  );
});
