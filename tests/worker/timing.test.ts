import { expect, it, vi } from 'vitest';
import { createTiming } from '#workers/ledger/timing.ts';

it('no pause is shorter than was asked for, however late the one before it came', async () => {
  const timing = createTiming();
  const setTimer = vi.spyOn(globalThis, 'setTimeout');
  for (let i = 0; i < 3; i++) {
    const pause = timing.pause(10);
    holdThread(25);
    await pause;
  }
  // The process has other timers, too.
  expect(setTimer.mock.calls.filter(([, milliseconds]) => milliseconds === 10)).toHaveLength(3);
});

/** Nothing else runs on the thread for so many milliseconds: timers that fall due meanwhile come late. */
function holdThread(milliseconds: number): void {
  const end = performance.now() + milliseconds;
  while (performance.now() < end);
}
