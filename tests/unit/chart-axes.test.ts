import { describe, expect, it } from 'vitest';
import { countAxis, coverageAxis } from '#src/features/admin/axes.ts';
import { seededRandom } from '../support/random.ts';

describe('the axis of counts', () => {
  it.each([
    [1, [0, 1]],
    [3, [0, 1, 2, 3]],
    [9, [0, 2, 4, 6, 8, 10]],
    [1547, [0, 500, 1000, 1500, 2000]],
    [100_000, [0, 20_000, 40_000, 60_000, 80_000, 100_000]],
  ])('up to %i has round figures', (highest, axis) => {
    expect(countAxis(highest)).toEqual(axis);
  });

  it('begins at 0, ends just above the highest, and has at most six lines, each a round step on', () => {
    const random = seededRandom(31);
    for (let i = 0; i < 2000; i++) {
      const highest = 1 + Math.floor(random() * 10 ** (1 + Math.floor(random() * 7)));
      const axis = countAxis(highest);
      const step = (axis[1] as number) - (axis[0] as number);
      expect(axis.length, `${highest}`).toBeLessThanOrEqual(6);
      expect(axis, `${highest}`).toEqual(axis.map((_, at) => at * step));
      expect(String(step), `${highest}`).toMatch(/^[125]0*$/);
      expect(axis.at(-1), `${highest}`).toBeGreaterThanOrEqual(highest);
      expect((axis.at(-1) as number) - step, `${highest}`).toBeLessThan(highest);
    }
  });
});

it.each([
  [[], [0, 50, 100]],
  [[100], [95, 100]],
  [
    [97.5, 99],
    [95, 100],
  ],
  [
    [64.9, 84],
    [60, 80, 100],
  ],
  [[80], [80, 100]],
  [[59.9], [50, 100]],
  [
    [0, 100],
    [0, 50, 100],
  ],
])('the axis of coverage of %j ends at 100 and holds the lowest', (shares, axis) => {
  expect(coverageAxis(shares)).toEqual(axis);
});
