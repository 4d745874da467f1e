import type { LedgerEvent } from '#contract/ledger.ts';
import { type Day, millisToNextDay, utcDay } from '#model/day.ts';
import type { Email } from '#model/email.ts';
import { USAGE_TOTAL_PATH, usageDailyPath, userUsageDailyPath, userUsageTotalPath } from '#model/paths.ts';
import { readCount, type UsageCounts } from '#model/usage.ts';
import { Increment, type LedgerDatabase, type WatchFailure } from './database.ts';
import type { Timing } from './timing.ts';

/** The rules accept at most this much in one write. */
const MAX_PER_WRITE = 1_000_000;

type DescriptionCounterOptions = {
  readonly database: Pick<LedgerDatabase, 'update'>;
  readonly email: Email;
  readonly timing: Pick<Timing, 'now'>;
  emit(event: LedgerEvent): void;
};

/** Adds classified descriptions to the usage counters (design §9); the same text is not counted twice. */
export class DescriptionCounter {
  readonly #options: DescriptionCounterOptions;
  /** The text that was counted last. */
  #countedText: string | null = null;

  constructor(options: DescriptionCounterOptions) {
    this.#options = options;
  }

  hasCounted(text: string): boolean {
    return text === this.#countedText;
  }

  /** Call it for a text that was counted before a reload. */
  remember(text: string): void {
    this.#countedText = text;
  }

  /** Counts a text that is completely classified; returns false if there was nothing to count. */
  countText(text: string, descriptions: number): boolean {
    if (descriptions === 0 || this.hasCounted(text)) return false;
    this.#countedText = text;
    void this.#add(descriptions);
    return true;
  }

  /** Counts one row whose text the user has edited, unless it is blank. */
  countEdit(text: string): void {
    if (text.trim() !== '') void this.#add(1);
  }

  async #add(descriptions: number): Promise<void> {
    const { database, email, timing, emit } = this.#options;
    try {
      await addUsage(database, email, utcDay(timing.now()), descriptions);
    } catch (error) {
      emit({ kind: 'usage-failed', detail: error instanceof Error ? error.message : String(error) });
    }
  }
}

/**
 * Adds `count` descriptions to the four usage counters of `day`, to all of them or none. Rejects when the database
 * refuses; nothing of the refused part is counted then.
 */
async function addUsage(
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
  const notify = () => {
    if (today !== null && total !== null) onUsage({ today, total });
  };

  let endDay = () => {};
  function watchToday(): void {
    endDay();
    const now = timing.now();
    const endWatch = database.watchValue(
      userUsageDailyPath(email, utcDay(now)),
      (value) => {
        today = readCount(value);
        notify();
      },
      onFailure,
    );
    const cancelMidnight = timing.after(millisToNextDay(now), watchToday);
    endDay = () => {
      endWatch();
      cancelMidnight();
    };
  }

  watchToday();
  const endTotal = database.watchValue(
    userUsageTotalPath(email),
    (value) => {
      total = readCount(value);
      notify();
    },
    onFailure,
  );
  return () => {
    endDay();
    endTotal();
  };
}
