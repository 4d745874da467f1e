import type { HistoryLoss } from '#contract/ledger.ts';
import type { EntryId, ListVersion } from '#model/log/version.ts';
import { findAltered, findBehind, findMissing, type LossOptions } from './findLoss.ts';
import { type LastSeenAccess, type SeenEntry, warn } from './lastSeenStorage.ts';

/** A seal is asked for this long after the last change, in milliseconds: changes often come many in a row. */
const SEAL_AFTER_MS = 1_000;

export type LastSeenOptions = LossOptions &
  LastSeenAccess & {
    /** The server has lost what was seen; null: it has it again, or somebody has acknowledged the loss. */
    onLoss(loss: HistoryLoss | null): void;
  };

/**
 * Remembers the newest entry of the list's history that this browser has seen, and compares it with what the server has: a
 * server whose data were cut, or replaced by an older copy, cannot know that itself. Nothing is read while each version
 * follows the one before. From a loss on, what was seen before it stays remembered until the server has it again, or an entry
 * of kind `behind` says that the list goes on without it.
 */
export class LastSeen {
  readonly #options: LastSeenOptions;
  /** Null: nothing was seen yet. */
  #seen: SeenEntry | null;
  #loss: HistoryLoss | null = null;
  /** The version that the list has now. */
  #latest: ListVersion | null = null;
  #isLooking = false;
  #cancelSeal = () => {};

  /** @param seen what was seen before; it must be read before the server is asked: another tab may see more meanwhile */
  constructor(options: LastSeenOptions, seen: SeenEntry | null) {
    this.#options = options;
    this.#seen = seen;
  }

  /** Call it with entries that the server has after the version `from`. */
  passed(from: Pick<ListVersion, 'id'>, entries: readonly Pick<SeenEntry, 'id' | 'seq'>[]): void {
    const last = entries.at(-1);
    const isAfterSeen = [from, ...entries].some(({ id }) => id === this.#seen?.id);
    if (last !== undefined && isAfterSeen && this.#isWell) this.#remember(last);
  }

  /** Call it whenever the list is as the server has it, with its version, if there is one. */
  onVersion(version: ListVersion | null | undefined): void {
    if (!version) return;
    this.#latest = version;
    if (this.#isWell && this.#isAfterSeen(version)) {
      this.#take(version);
      this.#lookForSealSoon();
    } else void this.#look();
  }

  /** Nothing is missed, nor being compared. */
  get #isWell(): boolean {
    return this.#loss === null && !this.#isLooking;
  }

  #isAfterSeen({ id, parent }: ListVersion): boolean {
    return this.#seen === null || id === this.#seen.id || parent === this.#seen.id;
  }

  /** Compares what was seen with the latest version, which may change meanwhile. */
  async #look(): Promise<void> {
    if (this.#isLooking) return;
    this.#isLooking = true;
    try {
      for (let compared: ListVersion | null = null; compared !== this.#latest; ) {
        compared = this.#latest;
        await this.#compare();
      }
    } catch (error) {
      warn(error);
    } finally {
      this.#isLooking = false;
    }
  }

  async #compare(): Promise<void> {
    const [seen, version] = [this.#seen, this.#latest];
    if (seen === null || version === null) return;
    const missing = this.#isAfterSeen(version) ? null : await findMissing(this.#options, seen, version);
    const { loss, seal } = missing
      ? { loss: missing, seal: seen.seal }
      : await findAltered(this.#options, seen);
    const behind = loss && (await findBehind(this.#options, seen, loss));
    if (version !== this.#latest) return;
    const isAcknowledged = behind?.isAcknowledgement === true;
    this.#seen = { ...seen, seal: isAcknowledged ? undefined : seal };
    if (loss === null || isAcknowledged) this.#take(version);
    else this.#report(loss, behind?.id ?? null);
    if (isAcknowledged) this.#lookForSealSoon();
  }

  #lookForSealSoon(): void {
    const { timing, isAdmin, hasSeals } = this.#options;
    this.#cancelSeal();
    if (hasSeals && isAdmin()) this.#cancelSeal = timing.after(SEAL_AFTER_MS, () => void this.#look());
  }

  #take(version: ListVersion): void {
    // Without a history there is nothing that could be compared later.
    if (version.seq < 1) return;
    this.#remember(version);
    if (this.#loss === null) return;
    this.#loss = null;
    this.#options.onLoss(null);
  }

  #remember({ id, seq }: Pick<SeenEntry, 'id' | 'seq'>): void {
    const seal = this.#seen?.seal;
    this.#store({ id, seq, at: this.#options.database.serverTime(), ...(seal && { seal }) });
  }

  #report(loss: HistoryLoss, behind: EntryId | null): void {
    this.#loss = loss;
    this.#options.onLoss(loss);
    const { missed } = this.#seen ?? {};
    if (this.#seen === null || missed?.from === loss.from) return;
    this.#store({ ...this.#seen, missed: { from: loss.from, behind: missed ? missed.behind : behind } });
  }

  #store(entry: SeenEntry): void {
    const former = this.#seen;
    this.#seen = entry;
    this.#options.lastSeenStorage.write(entry, former);
  }
}
