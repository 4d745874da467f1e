import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { runCrashRounds } from './rounds.ts';
import { runUpgradeRounds } from './upgrades.ts';

/**
 * `npm run test:crash -- [--rounds N] [--seed S] [--upgrade FOLDER]`: exit code 1 at the first fault, the data are kept then.
 * With FOLDER, the data of a former version, it is their first start that is killed.
 */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      rounds: { type: 'string', default: '200' },
      seed: { type: 'string' },
      upgrade: { type: 'string' },
    },
  });
  const rounds = Number(values.rounds);
  const seed = Number(values.seed ?? Date.now() % 1_000_000);
  const dataDir = join(mkdtempSync(join(tmpdir(), 'gl-crash-')), 'data');
  const log = (line: string) => process.stdout.write(`${line}\n`);
  log(
    `${rounds} rounds, seed ${seed}; the same again: npm run test:crash -- --rounds ${rounds} --seed ${seed}`,
  );
  const options = { rounds, seed, dataDir, log };
  const { acknowledged, faults } =
    values.upgrade === undefined
      ? await runCrashRounds(options)
      : { acknowledged: 0, faults: await runUpgradeRounds({ ...options, folder: values.upgrade }) };
  for (const fault of faults) log(`FAULT ${fault}`);
  if (faults.length > 0) log(`The data are kept in ${dataDir}.`);
  else rmSync(join(dataDir, '..'), { recursive: true });
  log(`${acknowledged} acknowledged writes, ${faults.length} faults`);
  process.exitCode = faults.length > 0 ? 1 : 0;
}

await main();
