import { detailOf } from '#model/detailOf.ts';
import { MAX_CHANGES_PER_ENTRY } from '#model/limits.ts';
import type { HistoryUpdate } from '#model/log/entry.ts';
import type { ListVersion } from '#model/log/version.ts';
import { appendEntry } from './appendEntry.ts';
import type { LogFollower } from './LogFollower.ts';
import { newId } from './newId.ts';

/** A change set of its own. */
export function newChangeSet<Kind extends string>(kind: Kind, note?: string) {
  return { kind, batch: newId(), ...(note !== undefined && { note }) };
}

type LogWriterOptions<Change, Stored, ChangeSet> = {
  readonly follower: Pick<LogFollower<Stored>, 'version' | 'send'> &
    Partial<Pick<LogFollower<Stored>, 'pending'>>;
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
   * @param before another write: where it rejects, nothing is stored, and this one rejects with the same error
   */
  async write(
    changeSet: ChangeSet,
    plan: () => readonly Change[],
    before: Promise<unknown> | null = null,
  ): Promise<readonly Change[]> {
    await before;
    const { follower, subject } = this.#options;
    const log = {
      subject,
      state: () => follower.version(),
      send: (version: ListVersion, changes: readonly Change[]) => this.#send(version, changeSet, changes),
    };
    return this.#inTurn(() => appendEntry(log, plan));
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
    const { follower } = this.#options;
    const entry = await this.#inTurn(async () => {
      const version = before === null ? await follower.version() : follower.pending;
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
    const { follower, updateOf } = this.#options;
    const entry = updateOf(version, changeSet, changes);
    return entry && follower.send(entry.update, entry.stored);
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

/** The next entry is sent before the last one is answered, so neither the server nor this thread waits for the other. */
const ENTRIES_UNDER_WAY = 2;

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
 * at all, which say how many items are left; stops at the first that fails.
 * @param write {@link LogWriter.write} or {@link LogWriter.writePipelined}
 */
export async function writeInChunks<Item, Change, ChangeSet>(
  write: (
    changeSet: ChangeSet & { readonly left: number },
    plan: () => readonly Change[],
    before: Promise<unknown> | null,
  ) => Promise<readonly Change[]>,
  changeSet: ChangeSet,
  items: readonly Item[],
  { plan, onChunk, signal }: ChunkOptions<Item, Change>,
): Promise<Written<Change>> {
  const changes: Change[] = [];
  const underWay: Promise<void>[] = [];
  let [begun, done] = [0, 0];
  let lastLeft: number | null = null;
  let before: Promise<unknown> | null = null;
  const sendNext = () => {
    const chunk = items.slice(begun, begun + MAX_CHANGES_PER_ENTRY);
    begun += chunk.length;
    const left = items.length - begun;
    const written = write({ ...changeSet, left }, () => plan(chunk), before);
    before = written;
    const answered = written.then(async (made) => {
      // An answer may have been lost, and come after that of the next.
      if (made.length > 0) lastLeft = Math.min(lastLeft ?? left, left);
      changes.push(...made);
      done += chunk.length;
      await onChunk?.(made, chunk);
    });
    // If the previous chunk fails, this one fails too; only the first error is reported.
    answered.catch(() => {});
    underWay.push(answered);
  };
  let failure: string | null = null;
  try {
    for (;;) {
      while (underWay.length < ENTRIES_UNDER_WAY && begun < items.length && !signal?.aborted) sendNext();
      const [first] = underWay;
      if (first === undefined) break;
      await first;
      underWay.shift();
    }
  } catch (error) {
    await Promise.allSettled(underWay);
    failure = detailOf(error);
  }
  const isCancelled = failure === null && done < items.length;
  return { changes, skipped: done - changes.length, left: lastLeft, isCancelled, failure };
}
