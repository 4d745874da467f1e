import type { MappingChange } from '#model/history.ts';
import { MAX_CHANGES_PER_ENTRY } from '#model/limits.ts';
import { type ChunkOptions, type Written, writeInChunks } from '../log/LogWriter.ts';
import type { ChangePlans } from './changePlans.ts';
import { isAsBefore, type ListChangeSet } from './listWrites.ts';
import type { MappingList } from './MappingList.ts';

type WriteOptions = {
  /** Gets the number of changes dealt with, those left out included. */
  readonly onProgress?: (done: number) => void;
  readonly signal?: AbortSignal;
  /** Entries of the batch are stored already. */
  readonly isContinued?: boolean;
};

/**
 * Writes change sets of any size. The plan of one that takes several entries stays in this browser until all of it is
 * done, so that it can go on after its page is gone.
 */
export class ChangeSetWriter {
  readonly #list: Pick<MappingList, 'entries' | 'writePipelined' | 'closeBatch'>;
  readonly plans: ChangePlans;

  constructor(list: Pick<MappingList, 'entries' | 'writePipelined' | 'closeBatch'>, plans: ChangePlans) {
    this.#list = list;
    this.plans = plans;
  }

  /** Writes the changes, but for those whose mapping somebody has changed; see {@link writeInChunks}. */
  async write(
    changeSet: ListChangeSet,
    changes: readonly MappingChange[],
    { isContinued = false, onProgress, signal }: WriteOptions = {},
  ): Promise<Written<MappingChange>> {
    const { batch } = changeSet;
    const isLong = changes.length > MAX_CHANGES_PER_ENTRY;
    const release = this.plans.hold(batch);
    let done = 0;
    try {
      if (isLong) await this.plans.save({ ...changeSet, changes });
      const written = await this.writeItems(changeSet, changes, {
        plan: (chunk) => chunk.filter((change) => isAsBefore(this.#list.entries, change)),
        onChunk(_made, { length }) {
          done += length;
          onProgress?.(done);
        },
        signal,
        isContinued,
      });
      const isOver = written.failure === null && !written.isCancelled;
      if (isOver && (isLong || isContinued)) await this.plans.drop(batch);
      return written;
    } finally {
      release();
    }
  }

  /**
   * Writes what `plan` makes of items, whose own plan is kept elsewhere. When all are done and the last entry says that
   * changes are left, since the last ones were left out, the batch is closed.
   */
  async writeItems<Item>(
    changeSet: ListChangeSet,
    items: readonly Item[],
    { isContinued, ...options }: ChunkOptions<Item, MappingChange> & { readonly isContinued: boolean },
  ): Promise<Written<MappingChange>> {
    const { batch, note } = changeSet;
    const list = this.#list;
    const release = this.plans.hold(batch);
    try {
      const written = await writeInChunks(list, changeSet, items, options);
      const isOver = written.failure === null && !written.isCancelled;
      // Entries of before may say so, too.
      const left = written.left ?? (isContinued ? 1 : 0);
      if (isOver && left > 0) await list.closeBatch(batch, note);
      return written;
    } finally {
      release();
    }
  }

  /**
   * Goes on with a change set that was stopped; null where this browser does not have its plan, and where another tab goes
   * on with it: what that one changes would seem to be somebody else's.
   */
  async resume(batch: string, onProgress: (done: number) => void): Promise<Written<MappingChange> | null> {
    const release = await this.plans.holdAlone(batch);
    if (release === null) return null;
    try {
      const plan = await this.plans.read(batch);
      if (plan === null) return null;
      const { changes, ...changeSet } = plan;
      const rest = changes.filter((change) => isAsBefore(this.#list.entries, change));
      return await this.write(changeSet, rest, { onProgress, isContinued: true });
    } finally {
      release();
    }
  }

  /** Nothing more comes of the batch, though its last entry says that changes are left. */
  async close(batch: string): Promise<void> {
    await this.#list.closeBatch(batch);
    await this.plans.drop(batch);
  }
}
