import { type Day, utcDay } from './day.ts';

/**
 * Descriptions that are added to the counters of a day, once, whoever sends them how often: the id is chosen before.
 * `unmatched`: how many of the `n` had no match; null where that is not known.
 */
export type UsageRun = {
  readonly id: string;
  readonly day: Day;
  readonly n: number;
  readonly unmatched: number | null;
};

/** How many descriptions were classified, by one person or by all. */
export type UsageCounts = { readonly today: number; readonly total: number };

/** Descriptions of one day, and how many of them had no match; null where nobody noted that. */
export type DailyUsage = { readonly day: Day; readonly count: number; readonly unmatched: number | null };

/** Descriptions of all users: in total, and day by day, in the order of the days. */
export type UsageStatistics = { readonly total: number; readonly daily: readonly DailyUsage[] };

/** How many of at least one line found no match. */
export type MatchFigures = { readonly lines: number; readonly unmatched: number };

/** Descriptions of one user, and their matches in the days asked for; null where nobody noted them. */
export type UserUsage = UsageCounts & { readonly matches: MatchFigures | null };

/** Lines with and without a match, of the days on which that was noted; null for none. */
export function matchesOf(daily: readonly DailyUsage[]): MatchFigures | null {
  let lines = 0;
  let unmatched = 0;
  for (const day of daily) {
    if (day.unmatched === null) continue;
    lines += day.count;
    unmatched += day.unmatched;
  }
  return lines === 0 ? null : { lines, unmatched };
}

/** Reads the stored counters of `days`; each of the two holds numbers by day. */
export function readDailyUsage(
  days: readonly Day[],
  counts: Readonly<Record<string, unknown>>,
  unmatched: Readonly<Record<string, unknown>>,
): readonly DailyUsage[] {
  return days.map((day) => ({
    day,
    count: readCount(counts[day]),
    unmatched: typeof unmatched[day] === 'number' ? readCount(unmatched[day]) : null,
  }));
}

/** Days whose figures the Admin Panel shows, today included. */
export const USAGE_DAYS = 30;

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
