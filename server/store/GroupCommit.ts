import { log } from '../log.ts';
import { StorageFailure } from './StorageFailure.ts';
import type { SharedWrite, Store } from './store.ts';

/** Why one write of several is not stored. */
export type Refusal = { readonly error: unknown };

/** Runs one write within the open transaction, so that it is refused alone when it throws; throws what ends them all. */
type Apart = (work: () => void) => Refusal | null;

/** A write whose turn has come: its rows are written, or it was refused for itself. */
type Turn = { readonly write: SharedWrite; readonly refusal: Refusal | null };

/**
 * Lets writes that arrive while the server is busy, above all while it waits for the disk, share one transaction and
 * with that one wait: under load a commit carries as many writes as came meanwhile, and alone it carries one.
 *
 * First every write in turn stores its rows and goes ahead in memory, so that the next is judged by what it leaves.
 * After the commit memory goes back to where it was, and each write happens again, for all to see: so nobody ever
 * hears of what is not on disk, and everybody hears of each write with exactly what it found and left.
 */
export class GroupCommit {
  private readonly transaction: Store['transaction'];
  private readonly apart: Apart;
  private due: SharedWrite[] = [];
  private scheduled: NodeJS.Immediate | null = null;
  private isCommitting = false;

  constructor(transaction: Store['transaction'], apart: Apart) {
    this.transaction = transaction;
    this.apart = apart;
  }

  join(write: SharedWrite): void {
    this.due.push(write);
    // After everything that has arrived has been read.
    this.scheduled ??= setImmediate(() => this.settle());
  }

  settle(): void {
    // What a write tells others must not start the next group in the middle of this one.
    if (this.isCommitting) return;
    if (this.scheduled !== null) clearImmediate(this.scheduled);
    this.scheduled = null;
    const group = this.due;
    this.due = [];
    this.isCommitting = true;
    try {
      if (group.length > 0) this.commit(group);
    } finally {
      this.isCommitting = false;
      if (this.due.length > 0) this.scheduled ??= setImmediate(() => this.settle());
    }
  }

  private commit(group: readonly SharedWrite[]): void {
    const turns: Turn[] = [];
    try {
      this.transaction(() => {
        for (const write of group) turns.push({ write, refusal: this.apart(() => write.store()) });
      });
    } catch (error) {
      takeBack(turns);
      this.giveUp(group, error);
      return;
    }
    takeBack(turns);
    for (const { write, refusal } of turns) {
      tell(() => (refusal === null ? write.committed() : write.failed(refusal.error)));
    }
  }

  /** What does not fit on the disk together may fit one by one: a big write must not take small ones down with it. */
  private giveUp(group: readonly SharedWrite[], error: unknown): void {
    const isFull = error instanceof StorageFailure && error.kind === 'full';
    if (isFull && group.length > 1) for (const write of group) this.commit([write]);
    else for (const write of group) tell(() => write.failed(error));
  }
}

function takeBack(turns: readonly Turn[]): void {
  for (const { write, refusal } of turns.toReversed()) if (refusal === null) write.takeBack();
}

/** A defect in telling of one write must not keep the others from being told. */
function tell(work: () => void): void {
  try {
    work();
  } catch (error) {
    log.error('What became of a write could not be told', { error });
  }
}
