import { BATCH_PAUSE_MS, BATCH_SIZE } from '#model/limits.ts';
import type { Timing } from '../timing.ts';

export type Outcome = 'complete' | 'cancelled';

/** A stretch of rows: `from` included, `to` excluded. */
export type RowRange = { readonly from: number; readonly to: number };

export type RunParts = {
  readonly rowCount: number;
  /** Rows on screen, asked for before each batch: they go first. */
  visible(): RowRange;
  /** Classifies these rows and hands them on; `percent` (0 to 100, whole) is how far the run is after them. */
  takeBatch(rows: RowRange, percent: number): void;
  readonly timing: Pick<Timing, 'pause' | 'yieldToEventLoop'>;
};

/**
 * One classification of a whole text, in batches with a pause between them (specification §9), in which the
 * worker takes messages. When the whole result is waited for ({@link skipPauses}) the pauses are left out, not the
 * taking of messages: a run can be cancelled within one batch at any time.
 */
export class ClassificationRun {
  readonly finished: Promise<Outcome>;
  readonly #parts: RunParts;
  readonly #isTaken: Uint8Array;
  #takenRows = 0;
  /** No batch before this one is left. */
  #firstLeft = 0;
  #isCancelled = false;
  #isHurried = false;
  #endPause: () => void = () => {};

  /** Takes the first batch before it returns. */
  constructor(parts: RunParts) {
    this.#parts = parts;
    this.#isTaken = new Uint8Array(Math.ceil(parts.rowCount / BATCH_SIZE));
    this.finished = this.#run();
  }

  cancel(): void {
    this.#isCancelled = true;
    this.#endPause();
  }

  skipPauses(): void {
    this.#isHurried = true;
    this.#endPause();
  }

  async #run(): Promise<Outcome> {
    for (let batch = this.#nextBatch(); batch !== undefined; batch = this.#nextBatch()) {
      this.#take(batch);
      if (this.#takenRows === this.#parts.rowCount) break;
      await this.#rest();
      if (this.#isCancelled) return 'cancelled';
    }
    return 'complete';
  }

  #take(batch: number): void {
    const from = batch * BATCH_SIZE;
    const to = Math.min(from + BATCH_SIZE, this.#parts.rowCount);
    this.#isTaken[batch] = 1;
    this.#takenRows += to - from;
    this.#parts.takeBatch({ from, to }, Math.floor((100 * this.#takenRows) / this.#parts.rowCount));
  }

  #nextBatch(): number | undefined {
    const visible = this.#parts.visible();
    const last = Math.min(Math.ceil(visible.to / BATCH_SIZE), this.#isTaken.length);
    for (let batch = Math.floor(visible.from / BATCH_SIZE); batch < last; batch++) {
      if (this.#isTaken[batch] === 0) return batch;
    }
    while (this.#isTaken[this.#firstLeft] === 1) this.#firstLeft++;
    return this.#firstLeft < this.#isTaken.length ? this.#firstLeft : undefined;
  }

  async #rest(): Promise<void> {
    if (this.#isHurried) return this.#parts.timing.yieldToEventLoop();
    const calledOff = new Promise<void>((resolve) => {
      this.#endPause = resolve;
    });
    await Promise.race([this.#parts.timing.pause(BATCH_PAUSE_MS), calledOff]);
  }
}
