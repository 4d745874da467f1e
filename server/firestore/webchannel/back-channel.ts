import type { ServerResponse } from 'node:http';
import { encodeArrays, type QueuedArray } from './frames.ts';
import { LIMITS } from './limits.ts';

/** One long answer to the client's GET. It takes arrays until it is full, stalled or ended. */
export class BackChannel {
  readonly #response: ServerResponse;
  readonly #singleChunk: boolean;
  #written = 0;
  #stalledSince: number | null = null;

  /** @param singleChunk long polling (`CI=1`): the answer ends after the first chunk. */
  constructor(response: ServerResponse, singleChunk: boolean, onReady: () => void, onClose: () => void) {
    this.#response = response;
    this.#singleChunk = singleChunk;
    response.writeHead(200, {
      'Content-Type': 'text/plain; charset=utf-8',
      'Cache-Control': 'no-store',
      'X-Accel-Buffering': 'no',
    });
    response.on('drain', () => {
      this.#stalledSince = null;
      onReady();
    });
    response.on('close', onClose);
  }

  /** Since when the reader has not taken what was written, in milliseconds; null when it keeps up. */
  get stalledSince(): number | null {
    return this.#stalledSince;
  }

  /** Writes the arrays. Returns whether more may follow on this answer. */
  write(arrays: readonly QueuedArray[], now: number): boolean {
    const text = encodeArrays(arrays, LIMITS.frame);
    this.#written += text.length;
    if (!this.#response.write(text) && this.#stalledSince === null) this.#stalledSince = now;
    return !this.#singleChunk && this.#written < LIMITS.renewAfter;
  }

  end(): void {
    this.#response.end();
  }

  destroy(): void {
    this.#response.destroy();
  }
}
