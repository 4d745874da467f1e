import { Worker } from 'node:worker_threads';

/** scrypt parameters (RFC 7914): `cost` is log2 N. Memory is 128 · N · r bytes. */
export type ScryptParameters = { readonly cost: number; readonly r: number; readonly p: number };

/** Derives keys one after the other on a thread of its own. */
export type PasswordThread = {
  /** Rejects with {@link Unavailable} when too many are waiting already, or the server is stopping. */
  derive(password: string, salt: Buffer, parameters: ScryptParameters): Promise<Buffer>;
  close(): Promise<void>;
};

/** No password can be checked now, but soon again. */
export class Unavailable extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = 'Unavailable';
  }
}

/** At some 100 ms each, the last in the queue waits for 25 s; the SDK gives up after 30 s. A whole office may sign in. */
const MOST_WAITING = 256;
export const KEY_BYTES = 32;

/**
 * The thread's program, as text: the server runs from TypeScript sources as well as from one bundled file, and
 * only a text can be found in both.
 */
const PROGRAM = `
const { parentPort } = require('node:worker_threads');
const { scryptSync } = require('node:crypto');
parentPort.on('message', ({ id, password, salt, cost, r, p, bytes }) => {
  const N = 2 ** cost;
  const key = scryptSync(password, salt, bytes, { N, r, p, maxmem: 256 * N * r });
  parentPort.postMessage({ id, key });
});`;

type Waiting = { readonly resolve: (key: Buffer) => void; readonly reject: (error: unknown) => void };

/**
 * Starts the thread on first use. `crypto.scrypt` would block one of the four threads that Node also uses for
 * files and names; this way a burst of sign-ins delays other sign-ins and nothing else.
 */
export function createPasswordThread(): PasswordThread {
  const waiting = new Map<number, Waiting>();
  let lastId = 0;
  let worker: Worker | null = null;
  let closed = false;

  const fail = (error: unknown) => {
    worker = null;
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  };
  const start = (): Worker => {
    const started = new Worker(PROGRAM, { eval: true });
    started.on('message', ({ id, key }: { id: number; key: Uint8Array }) => {
      waiting.get(id)?.resolve(Buffer.from(key));
      waiting.delete(id);
      if (waiting.size === 0) started.unref();
    });
    started.on('error', fail);
    return started;
  };

  return {
    derive: (password, salt, parameters) => {
      if (closed) return Promise.reject(new Unavailable('The server is stopping.'));
      if (waiting.size >= MOST_WAITING)
        return Promise.reject(new Unavailable('Too many sign-ins at once: try again.'));
      worker ??= start();
      worker.ref();
      lastId += 1;
      const id = lastId;
      worker.postMessage({ id, password, salt, ...parameters, bytes: KEY_BYTES });
      return new Promise((resolve, reject) => {
        waiting.set(id, { resolve, reject });
      });
    },
    close: async () => {
      closed = true;
      const closing = worker;
      fail(new Unavailable('The server is stopping.'));
      await closing?.terminate();
    },
  };
}
