import type { SaveResult } from '#contract/unmatched.ts';
import { detailOf } from '#model/detailOf.ts';
import type { ChangeKind, KeyChange, MappingChange } from '#model/history.ts';
import {
  type ChangeSet,
  closedUpdate,
  type EntryPlan,
  entryUpdate,
  outsideUpdate,
} from '#model/historyUpdate.ts';
import { keyProblem } from '#model/keyProblem.ts';
import { MAX_CHANGES_PER_ENTRY } from '#model/limits.ts';
import type { Author } from '#model/log/author.ts';
import { type ListVersion, readListVersion } from '#model/log/version.ts';
import { isSameMapping, type Mapping, type MappingKey } from '#model/mapping.ts';
import { appendEntry, type SentEntry } from '../log/appendEntry.ts';
import type { LogFollower } from '../log/LogFollower.ts';
import { newId } from '../log/newId.ts';
import type { LegacyValues } from './legacyValues.ts';

/** What the history says of a change: its kind, and what its entries have in common. */
export type ListChangeSet = Omit<ChangeSet, 'by'>;

/** A change set of its own. */
export function newChangeSet(kind: ChangeKind, note?: string): ListChangeSet {
  return { kind, batch: newId(), ...(note !== undefined && { note }) };
}

/** What was written of many changes, how many were left out, and why the rest was not written; `failure` is null for none. */
export type Written = {
  readonly changes: readonly MappingChange[];
  readonly skipped: number;
  /** What the last entry that was written says is left; null for no entry. */
  readonly left: number | null;
  readonly isCancelled: boolean;
  readonly failure: string | null;
};

/** A list that can be changed; see {@link ListWriter.write}. */
export type WritableList = {
  readonly entries: ReadonlyMap<MappingKey, Mapping>;
  write(changeSet: ListChangeSet, plan: () => readonly MappingChange[]): Promise<readonly MappingChange[]>;
};

/**
 * Stores mappings as one change set, each in place of what its key held; of several with one key the last. Nothing is written
 * when one of them cannot be stored. Resolves when the server has them.
 */
export async function writeMappings(
  list: WritableList,
  kind: ChangeKind,
  mappings: readonly Mapping[],
): Promise<SaveResult> {
  for (const { key, description } of mappings) {
    const problem = keyProblem(key);
    if (problem !== null) return { kind: 'unstorable', keyword: description, problem };
  }
  const wanted = [...new Map(mappings.map((after) => [after.key, after])).values()];
  const changeSet = newChangeSet(kind);
  let count = 0;
  const undo = () => (count > 0 ? changeSet.batch : null);
  for (let from = 0; from < wanted.length; from += MAX_CHANGES_PER_ENTRY) {
    const chunk = wanted.slice(from, from + MAX_CHANGES_PER_ENTRY);
    try {
      const left = wanted.length - from - chunk.length;
      const written = await list.write({ ...changeSet, left }, () =>
        chunk
          .map((mapping) => putInPlace(list.entries, mapping))
          .filter(({ before, after }) => !isSameMapping(before, after)),
      );
      count += written.length;
    } catch (error) {
      return { kind: 'failed', detail: detailOf(error), count, undo: undo() };
    }
  }
  return { kind: 'saved', count, undo: undo() };
}

/**
 * Whether the entries of a batch end with one that says that changes are left, although all are done: the last ones were
 * left out.
 * @param left what the last entry that was written says; null for none
 * @param isContinued entries of the batch were stored before, and may say so
 */
export function endsOpen(left: number | null, isContinued: boolean): boolean {
  return (left ?? (isContinued ? 1 : 0)) > 0;
}

/** The next entry is sent before the last one is answered, so neither the server nor this thread waits for the other. */
const ENTRIES_UNDER_WAY = 2;

export type ChunkOptions = {
  /** A change for which this returns false at the moment of writing is left out. */
  readonly isWanted: (change: MappingChange) => boolean;
  /** Gets the number of changes dealt with, those left out included. */
  readonly onProgress?: (done: number) => void;
  /** Aborted, nothing more is sent; entries that are on their way cannot be called back. */
  readonly signal?: AbortSignal;
};

/**
 * Writes changes of different keys in entries of up to {@link MAX_CHANGES_PER_ENTRY}, each of them whole or not at all,
 * which say how many changes are left; stops at the first that fails.
 */
