import { describe, expect, it } from 'vitest';
import { BATCH_PAUSE_MS } from '#model/limits.ts';
import { ClassificationRun, type RowRange } from '#workers/ledger/rows/ClassificationRun.ts';
import { createFakeTiming, settled } from '../support/fakeTiming.ts';

function setup(rowCount: number) {
  const timing = createFakeTiming();
  const batches: RowRange[] = [];
  const percents: number[] = [];
  const screen = { visible: { from: 0, to: 0 } };
  const run = new ClassificationRun({
    rowCount,
    timing,
    visible: () => screen.visible,
    takeBatch(rows, percent) {
      batches.push(rows);
      percents.push(percent);
    },
  });
  return {
    run,
    timing,
    batches,
    percents,
    screen,
    starts: () => batches.map(({ from }) => from),
  };
}

describe('a classification run', () => {
  it('takes batches of 200 in order, the last one shorter, with a pause of 10 ms between them', async () => {
    const { run, timing, batches, percents } = setup(450);
    expect(batches).toEqual([{ from: 0, to: 200 }]);
    await timing.advance(9);
    expect(batches).toHaveLength(1);
    await timing.advance(1);
    expect(batches).toHaveLength(2);
    await timing.advance(10);
    expect(await run.finished).toBe('complete');
    expect(batches).toEqual([
      { from: 0, to: 200 },
      { from: 200, to: 400 },
      { from: 400, to: 450 },
    ]);
    expect(percents).toEqual([44, 88, 100]);
    expect(timing.pauses).toEqual([BATCH_PAUSE_MS, BATCH_PAUSE_MS]);
  });

  it('covers every row exactly once, wherever the screen is meanwhile', async () => {
    const { run, timing, batches, screen } = setup(5_001);
    for (let step = 0; batches.length < 26; step++) {
      const from = (step * 1_237) % 5_001;
      screen.visible = { from, to: from + 40 };
      await timing.advance(10);
    }
    expect(await run.finished).toBe('complete');
    const rows = batches.flatMap(({ from, to }) => Array.from({ length: to - from }, (_, i) => from + i));
    expect(rows.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 5_001 }, (_, row) => row));
  });

  it('takes the rows on screen first, both batches where they straddle two, then goes on from the top', async () => {
    const { timing, screen, starts } = setup(2_000);
    screen.visible = { from: 1_390, to: 1_420 };
    await timing.advance(40);
    expect(starts()).toEqual([0, 1_200, 1_400, 200, 400]);
  });

  it.each([
    [0, 0],
    [1, 1],
    [200, 1],
    [201, 2],
  ])('makes of %i rows %i batches', async (rows, expected) => {
    const { run, timing, batches } = setup(rows);
    await timing.advance(100);
    expect(await run.finished).toBe('complete');
    expect(batches).toHaveLength(expected);
  });

  it('ends within one batch when it is cancelled in a pause', async () => {
    const { run, timing, batches } = setup(10_000);
    await timing.advance(25);
    expect(batches).toHaveLength(3);
    run.cancel();
    expect(await run.finished).toBe('cancelled');
    await timing.advance(1_000);
    expect(batches).toHaveLength(3);
  });

  it('leaves out the pauses when asked to, the one it is in too, but still yields to messages', async () => {
    const { run, timing, batches } = setup(2_000);
    run.skipPauses();
    expect(await run.finished).toBe('complete');
    expect(batches).toHaveLength(10);
    expect(timing.pauses).toHaveLength(1);
    expect(timing.yields).toBe(8);
  });

  it('can be cancelled while it skips the pauses', async () => {
    const { run, batches } = setup(200_000);
    run.skipPauses();
    await settled();
    run.cancel();
    expect(await run.finished).toBe('cancelled');
    expect(batches.length).toBeLessThan(10);
  });
});
