import { type LedgerEvent, PENDING } from '#contract/ledger.ts';
import { type MappingId, UNMATCHED } from '#model/classification.ts';
import { type Day, millisToNextDay, utcDay } from '#model/day.ts';
import { detailOf } from '#model/detailOf.ts';
import type { Email } from '#model/email.ts';
import { MAX_COUNTED_AT_ONCE } from '#model/limits.ts';
import {
  USAGE_TOTAL_PATH,
  unmatchedUsagePath,
  usageDailyPath,
  userUsageDailyPath,
  userUsageLastRunPath,
  userUsageRunPath,
  userUsageTotalPath,
} from '#model/paths.ts';
import { readCount, type UsageCounts, type UsageRun } from '#model/usage.ts';
import { increment, isRefusal, type LedgerDatabase, type WatchFailure } from './database.ts';
import { newId } from './log/newId.ts';
import { storeOnce } from './log/storeOnce.ts';
import type { Timing } from './timing.ts';

type DescriptionCounterOptions = {
  readonly database: Pick<LedgerDatabase, 'update' | 'read'>;
  readonly email: Email;
  readonly timing: Pick<Timing, 'now'>;
  /** Stores runs that are about to be sent, so that the next page sends those which this one cannot. */
  save(runs: readonly UsageRun[]): Promise<void>;
  /** Called for a run that is never to be sent again: it is counted, or refused. */
  onSettled(run: UsageRun): void;
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
   * Counts a text that is completely classified, and how many of its descriptions have no match. Resolves when it is
   * stored what is to be counted.
   */
  async countText(text: string, descriptions: number, unmatched: number): Promise<void> {
    if (descriptions === 0 || this.hasCounted(text)) return;
    this.#countedText = text;
    await this.#count(descriptions, unmatched);
  }

  /** Counts one row whose text the user has edited. `answer`: what the row shows now. */
  countEdit(answer: MappingId): void {
    void this.#count(1, answer === PENDING ? null : Number(answer === UNMATCHED));
  }

  /** Sends the runs one after another; those of a former page may be counted already. Never rejects. */
  async send(runs: readonly UsageRun[]): Promise<void> {
    const { database, email, emit, onSettled } = this.#options;
    for (const run of runs) {
      try {
        await addRun(database, email, run);
      } catch (error) {
        emit({ kind: 'usage-failed', detail: detailOf(error) });
        if (!isRefusal(error)) continue;
      }
      onSettled(run);
    }
  }

  async #count(descriptions: number, unmatched: number | null): Promise<void> {
    const { save, timing } = this.#options;
    const runs = runsOf(utcDay(timing.now()), descriptions, unmatched);
    await save(runs);
    void this.send(runs);
  }
}

/** `count` descriptions, `unmatched` of them without a match, as runs of what can be counted at once. */
function runsOf(day: Day, count: number, unmatched: number | null): UsageRun[] {
  const runs: UsageRun[] = [];
  for (let done = 0; done < count; done += MAX_COUNTED_AT_ONCE) {
    const n = Math.min(count - done, MAX_COUNTED_AT_ONCE);
    runs.push({ id: newId(), day, n, unmatched: unmatched && Math.min(n, Math.max(0, unmatched - done)) });
  }
  return runs;
}

/**
 * Adds a run to the four usage counters of its day, and those without a match to their four: to all of them or none.
 * Its number is stored once, together with the counters: sent again, it is refused, which is no error. Rejects when the
 * database refuses the run itself.
 */
async function addRun(
  database: Pick<LedgerDatabase, 'update' | 'read'>,
  email: Email,
  { id, day, n, unmatched }: UsageRun,
): Promise<void> {
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
    changes[path] = increment(n);
    if (unmatched !== null) changes[unmatchedUsagePath(path)] = increment(unmatched);
  }
  await storeOnce(database, changes, run);
}

/** Follows the user's own two counters; at UTC midnight "today" becomes the new day. */
export function watchOwnUsage(
  database: Pick<LedgerDatabase, 'watchValue'>,
  timing: Pick<Timing, 'now' | 'after'>,
  email: Email,
  onUsage: (usage: UsageCounts) => void,
  onFailure: (failure: WatchFailure) => void,
): void {
  const counts: { today?: number; total?: number } = {};
  const watch = (name: 'today' | 'total', path: string) =>
    database.watchValue(
      path,
      (value) => {
        counts[name] = readCount(value);
        const { today, total } = counts;
        if (today !== undefined && total !== undefined) onUsage({ today, total });
      },
      onFailure,
    );

  let endDay = () => {};
  function watchToday(): void {
    endDay();
    const now = timing.now();
    endDay = watch('today', userUsageDailyPath(email, utcDay(now)));
    timing.after(millisToNextDay(now), watchToday);
  }

  watchToday();
  watch('total', userUsageTotalPath(email));
}
