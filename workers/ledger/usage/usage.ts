import { type Day, millisToNextDay, utcDay } from '#model/day.ts';
import type { Email } from '#model/email.ts';
import { USAGE_TOTAL_PATH, usageDailyPath, userUsageDailyPath, userUsageTotalPath } from '#model/paths.ts';
import { readCount, type UsageCounts } from '#model/usage.ts';
import { Increment, type LedgerDatabase, type WatchFailure } from '../database.ts';
import type { Timing } from '../timing.ts';

/** The rules accept at most this much in one write. */
const MAX_PER_WRITE = 1_000_000;

/**
 * Adds `count` descriptions to the four usage counters of `day`, all of them or none.
 * Rejects when the database refuses; nothing of the refused part is counted then.
 */
export async function addUsage(
  database: Pick<LedgerDatabase, 'update'>,
  email: Email,
  day: Day,
  count: number,
): Promise<void> {
  for (let left = count; left > 0; left -= MAX_PER_WRITE) {
    const by = new Increment(Math.min(left, MAX_PER_WRITE));
    await database.update({
      [usageDailyPath(day)]: by,
      [USAGE_TOTAL_PATH]: by,
      [userUsageDailyPath(email, day)]: by,
      [userUsageTotalPath(email)]: by,
    });
  }
}

/** Follows the user's own two counters; at UTC midnight "today" becomes the new day. Returns the end. */
export function watchOwnUsage(
  database: Pick<LedgerDatabase, 'watchValue'>,
  timing: Pick<Timing, 'now' | 'after'>,
  email: Email,
  onUsage: (usage: UsageCounts) => void,
  onFailure: (failure: WatchFailure) => void,
): () => void {
  let today: number | null = null;
  let total: number | null = null;
  const tell = () => {
    if (today !== null && total !== null) onUsage({ today, total });
  };

  let endDay = () => {};
  function beginDay(): void {
    endDay();
    const now = timing.now();
    const endWatch = database.watchValue(
      userUsageDailyPath(email, utcDay(now)),
      (value) => {
        today = readCount(value);
        tell();
      },
      onFailure,
    );
    const callOff = timing.after(millisToNextDay(now), beginDay);
    endDay = () => {
      endWatch();
      callOff();
    };
  }

  beginDay();
  const endTotal = database.watchValue(
    userUsageTotalPath(email),
    (value) => {
      total = readCount(value);
      tell();
    },
    onFailure,
  );
  return () => {
    endDay();
    endTotal();
  };
}
