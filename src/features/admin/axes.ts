/** The figures at the lines of a chart, from the lowest to the highest, each as far from the next. */
export type Axis = readonly number[];

/** Lines besides that of nothing, at most. */
const MOST_LINES = 5;

/** Round figures from 0 up to at least `highest`, a whole number of 1 or more. */
export function countAxis(highest: number): Axis {
  return axisOf(0, highest, roundStep(highest / MOST_LINES));
}

/** Whole percents around `shares` (0 to 100), up to 100; from 0 without any. */
export function coverageAxis(shares: readonly number[]): Axis {
  const lowest = shares.length === 0 ? 0 : Math.min(...shares);
  const step = lowest < 60 ? 50 : lowest < 90 ? 20 : 5;
  return axisOf(100 - step * Math.max(1, Math.ceil((100 - lowest) / step)), 100, step);
}

function axisOf(from: number, to: number, step: number): Axis {
  return Array.from({ length: Math.ceil((to - from) / step) + 1 }, (_, i) => from + i * step);
}

/** The least of 1, 2, 5, 10, 20 … that is at least `least`. */
function roundStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, least)));
  return ([1, 2, 5, 10].find((factor) => factor * power >= least) ?? 10) * power;
}
