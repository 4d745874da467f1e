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
      const [usage = '', ...lines] = answer.out.split('\n');
      for (const option of usage.match(/--[a-z][a-z-]*/g) ?? [])
        expect(lines).toContainEqual(expect.stringMatching(new RegExp(`^  ${option} .*\\w`)));
    }
    expect(existsSync(dataDir)).toBe(false);
  });

  it.each([
    ['verify', ['--bogus'], "Unknown option '--bogus'"],
    ['verify', ['--seal'], "Option '--seal <value>' argument missing"],
    ['verify', ['a', 'b'], '"b" is one argument too many'],
    ['export-firebase', ['--project', 'our-project'], 'FOLDER is missing'],
    ['export-firebase', ['out', '--project'], "Option '--project <value>' argument missing"],
    ['export-firebase', ['out'], '--project ID is missing'],
    ['export-firebase', ['out', '--project', 'X'], '"X" is no id of a project'],
    ['import-firebase', [], 'FOLDER is missing'],
    ['import-firebase', ['in', '--moved', '--x'], "Option '--moved' argument is ambiguous"],
    ['archive-history', ['--before', '2025-01-01'], '--to FILE is missing'],
    ['archive-history', ['--to', 'x'], '--before DATE is missing, or no day in the past'],
    ['backup', [], 'FOLDER|FILE is missing'],
    ['restore', ['--force', 'x'], "Unknown option '--force'"],
    ['remove-unreadable', ['x'], '"x" is one argument too many'],
    ['rotate-key', ['--now'], "Unknown option '--now'"],
  ])('%s with %j names what is wrong', async (program, args, fault) => {
    const { code, out, err } = await run(program, args);
    expect([code, out, err.split('. Usage: ')[0]]).toEqual([1, '', fault]);
    expect(err).toMatch(new RegExp(`Usage: npm run ${program} .*\n$`));
  });
});
