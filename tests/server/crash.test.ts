import { expect, it } from 'vitest';
import { runCrashRounds } from '../crash/rounds.ts';
import { byStage } from '../support/fullRun.ts';
import { freshDataDir } from '../support/product.ts';

const ROUNDS = byStage({ usual: 1, full: 20 });
/** With 8 the server is also killed while it starts, in the first and the third round. */
const SEED = byStage({ usual: 8, full: Date.now() % 1_000_000 });

it(`a server that is killed keeps every acknowledged write, and each write as a whole or not at all (seed ${SEED})`, async () => {
  const { dataDir, remove } = await freshDataDir();
  const lines: string[] = [];
  const log = (line: string) => lines.push(line);
  const { faults, acknowledged } = await runCrashRounds({ rounds: ROUNDS, seed: SEED, dataDir, log });
  expect(faults, lines.join('\n')).toEqual([]);
  expect(acknowledged).toBeGreaterThanOrEqual(ROUNDS);
  await remove();
});
