import type { MappingChange } from '#model/history.ts';
import { MAX_CHANGES_PER_ENTRY } from '#model/limits.ts';
import type { ChangePlans } from './changePlans.ts';
import {
  type ChunkOptions,
  endsOpen,
  isAsBefore,
  type ListChangeSet,
  type Written,
  writeInChunks,
} from './listWrites.ts';
import type { MappingList } from './MappingList.ts';

type WriteOptions = Pick<ChunkOptions, 'onProgress' | 'signal'> & {
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
    { isContinued = false, ...options }: WriteOptions = {},
  ): Promise<Written> {
    const { batch, note } = changeSet;
    const list = this.#list;
    const isWanted = (change: MappingChange) => isAsBefore(list.entries, change);
    const isLong = changes.length > MAX_CHANGES_PER_ENTRY;
    const release = this.plans.hold(batch);
    try {
      if (isLong) await this.plans.save({ ...changeSet, changes });
      const written = await writeInChunks(list, changeSet, changes, { ...options, isWanted });
      if (written.failure !== null || written.isCancelled) return written;
      if (endsOpen(written.left, isContinued)) await list.closeBatch(batch, note);
      if (isLong || isContinued) await this.plans.drop(batch);
      return written;
    } finally {
      release();
    }
  }

  /**
   * Goes on with a change set that was stopped; null where this browser does not have its plan, and where another tab goes
   * on with it: what that one changes would seem to be somebody else's.
   */
  async resume(batch: string, onProgress: (done: number) => void): Promise<Written | null> {
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
