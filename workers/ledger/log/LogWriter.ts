import { detailOf } from '#model/detailOf.ts';
import { MAX_CHANGES_PER_ENTRY } from '#model/limits.ts';
import type { HistoryUpdate } from '#model/log/entry.ts';
import type { ListVersion } from '#model/log/version.ts';
import { newId } from './newId.ts';

/** More tries than this mean that many people are changing the same thing all the time. */
const MAX_TRIES = 25;

/** A change set of its own. */
export function newChangeSet<Kind extends string>(kind: Kind, note?: string) {
  return { kind, batch: newId(), ...(note !== undefined && { note }) };
}

/** A log that entries are appended to; `LogFollower` describes the members. */
type OpenLog<Stored> = {
  version(): Promise<ListVersion>;
  send(update: HistoryUpdate, changes: readonly Stored[]): Promise<boolean>;
  /** Without it, an entry is sent when the one before is answered. */
  readonly pending?: ListVersion | null;
};

type LogWriterOptions<Change, Stored, ChangeSet> = {
  readonly log: OpenLog<Stored>;
  /** What the entries change: `the list`. */
  readonly subject: string;
  /** The update that makes the changes as an entry after `former`; null where they change nothing. */
  updateOf(
    former: ListVersion,
    changeSet: ChangeSet,
    changes: readonly Change[],
  ): { readonly update: HistoryUpdate; readonly stored: readonly Stored[] } | null;
};

/**
 * Makes changes of the node of a log, one after another. Each is planned on what is stored, and stored only if nobody has
 * changed the node since: so a plan may read all of it and rely on it.
 */
export class LogWriter<Change, Stored, ChangeSet> {
  readonly #options: LogWriterOptions<Change, Stored, ChangeSet>;
  /** The end of the last write, or of its planning where others may follow it before it is answered. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(options: LogWriterOptions<Change, Stored, ChangeSet>) {
    this.#options = options;
  }

  /**
   * Stores the changes that `plan` returns, as one entry of the history; plans again each time that somebody else's
   * change comes first. Resolves with what was stored when the server has it; with nothing when nothing was planned.
   * Rejects when the server refuses, and when the node is not what its log says; waits while the server cannot be
   * reached.
   */
  write(
    changeSet: ChangeSet,
    plan: () => readonly Change[] | Promise<readonly Change[]>,
  ): Promise<readonly Change[]> {
    const { log, subject } = this.#options;
    return this.#inTurn(async () => {
      for (let tries = 0; tries < MAX_TRIES; tries++) {
        const version = await log.version();
        const changes = await plan();
        const isStored = this.#send(version, changeSet, changes);
        if (isStored === null || (await isStored)) return changes;
      }
      throw new Error(`Others are changing ${subject} all the time. Please try again.`);
    });
  }

  /**
   * Like `write`, but does not wait until `before`, whose changes `plan` must not depend on, is answered. Each update names
   * the id of the one before, so the server rejects it if that one failed: then this one is planned again after it.
   */
  async writePipelined(
    changeSet: ChangeSet,
    plan: () => readonly Change[],
    before: Promise<unknown> | null,
  ): Promise<readonly Change[]> {
    const { log } = this.#options;
    const entry = await this.#inTurn(async () => {
      const version = before === null ? await log.version() : log.pending;
      if (!version) return null;
      const changes = plan();
      return { changes, isStored: this.#send(version, changeSet, changes) };
    });
    if (entry?.isStored && (await entry.isStored)) return entry.changes;
    await before;
    // What was sent before is answered already: this one begins anew, and others may follow it.
    return entry === null ? this.writePipelined(changeSet, plan, null) : this.write(changeSet, plan);
  }

  #send(version: ListVersion, changeSet: ChangeSet, changes: readonly Change[]): Promise<boolean> | null {
    const { log, updateOf } = this.#options;
    const entry = updateOf(version, changeSet, changes);
    return entry && log.send(entry.update, entry.stored);
  }

  #inTurn<T>(job: () => Promise<T>): Promise<T> {
    const done = this.#last.then(job);
    this.#last = done.catch(() => {});
    return done;
  }
}

/** What was written of many changes, how many were left out, and why the rest was not written; `failure` is null for none. */
export type Written<Change> = {
  readonly changes: readonly Change[];
  readonly skipped: number;
  /** What the last entry that was written says is left; null for no entry. */
  readonly left: number | null;
  readonly isCancelled: boolean;
  readonly failure: string | null;
};

export type ChunkOptions<Item, Change> = {
  /** What becomes of a chunk, at the moment of writing. */
  plan(chunk: readonly Item[]): readonly Change[];
  /** A chunk has been dealt with; `made` may lack items that were left out. */
  onChunk?(made: readonly Change[], chunk: readonly Item[]): void | Promise<void>;
  /** Aborted, nothing more is sent; entries that are on their way cannot be called back. */
  readonly signal?: AbortSignal | undefined;
};

/**
 * Writes changes of different keys in entries of up to {@link MAX_CHANGES_PER_ENTRY}, in order, each of them whole or not
 * at all, which say how many items are left; stops at the first that fails. The next entry is sent before the last one is
 * answered, so neither the server nor this thread waits for the other.
 */
export async function writeInChunks<Item, Change, ChangeSet>(
  writer: Pick<LogWriter<Change, unknown, ChangeSet & { readonly left: number }>, 'writePipelined'>,
  changeSet: ChangeSet,
  items: readonly Item[],
  { plan, onChunk, signal }: ChunkOptions<Item, Change>,
): Promise<Written<Change>> {
  const changes: Change[] = [];
  let done = 0;
  let lastLeft: number | null = null;
  let before: Promise<unknown> | null = null;
  const write = async (from: number) => {
    const chunk = items.slice(from, from + MAX_CHANGES_PER_ENTRY);
    const left = items.length - from - chunk.length;
    const made = await writer.writePipelined({ ...changeSet, left }, () => plan(chunk), before);
    // An answer may have been lost, and come after that of the next.
    if (made.length > 0) lastLeft = Math.min(lastLeft ?? left, left);
    changes.push(...made);
    done += chunk.length;
    await onChunk?.(made, chunk);
  };
  let failure: string | null = null;
  let next: Promise<unknown> | null = null;
  try {
    for (let from = 0; from < items.length && !signal?.aborted; from += MAX_CHANGES_PER_ENTRY) {
      next = write(from);
      // If the previous chunk fails, this one fails too; only the first error is reported.
      next.catch(() => {});
      await before;
      before = next;
    }
    await before;
  } catch (error) {
    await Promise.allSettled([next]);
    failure = detailOf(error);
  }
  const isCancelled = failure === null && done < items.length;
  return { changes, skipped: done - changes.length, left: lastLeft, isCancelled, failure };
}
