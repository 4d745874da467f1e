import { execFileSync, spawn } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { main } from '#cli/importProgram.ts';
import { IMPORT_CASES, IMPORT_FOLDER } from '../../support/importCases.ts';
import { runProgram } from '../../support/runProgram.ts';
import { testFolder } from '../../support/testFolder.ts';

const read = IMPORT_CASES.filter(({ error }) => error === undefined);
const refused = IMPORT_CASES.filter(({ error }) => error !== undefined);

it.each(read)('npm run import reads: $file', async ({ file, args = [], columns = [], ...expected }) => {
  const { code, out } = await run([IMPORT_FOLDER + file, '--json', ...args]);
  const answer = JSON.parse(out);
  expect({
    code,
    encoding: answer.encoding,
    format: answer.format,
    delimiter: answer.delimiter,
    ...(answer.sheet !== null && { sheet: answer.sheet }),
    header: answer.header,
    columns: [answer.columns.description, answer.columns.account],
    pairs: answer.pairs,
    ...(answer.rows && { rows: answer.rows }),
    rejected: answer.rejected.map(({ line, reason }: { line: number; reason: string }) => [line, reason]),
    skipped: answer.skipped.map(({ line }: { line: number }) => line),
    strayMarks: answer.strayMarks ?? [],
  }).toEqual({ code: 0, strayMarks: [], ...expected, columns });
});

it('npm run import --help names every field that --json prints', async () => {
  const [{ file, args = [] }] = read as [(typeof read)[number]];
  const { out } = await run([IMPORT_FOLDER + file, '--json', ...args]);
  const help = (await run(['--help'])).out;
  expect(Object.keys(JSON.parse(out)).filter((field) => !help.includes(`"${field}"`))).toEqual([]);
});

it.each(refused)(
  'npm run import refuses, with exit code 2 and the remedy: $file',
  async ({ file, args = [], error }) => {
    const { code, out, err } = await run([IMPORT_FOLDER + file, ...args]);
    const wanted = { code: 2, out: '', message: `import: ${IMPORT_FOLDER}${file}: ${error}` };
    expect({ code, out, message: err.trimEnd().split('\n').at(-1) }).toEqual(wanted);
  },
);

// Shells give a pipe in place of a file: `import <(cat list.csv)`.
it.skipIf(process.platform === 'win32')('npm run import reads a pipe to its end', async () => {
  const pipe = join(testFolder(), 'list.csv');
  execFileSync('mkfifo', [pipe]);
  const writer = spawn('sh', ['-c', 'printf "ACME Ltd,6100\\nTesco,7200\\n" > "$0"', pipe]);
  try {
    const { code, out } = await run([pipe, '--json']);
    expect(code).toBe(0);
    expect(JSON.parse(out).pairs).toEqual([
      ['ACME Ltd', '6100'],
      ['Tesco', '7200'],
    ]);
  } finally {
    writer.kill();
  }
});

const run = (args: readonly string[], stdin = '') => runProgram(main, args, { stdin });
