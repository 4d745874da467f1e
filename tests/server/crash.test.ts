import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { runCrashRounds } from '../crash/rounds.ts';
import { freshDataDir } from '../support/product.ts';

const ROUNDS = 20;

it('a server that is killed keeps every acknowledged write, and each write as a whole or not at all', async () => {
  spawnSync(process.execPath, ['scripts/run.mjs', 'server', '--help']); // builds what is out of date
  const { dataDir, remove } = await freshDataDir();
  const seed = Date.now() % 1_000_000;
  const lines = [`seed ${seed}`];
  const report = await runCrashRounds({
    rounds: ROUNDS,
    seed,
    dataDir,
    log: (line) => lines.push(line),
  });
  expect(report.faults, lines.join('\n')).toEqual([]);
  expect(report.acknowledged).toBeGreaterThan(ROUNDS);
  await remove();
}, 180_000);