export async function writeInChunks(
  list: Pick<ListWriter, 'writePipelined'>,
  changeSet: ListChangeSet,
  changes: readonly MappingChange[],
  { isWanted, onProgress = () => {}, signal }: ChunkOptions,
): Promise<Written> {
  const written: MappingChange[] = [];
  let done = 0;
  let lastLeft: number | null = null;
  const send = async (chunk: readonly MappingChange[], left: number) => {
    const made = await list.writePipelined({ ...changeSet, left }, () => chunk.filter(isWanted));
    if (made.length > 0) lastLeft = left;
    return made;
  };
  const onAnswer = (made: readonly MappingChange[], chunk: readonly MappingChange[]) => {
    written.push(...made);
    done += chunk.length;
    onProgress(done);
  };
  const failure = await sendInChunks(changes, { send, onAnswer, ...(signal && { signal }) });
  const isCancelled = failure === null && done < changes.length;
  return { changes: written, skipped: done - written.length, left: lastLeft, isCancelled, failure };
}

type ChunkSending<Item, Answer> = {
  /** Sends a chunk, after which `left` items come. */
  send(chunk: readonly Item[], left: number): Promise<Answer>;
  onAnswer(answer: Answer, chunk: readonly Item[]): void;
  /** Aborted, nothing more is sent. */
  readonly signal?: AbortSignal;
};

/**
 * Sends items in chunks, in order, the next one before the last is answered. Resolves when all that were sent are answered:
 * with why one failed, after which none is sent; null where none did.
 */
export async function sendInChunks<Item, Answer>(
  items: readonly Item[],
  { send, onAnswer, signal }: ChunkSending<Item, Answer>,
): Promise<string | null> {
  const underWay: Promise<void>[] = [];
  let begun = 0;
  const sendNext = () => {
    const chunk = items.slice(begun, begun + MAX_CHANGES_PER_ENTRY);
    begun += chunk.length;
    const answered = send(chunk, items.length - begun).then((answer) => onAnswer(answer, chunk));
    // If the previous chunk fails, this one fails too; only the first error is reported.
    answered.catch(() => {});
    underWay.push(answered);
  };
  try {
    for (;;) {
      while (underWay.length < ENTRIES_UNDER_WAY && begun < items.length && !signal?.aborted) sendNext();
      const first = underWay[0];
      if (first === undefined) return null;
      await first;
      underWay.shift();
    }
  } catch (error) {
    await Promise.allSettled(underWay);
    return detailOf(error);
  }
}

/** The change that puts a mapping in place of what its key holds; fields that it does not name stay as they are. */
export function putInPlace(entries: ReadonlyMap<MappingKey, Mapping>, mapping: Mapping): MappingChange {
  const before = entries.get(mapping.key) ?? null;
  return { key: mapping.key, before, after: { ...before, ...mapping } };
}

/** Whether the list has what the changes were to bring about. */
export function isStored(
  entries: ReadonlyMap<MappingKey, Mapping>,
  changes: readonly MappingChange[],
): boolean {
  return changes.every(({ key, after }) => isSameMapping(entries.get(key), after));
}

/** Whether the entry still has the value that the change begins with. */
export function isAsBefore(
  entries: ReadonlyMap<MappingKey, Mapping>,
  { key, before }: MappingChange,
): boolean {
  return isSameMapping(entries.get(key), before);
}

/** An entry on its way to the server, with the version after it. */
export type SentListEntry = SentEntry & { readonly version: ListVersion };

type ListWriterOptions = {
  readonly follower: LogFollower<KeyChange>;
  readonly forms: LegacyValues;
  readonly entries: ReadonlyMap<MappingKey, Mapping>;
  readonly author: Author;
};

/** What a change to be stored is planned as. Empty: nothing is stored. */
type Plan = () => readonly MappingChange[];

/** A write that others may follow before it is answered; see {@link ListWriter.writePipelined}. */
type PrecedingWrite = { readonly entry: SentListEntry; readonly written: Promise<unknown> };

/**
 * Makes changes of the shared list, one after another. Each is planned on the current list and stored only if nobody
 * has changed the list since: so a plan may read any entry and rely on it.
 */
export class ListWriter {
  readonly #options: ListWriterOptions;
  #last: Promise<unknown> = Promise.resolve();
  /** What the last write has sent, if another may follow it; null: the next waits until it has ended. */
  #precedingWrite: Promise<PrecedingWrite | null> = Promise.resolve(null);

  constructor(options: ListWriterOptions) {
    this.#options = options;
  }

  /**
   * Stores the changes that `plan` returns, as one entry of the history; plans again each time that somebody else's
   * change comes first. Resolves with what was stored when the server has it; with nothing when nothing was planned.
   * Rejects when the server refuses, and when the list is not what its history says; waits while the server cannot be
   * reached.
   */
  write(changeSet: ListChangeSet, plan: Plan): Promise<readonly MappingChange[]> {
    this.#precedingWrite = Promise.resolve(null);
    return this.#inTurn((before) => before.then(() => this.#store(changeSet, plan)));
  }

