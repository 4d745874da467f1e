import type { ServerResponse } from 'node:http';
import { encodeArrays, type QueuedArray } from './frames.ts';
import { LIMITS } from './limits.ts';

/** One long answer to the client's GET. */
export class BackChannel {
  readonly #response: ServerResponse;
  readonly #singleChunk: boolean;
  #written = 0;
  #isFull = false;
  #isEnded = false;
  /** Bytes waiting for the reader when last looked at, and since when it has been that many. */
  #waiting = { bytes: 0, since: 0 };

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
      this.#isFull = false;
      onReady();
    });
    response.on('close', onClose);
  }

  /** Whether it may be written to now: not ended, and the reader keeps up. */
  get isReady(): boolean {
    return !this.#isEnded && !this.#isFull;
  }

  /** Ended answers may still be on their way to the reader. */
  get isEnded(): boolean {
    return this.#isEnded;
  }

  /** Writes the arrays; ends the answer where polling or its length ask for it. */
  write(arrays: readonly QueuedArray[]): void {
    const text = encodeArrays(arrays, LIMITS.frame);
    this.#written += text.length;
    this.#isFull = !this.#response.write(text);
    if (this.#singleChunk || this.#written >= LIMITS.renewAfter) this.end();
  }

  /** Whether the reader has taken nothing for too long of what waits for it. Asked every second or so. */
  isStalled(now: number): boolean {
    const bytes = this.#response.writableLength;
    if (bytes !== this.#waiting.bytes) this.#waiting = { bytes, since: now };
    return bytes > 0 && now - this.#waiting.since > LIMITS.stalled;
  }

  end(): void {
    this.#isEnded = true;
    this.#response.end();
  }

  destroy(): void {
    this.#isEnded = true;
    this.#response.destroy();
  }
}
