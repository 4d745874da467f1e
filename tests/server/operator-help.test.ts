import { execFile, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const PROGRAMS = [
  'backup',
  'restore',
  'verify',
  'archive-history',
  'rotate-key',
  'remove-unreadable',
  'export-firebase',
  'import-firebase',
];

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

  it.each(PROGRAMS)('%s says with --help how it is used, and does nothing', async (program) => {
    const answers = await Promise.all([run(program, ['--help']), run(program, ['file', '--help'])]);
    for (const answer of answers) {
      expect(answer).toEqual({
        code: 0,
        out: expect.stringMatching(new RegExp(`^Usage: npm run ${program} .*DATA_DIR.*\n`)),
        err: '',
      });
    }
    expect(existsSync(dataDir)).toBe(false);
  });
});
