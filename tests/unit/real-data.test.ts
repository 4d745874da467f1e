import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { realDataFolder } from '../support/realData.ts';
import { testFolder } from '../support/testFolder.ts';

let scratch: string;
beforeEach(() => {
  scratch = testFolder();
});

describe('REAL_DATA', () => {
  it('names the folder of the real sets; without it there are none', () => {
    expect(realDataFolder('')).toBeNull();
    expect(realDataFolder(scratch)).toBe(scratch);
  });

  it('naming anything else than a folder is an error', () => {
    const file = join(scratch, 'file');
    writeFileSync(file, '');
    for (const wrong of [file, join(scratch, 'missing')]) {
      expect(() => realDataFolder(wrong)).toThrow(`REAL_DATA names ${wrong}, which is not a folder.`);
    }
  });
});

describe('the real sets', () => {
  const sources = ['tests', 'bench'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name))
      .map((name) => join(folder, name)),
  );
  const readers = sources.filter((file) => /from '[^']*\/realSets\.ts'/.test(readFileSync(file, 'utf8')));

  it('are read by test files named *.real.*, which need REAL_DATA, and by benchmarks', () => {
    const tests = readers.filter((file) => file.startsWith('tests'));
    expect(tests.length).toBeGreaterThan(5);
    expect(tests.filter((file) => !/\.real\.(full\.)?test\.tsx?$/.test(file))).toEqual([]);
  });

  it('give every file named so its tests', () => {
    const named = sources.filter((file) => file.includes('.real.'));
    expect(named.filter((file) => !readers.includes(file))).toEqual([]);
  });
});

describe('.ci/run', () => {
  /** Runs it in an empty clone, with an `npm` that prints `outputs` for the test runs in turn. */
  function run(outputs: readonly string[], { hasSets }: { hasSets: boolean }) {
    const clone = join(scratch, 'clone');
    mkdirSync(join(clone, '.ci'), { recursive: true });
    copyFileSync('.ci/run', join(clone, '.ci/run'));
    if (hasSets) mkdirSync(join(scratch, 'shared/data'), { recursive: true });
    const bin = join(scratch, 'bin');
    mkdirSync(bin);
    writeFileSync(join(bin, 'node'), '#!/bin/sh\n', { mode: 0o755 });
    writeFileSync(join(bin, 'npm'), NPM, { mode: 0o755 });
    for (const [i, output] of outputs.entries()) writeFileSync(join(scratch, `output${i}`), output);
    const env = {
      ...process.env,
      PATH: `${bin}${delimiter}${process.env['PATH']}`,
      SCRATCH: scratch,
      REAL_DATA: 'x',
    };
    const { stdout, status } = spawnSync('bash', [join(clone, '.ci/run')], { env, encoding: 'utf8' });
    const log = readFileSync(join(scratch, 'log'), 'utf8').trimEnd().split('\n');
    return { last: stdout.trimEnd().split('\n').at(-1), status, log };
  }

  /** Notes REAL_DATA and the arguments of each test run, prints what it is told to, and fails as the last line says. */
  const NPM = `#!/bin/sh
[ "$1" = test ] || exit 0
echo "[$REAL_DATA] $*" >> "$SCRATCH/log"
output="$SCRATCH/output$(($(wc -l < "$SCRATCH/log") - 1))"
cat "$output"
tail -n 1 "$output" | grep -q ', 0 failed$'
`;
  const WITHOUT = '[] test --silent';
  const WITH = '[../shared/data] test --silent -- .real.';

  it('runs npm test without REAL_DATA, then the files of the real sets with it, and adds both up', () => {
    const expected = { last: '13 passed, 0 failed', status: 0, log: [WITHOUT, WITH] };
    expect(run(['dots\n10 passed, 0 failed\n', '3 passed, 0 failed\n'], { hasSets: true })).toEqual(expected);
  });

  it('runs npm test alone where no sets lie beside it', () => {
    const wanted = { last: '10 passed, 0 failed', status: 0, log: [WITHOUT] };
    expect(run(['10 passed, 0 failed\n'], { hasSets: false })).toEqual(wanted);
  });

  it.each([
    ['in the first run', ['9 passed, 1 failed\n', '3 passed, 0 failed\n'], '12 passed, 1 failed'],
    ['in the second run', ['10 passed, 0 failed\n', '1 passed, 2 failed\n'], '11 passed, 2 failed'],
    ['before the tests', ['no browser\n', '3 passed, 0 failed\n'], '3 passed, 1 failed'],
  ])('fails when something failed %s', (_where, outputs, last) => {
    expect(run(outputs, { hasSets: true })).toEqual({ last, status: 1, log: [WITHOUT, WITH] });
  });
});
