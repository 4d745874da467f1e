import { type Day, utcDay } from './day.ts';

/** How many descriptions were classified, by one person or by all. */
export type UsageCounts = { readonly today: number; readonly total: number };

/** Descriptions of all users: in total, and day by day, in the order of the days. */
export type UsageStatistics = {
  readonly total: number;
  readonly daily: readonly { readonly day: Day; readonly count: number }[];
};

/** The `count` days that end with the day of `now`, oldest first. */
export function lastDays(now: Date, count: number): readonly Day[] {
  return Array.from({ length: count }, (_, i) =>
    utcDay(new Date(now.getTime() - (count - 1 - i) * 86_400_000)),
  );
}

/** Reads a stored counter; what is not a number counts as nothing. */
export function readCount(stored: unknown): number {
  return typeof stored === 'number' && Number.isFinite(stored) ? stored : 0;
}
