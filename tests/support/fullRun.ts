/**
 * Whether this is `npm run test:full`: every test of `npm test` with its full parameters (all seeds, all code
 * points …), and the files named `*.full.test.ts`, which are long by nature.
 */
export const fullRun = process.env['TEST_STAGE'] === 'full';

/** The value for this run, e.g. `byStage({ usual: 20, full: 2_000 })` seeds. */
export function byStage<T>({ usual, full }: { readonly usual: T; readonly full: T }): T {
  return fullRun ? full : usual;
}

/** All of `rows` in a full run, one of so many in the usual one. */
export function sampledByStage<T>(rows: readonly T[], oneOf: number): readonly T[] {
  return byStage({ usual: rows.filter((_row, i) => i % oneOf === 0), full: rows });
}

/** All of `rows` in a full run, the first of them in the usual one. */
export function firstByStage<T>(rows: readonly T[]): readonly T[] {
  return byStage({ usual: rows.slice(0, 1), full: rows });
}
