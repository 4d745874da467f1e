import { type LedgerEvent, PENDING } from '#contract/ledger.ts';
import { type MappingId, UNMATCHED } from '#model/classification.ts';
import { type Day, millisToNextDay, utcDay } from '#model/day.ts';
import type { Email } from '#model/email.ts';
import { MAX_COUNTED_AT_ONCE } from '#model/limits.ts';
import { newEntryId } from '#model/listVersion.ts';
import {
  USAGE_TOTAL_PATH,
  unmatchedUsagePath,
  usageDailyPath,
  userUsageDailyPath,
  userUsageLastRunPath,
  userUsageRunPath,
  userUsageTotalPath,
} from '#model/paths.ts';
import { readCount, type UsageCounts } from '#model/usage.ts';
import { Increment, isRefusal, type LedgerDatabase, reasonOf, type WatchFailure } from './database.ts';
import type { Timing } from './timing.ts';

type DescriptionCounterOptions = {
  readonly database: Pick<LedgerDatabase, 'update' | 'read'>;
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

  /**
   * Counts a text that is completely classified, and how many of its descriptions have no match; returns false if there
   * was nothing to count.
   */
  countText(text: string, descriptions: number, unmatched: number): boolean {
    if (descriptions === 0 || this.hasCounted(text)) return false;
    this.#countedText = text;
    void this.#add(descriptions, unmatched);
    return true;
  }

  /** Counts one row whose text the user has edited, unless it is blank. `answer`: what the row shows now. */
  countEdit(text: string, answer: MappingId): void {
    if (text.trim() !== '') void this.#add(1, answer === PENDING ? null : Number(answer === UNMATCHED));
  }

  async #add(descriptions: number, unmatched: number | null): Promise<void> {
    const { database, email, timing, emit } = this.#options;
    try {
      await addUsage(database, email, utcDay(timing.now()), descriptions, unmatched);
    } catch (error) {
      emit({ kind: 'usage-failed', detail: reasonOf(error) });
    }
  }
}

/**
 * Adds `count` descriptions to the four usage counters of `day`, and `unmatched` of them to the four of descriptions
 * without a match, null if that is not known: to all of them or none. Rejects when the database refuses; nothing of the
 * refused part is counted then.
 */
async function addUsage(
  database: Pick<LedgerDatabase, 'update' | 'read'>,
  email: Email,
  day: Day,
  count: number,
  unmatched: number | null,
): Promise<void> {
  for (let done = 0; done < count; done += MAX_COUNTED_AT_ONCE) {
    const n = Math.min(count - done, MAX_COUNTED_AT_ONCE);
    await addRun(database, email, day, n, unmatched && Math.min(n, Math.max(0, unmatched - done)));
  }
}

/** The number of a run is stored once, together with the counters: sent again after a lost answer, it is refused. */
async function addRun(
  database: Pick<LedgerDatabase, 'update' | 'read'>,
  email: Email,
  day: Day,
  n: number,
  unmatched: number | null,
): Promise<void> {
  const id = newEntryId((bytes) => crypto.getRandomValues(bytes));
  const run = userUsageRunPath(email, day, id);
  const counters = [
    usageDailyPath(day),
    USAGE_TOTAL_PATH,
    userUsageDailyPath(email, day),
    userUsageTotalPath(email),
  ];
  const changes: Record<string, unknown> = {
    [userUsageLastRunPath(email)]: { day, id },
    [run]: unmatched === null ? n : { n, unmatched },
  };
  for (const path of counters) {
    changes[path] = new Increment(n);
    if (unmatched !== null) changes[unmatchedUsagePath(path)] = new Increment(unmatched);
  }
  try {
    await database.update(changes);
  } catch (error) {
    const isCounted = isRefusal(error) && (await database.read(run).catch(() => null)) !== null;
    if (!isCounted) throw error;
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
