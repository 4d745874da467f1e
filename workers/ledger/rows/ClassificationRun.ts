import { BATCH_PAUSE_MS, BATCH_SIZE } from '#model/limits.ts';
import type { Timing } from '../timing.ts';

type Outcome = 'complete' | 'cancelled';

/** A stretch of rows: `from` included, `to` excluded. */
export type RowRange = { readonly from: number; readonly to: number };

type RunOptions = {
  readonly rowCount: number;
  /** The rows on screen; they go first. Called before each batch. */
  visible(): RowRange;
  /** Classifies these rows and sends them; `percent` (0 to 100, whole) is the share done after them. */
  takeBatch(rows: RowRange, percent: number): void;
  readonly timing: Pick<Timing, 'pause' | 'yieldToEventLoop'>;
};

/**
 * One classification of a whole text, in batches with a pause between them (specification §9), in which the worker
 * handles messages. After {@link skipPauses} (the user waits for the whole result) it still yields to messages between
 * batches, without a pause: so a run can be cancelled within one batch at any time.
 */
export class ClassificationRun {
  readonly finished: Promise<Outcome>;
  readonly #options: RunOptions;
  readonly #isTaken: Uint8Array;
  #takenRows = 0;
  /** All batches before this one are taken. */
  #firstLeft = 0;
  #isCancelled = false;
  #skipsPauses = false;
  #endPause: () => void = () => {};

  /** The first batch is taken before the constructor returns. */
  constructor(options: RunOptions) {
    this.#options = options;
    this.#isTaken = new Uint8Array(Math.ceil(options.rowCount / BATCH_SIZE));
    this.finished = this.#run();
  }

  cancel(): void {
    this.#isCancelled = true;
    this.#endPause();
  }

  skipPauses(): void {
    this.#skipsPauses = true;
    this.#endPause();
  }

  async #run(): Promise<Outcome> {
    const { rowCount, takeBatch } = this.#options;
    for (let batch = this.#nextBatch(); batch !== undefined; batch = this.#nextBatch()) {
      const from = batch * BATCH_SIZE;
      const to = Math.min(from + BATCH_SIZE, rowCount);
      this.#isTaken[batch] = 1;
      this.#takenRows += to - from;
      takeBatch({ from, to }, Math.floor((100 * this.#takenRows) / rowCount));
      if (this.#takenRows === rowCount) break;
      await this.#pause();
      if (this.#isCancelled) return 'cancelled';
    }
    return 'complete';
  }

  #nextBatch(): number | undefined {
    const visible = this.#options.visible();
    const last = Math.min(Math.ceil(visible.to / BATCH_SIZE), this.#isTaken.length);
    for (let batch = Math.floor(visible.from / BATCH_SIZE); batch < last; batch++) {
      if (this.#isTaken[batch] === 0) return batch;
    }
    while (this.#isTaken[this.#firstLeft] === 1) this.#firstLeft++;
    return this.#firstLeft < this.#isTaken.length ? this.#firstLeft : undefined;
  }

  async #pause(): Promise<void> {
    if (this.#skipsPauses) return this.#options.timing.yieldToEventLoop();
    const cancelled = new Promise<void>((resolve) => {
      this.#endPause = resolve;
    });
    await Promise.race([this.#options.timing.pause(BATCH_PAUSE_MS), cancelled]);
  }
}
