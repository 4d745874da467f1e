import { utcDay } from '#model/day.ts';
import { increment, set } from './actions.ts';
import { authOf, people } from './people.ts';
import { type Rules, RulesDriver } from './RulesDriver.ts';
import { seed, usageOf } from './seed.ts';

const DAY_MS = 86_400_000;
const ALL_MONTHS_OF = [2024, 2025];

/** Days of every year from 2000 to 2099, and the ends of all months of some. */
const days: readonly number[] = [
  ...Array.from({ length: 100 }, (_, year) => Date.UTC(2000 + year, (year * 5) % 12, ((year * 11) % 28) + 1)),
  ...ALL_MONTHS_OF.flatMap((year) =>
    Array.from({ length: 12 }, (_, month) => [Date.UTC(year, month, 1), Date.UTC(year, month + 1, 0)]).flat(),
  ),
];

/** When a day may be counted on: from the day before it until the day after it ends. */
const edges: readonly (readonly [fromStart: number, allowed: boolean])[] = [
  [-DAY_MS - 1, false],
  [-DAY_MS, true],
  [2 * DAY_MS - 1, true],
  [2 * DAY_MS, false],
];

const counters = (day: string) => [`usage/daily/${day}`, `${usageOf(people.pinned)}/daily/${day}`];

/** The first case in which a day is wrongly taken for recent, or not; undefined: there is none. */
export function misevaluatedDay(rules: Rules): string | undefined {
  const driver = RulesDriver.of(rules, seed);
  for (const start of days) {
    const day = utcDay(new Date(start));
    for (const [fromStart, allowed] of edges) {
      const now = new Date(start + fromStart);
      for (const counter of counters(day)) {
        const isAllowed = driver
          .at(now)
          .allows(authOf('pinned'), set(counter, increment(1)), { [counter]: null });
        if (isAllowed !== allowed) return `${counter} at ${now.toISOString()}`;
      }
    }
  }
  return undefined;
}
