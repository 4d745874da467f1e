/// <reference lib="dom" />
import type { Page, Worker } from 'playwright-core';
import { BATCH_PAUSE_MS } from '#model/limits.ts';

declare global {
  /** In a worker where something is held: lets it go on, and holds nothing more. */
  var releaseHeld: () => void;
}

/** The page's newest worker of this name: one of the page before, or one that was replaced, may take a while to go. */
export function workerOf(page: Page, name: string): Worker {
  const found = page.workers().findLast((worker) => worker.url().includes(name));
  if (found === undefined) throw new Error(`The page has no ${name} worker`);
  return found;
}

export const ledgerOf = (page: Page): Worker => workerOf(page, 'ledger');

/** Lets what was held in a worker go on. */
export const release = (worker: Worker): Promise<void> => worker.evaluate(() => self.releaseHeld());

/** From now on every classification stops in its first pause between batches, however fast the machine is. */
export function holdRuns(worker: Worker): Promise<void> {
  return worker.evaluate((pause) => {
    const { setTimeout } = self;
    const held: (() => void)[] = [];
    self.setTimeout = ((run: () => void, delay = 0, ...rest: []) =>
      delay === pause ? held.push(run) : setTimeout(run, delay, ...rest)) as typeof setTimeout;
    self.releaseHeld = () => {
      self.setTimeout = setTimeout;
      for (const run of held) run();
    };
  }, BATCH_PAUSE_MS);
}

/** From now on the worker's WebSockets send about so many characters and keep back what comes after. */
export function holdSends(worker: Worker, after: number): Promise<void> {
  return worker.evaluate((most) => {
    const { send } = WebSocket.prototype;
    const held: (() => void)[] = [];
    let sent = 0;
    WebSocket.prototype.send = function (this: WebSocket, data: string) {
      if (sent > most) held.push(() => send.call(this, data));
      else send.call(this, data);
      sent += data.length;
    };
    self.releaseHeld = () => {
      WebSocket.prototype.send = send;
      for (const act of held) act();
    };
  }, after);
}

/** From now on the worker reads about so many bytes of files and waits with what comes after. */
export function holdReads(worker: Worker, after: number): Promise<void> {
  return worker.evaluate((most) => {
    const { arrayBuffer } = Blob.prototype;
    let resolve = () => {};
    const promise = new Promise<void>((resolved) => {
      resolve = resolved;
    });
    let read = 0;
    Blob.prototype.arrayBuffer = async function (this: Blob) {
      if (read > most) await promise;
      read += this.size;
      return arrayBuffer.call(this);
    };
    self.releaseHeld = () => {
      Blob.prototype.arrayBuffer = arrayBuffer;
      resolve();
    };
  }, after);
}