  /** Stores an entry of kind `closed` of a batch. Rejects as `write` does. */
  async close(batch: string, note?: string): Promise<void> {
    const changeSet: ListChangeSet = { kind: 'closed', batch, ...(note !== undefined && { note }) };
    this.#precedingWrite = Promise.resolve(null);
    const { follower } = this.#options;
    const log = {
      subject: 'the list',
      state: () => follower.version(),
      send: (version: ListVersion) => {
        const { update } = closedUpdate(this.#planOf(version, changeSet));
        return { isStored: follower.send(update, []) };
      },
    };
    await this.#inTurn((before) => before.then(() => appendEntry(log, () => [null])));
  }

  /**
   * Like `write`, but does not wait for the previous `writePipelined` call, whose changes `plan` must not depend on. Each
   * update names the id of the one before, so the server rejects it if that one failed. Then this one is planned again
   * after it; where that one rejects, this one rejects with the same error.
   */
  writePipelined(changeSet: ListChangeSet, plan: Plan): Promise<readonly MappingChange[]> {
    const former = this.#precedingWrite;
    let onSent: (entry: SentListEntry | null) => void = () => {};
    const sent = new Promise<SentListEntry | null>((resolve) => {
      onSent = resolve;
    });
    const written = this.#inTurn(async (before) => {
      const preceding = await former;
      if (preceding !== null) return this.#storeAfter(preceding, changeSet, plan, onSent);
      await before;
      return this.#store(changeSet, plan, onSent);
    });
    const end = () => onSent(null);
    written.then(end, end);
    const preceding = sent.then((entry) => entry && { entry, written });
    this.#precedingWrite = preceding;
    // What is asked for after the failure, such as the same upload again, does not follow it.
    written.catch(() => {
      if (this.#precedingWrite === preceding) this.#precedingWrite = Promise.resolve(null);
    });
    return written;
  }

  /** Makes the list that is not what its history says the one that counts. Rejects when the server refuses. */
  async accept(): Promise<void> {
    const { follower, forms } = this.#options;
    const version = follower.mismatched;
    if (!version?.sum) return;
    const { update } = outsideUpdate(this.#planOf(version, newChangeSet('outside')), forms.sum);
    await follower.send(update, []);
  }

  /** Null where the changes change nothing. */
  #send(
    after: ListVersion,
    changeSet: ListChangeSet,
    changes: readonly MappingChange[],
  ): SentListEntry | null {
    const { follower, forms, entries } = this.#options;
    const stored = forms.changesOf(changes, entries);
    if (stored.length === 0) return null;
    const { version, update } = entryUpdate(this.#planOf(after, changeSet), stored);
    return { version: readListVersion(version), isStored: follower.send(update, stored) };
  }

  #planOf(former: ListVersion, changeSet: ListChangeSet): EntryPlan {
    const { forms, author } = this.#options;
    return { id: newId(), former, sum: former.sum ?? forms.sum, changeSet: { ...changeSet, by: author } };
  }

  /** @param store gets the end of all writes before */
  #inTurn<T>(store: (before: Promise<unknown>) => Promise<T>): Promise<T> {
    const before = this.#last;
    const written = store(before);
    this.#last = written.then(
      () => before,
      () => before,
    );
    return written;
  }

  /** @param onSent gets what is sent at the first try */
  #store(
    changeSet: ListChangeSet,
    plan: Plan,
    onSent?: (entry: SentListEntry | null) => void,
  ): Promise<readonly MappingChange[]> {
    const log = {
      subject: 'the list',
      state: () => this.#options.follower.version(),
      send: (version: ListVersion, changes: readonly MappingChange[]) =>
        this.#send(version, changeSet, changes),
    };
    return appendEntry(log, plan, onSent);
  }

  async #storeAfter(
    { entry: former, written }: PrecedingWrite,
    changeSet: ListChangeSet,
    plan: Plan,
    onSent: (entry: SentListEntry | null) => void,
  ): Promise<readonly MappingChange[]> {
    const isExpected = this.#options.follower.isExpected(former.version);
    const changes = isExpected ? plan() : [];
    const entry = changes.length === 0 ? null : this.#send(former.version, changeSet, changes);
    onSent(entry);
    const [first, own] = await Promise.allSettled([former.isStored, entry?.isStored]);
    if (own.status === 'fulfilled' && own.value === true) return changes;
    // Rejects where that write has failed: the server has not taken this one, which names its entry.
    await written;
    if (isExpected && first.status === 'fulfilled' && first.value) {
      if (entry === null) return changes;
      if (own.status === 'rejected') throw own.reason;
    }
    return this.#store(changeSet, plan);
  }
}
