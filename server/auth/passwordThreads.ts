import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { FairQueue } from './FairQueue.ts';

/** scrypt parameters (RFC 7914): `cost` is log2 N. Memory is 128 · N · r bytes. */
export type ScryptParameters = { readonly cost: number; readonly r: number; readonly p: number };

/** One key to derive. */
export type Derivation = {
  readonly password: string;
  readonly salt: Buffer;
  readonly parameters: ScryptParameters;
  /** Whose it is: owners take turns. */
  readonly owner: string;
};

/** Derives keys on threads of its own. */
export type PasswordThreads = {
  /** Rejects with {@link Busy} when it would take too long, and with {@link Stopping}. */
  derive(derivation: Derivation): Promise<Buffer>;
  close(): Promise<void>;
};

/** Too many passwords wait to be checked; soon again. */
export class Busy extends Error {
  constructor() {
    super('Too many people are signing in at this moment: try again in a minute.');
    this.name = 'Busy';
  }
}

/** The server is going down. */
export class Stopping extends Error {
  constructor() {
    super('The server is stopping.');
    this.name = 'Stopping';
  }
}

/** However fast the machine is: each waiting password takes memory. */
const MAX_WAITING = 1000;
/** Milliseconds that the last in the queue may have to wait. The SDK gives up after 30 s. */
const LONGEST_WAIT = 25_000;
/** What one derivation takes until it has been measured. Milliseconds. */
const FIRST_GUESS = 150;
/** Each needs 32 MiB for its work. */
const MAX_THREADS = 4;
export const KEY_BYTES = 32;

/**
 * The threads' program, as text: the server runs from TypeScript sources as well as from one bundled file, and only a
 * text can be found in both. On Linux priorities are per thread: checking passwords gives way to everything else.
 */
const PROGRAM = `
const { parentPort } = require('node:worker_threads');
const { scryptSync } = require('node:crypto');
const { setPriority } = require('node:os');
if (process.platform === 'linux') try { setPriority(0, 5); } catch {}
parentPort.on('message', ({ password, salt, parameters: { cost, r, p }, bytes }) => {
  const N = 2 ** cost;
  parentPort.postMessage(scryptSync(password, salt, bytes, { N, r, p, maxmem: 256 * N * r }));
});`;

type Job = Derivation & {
  readonly resolve: (key: Buffer) => void;
  readonly reject: (error: unknown) => void;
};

/**
 * Starts threads as they are needed, one per processor and few at most. `crypto.scrypt` would block the four threads
 * that Node also uses for files and names; this way a burst of sign-ins delays other sign-ins and nothing else.
 */
export function createPasswordThreads(most = Math.min(availableParallelism(), MAX_THREADS)): PasswordThreads {
  const queue = new FairQueue<Job>();
  /** What each thread is at; null: it is free. */
  const threads = new Map<Worker, Job | null>();
  let typicalMs = FIRST_GUESS;
  let closed = false;

  const start = (): Worker => {
    const worker = new Worker(PROGRAM, { eval: true });
    threads.set(worker, null);
    worker.on('error', (error) => {
      threads.get(worker)?.reject(error);
      threads.delete(worker);
      next();
    });
    return worker;
  };
  const run = (worker: Worker, job: Job): void => {
    const began = performance.now();
    threads.set(worker, job);
    worker.ref();
    worker.once('message', (key: Uint8Array) => {
      typicalMs += (performance.now() - began - typicalMs) / 8;
      threads.set(worker, null);
      worker.unref();
      job.resolve(Buffer.from(key));
      next();
    });
    const { password, salt, parameters } = job;
    worker.postMessage({ password, salt, parameters, bytes: KEY_BYTES });
  };
  const freeThread = (): Worker | null => {
    for (const [worker, job] of threads) if (job === null) return worker;
    return threads.size < most ? start() : null;
  };
  const next = (): void => {
    const worker = queue.size > 0 ? freeThread() : null;
    const job = worker === null ? undefined : queue.take();
    if (worker !== null && job !== undefined) run(worker, job);
  };

  return {
    derive: (derivation) => {
      if (closed) return Promise.reject(new Stopping());
      if (queue.size >= MAX_WAITING || (typicalMs * queue.size) / most > LONGEST_WAIT)
        return Promise.reject(new Busy());
      return new Promise((resolve, reject) => {
        queue.put(derivation.owner, { ...derivation, resolve, reject });
        next();
      });
    },
    close: async () => {
      closed = true;
      for (let job = queue.take(); job !== undefined; job = queue.take()) job.reject(new Stopping());
      for (const job of threads.values()) job?.reject(new Stopping());
      await Promise.all([...threads.keys()].map((worker) => worker.terminate()));
    },
  };
}
