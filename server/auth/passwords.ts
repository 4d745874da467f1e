import { createCipheriv, randomBytes, timingSafeEqual } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { Refusal } from './protocol.ts';

/** scrypt parameters (RFC 7914): `cost` is log2 N. The memory needed is 128 · N · r bytes. */
export type ScryptParameters = { readonly cost: number; readonly r: number; readonly p: number };

/**
 * One of the settings that OWASP's Password Storage Cheat Sheet names as equally strong: N = 2^15, r = 8, p = 3. The
 * first of them, 2^17, 8 and 1, takes 128 MiB per sign-in instead of 32, and no less time.
 */
export const STRONG_SCRYPT: ScryptParameters = { cost: 15, r: 8, p: 3 };

export type Passwords = ReturnType<typeof createPasswords>;

/**
 * Hashes and checks passwords. Passwords are compared in NFC, since keyboards differ in how they compose `é`.
 * @param parameters for new hashes; stored ones carry their own
 */
export function createPasswords(
  parameters: ScryptParameters,
  threads: PasswordThreads = new PasswordThreads(),
) {
  const derive = (password: string, { salt, used }: Pick<PasswordHash, 'salt' | 'used'>, owner = '') =>
    threads.derive({ password, salt, parameters: used, owner });
  const deriveFor = async (password: string, hash: PasswordHash, owner?: string): Promise<Buffer> => {
    if (hash.scheme === 'scrypt') return derive(password.normalize('NFC'), hash, owner);
    const salt = Buffer.concat([hash.salt, hash.saltSeparator]);
    // As it is typed: Firebase does not normalise.
    return encryptedKey(hash.signerKey, await derive(password, { ...hash, salt }, owner));
  };

  return {
    /**
     * Text to store: `scrypt$<log2 N>$<r>$<p>$<salt>$<key>`.
     * @param owner the caller's address: when many wait, owners take turns
     */
    async hash(password: string, owner?: string): Promise<string> {
      const salt = randomBytes(SALT_BYTES);
      const key = await derive(password.normalize('NFC'), { salt, used: parameters }, owner);
      return passwordHashText({ scheme: 'scrypt', used: parameters, salt, key });
    },
    /** With null (no such account, or one without a password) it takes as long and resolves with false. */
    async matches(password: string, stored: string | null, owner?: string): Promise<boolean> {
      const hash = stored === null ? dummyHash(parameters) : parsePasswordHash(stored);
      const derived = await deriveFor(password, hash, owner);
      return derived.length === hash.key.length && timingSafeEqual(derived, hash.key) && stored !== null;
    },
    /** Whether a stored text is of another scheme than {@link hash} gives, or less work for who guesses. */
    isOutdated(stored: string): boolean {
      const { scheme, used, salt } = parsePasswordHash(stored);
      return scheme !== 'scrypt' || salt.length < SALT_BYTES || workOf(used) < workOf(parameters);
    },
    close: () => threads.close(),
  };
}

/** How often scrypt mixes a block, which all its time goes into. */
function workOf({ cost, r, p }: ScryptParameters): number {
  return 2 ** cost * r * p;
}

/** How passwords are hashed: here, or by a Firebase project from which the account was moved. */
export type HashScheme = { readonly used: ScryptParameters } & (
  | { readonly scheme: 'scrypt' }
  | {
      /** Firebase's modification of scrypt (https://github.com/firebase/scrypt): its parameters belong to the project. */
      readonly scheme: 'firebase';
      readonly saltSeparator: Buffer;
      readonly signerKey: Buffer;
    }
);

/** A stored password. */
export type PasswordHash = HashScheme & { readonly salt: Buffer; readonly key: Buffer };

/** Firebase keeps not the derived key, but a key of the project encrypted with it (AES-256 in counter mode, from zero). */
function encryptedKey(signerKey: Buffer, derived: Buffer): Buffer {
  return createCipheriv('aes-256-ctr', derived, Buffer.alloc(16)).update(signerKey);
}

function dummyHash(used: ScryptParameters): PasswordHash {
  return { scheme: 'scrypt', salt: randomBytes(SALT_BYTES), key: Buffer.alloc(KEY_BYTES), used };
}

/** The text to store, see `hash` of {@link createPasswords}; of a project's `firebase$…$<separator>$<signer key>`. */
export function passwordHashText(hash: PasswordHash): string {
  const { cost, r, p } = hash.used;
  const buffers = [
    hash.salt,
    hash.key,
    ...(hash.scheme === 'scrypt' ? [] : [hash.saltSeparator, hash.signerKey]),
  ];
  return [hash.scheme, cost, r, p, ...buffers.map((each) => each.toString('base64url'))].join('$');
}

/** Reads a stored text back. Throws for an unknown scheme. */
export function parsePasswordHash(stored: string): PasswordHash {
  const [scheme, cost, r, p, ...texts] = stored.split('$');
  const [salt, key, saltSeparator, signerKey] = texts.map((text) => Buffer.from(text, 'base64url'));
  const used = { cost: Number(cost), r: Number(r), p: Number(p) };
  if (salt !== undefined && key !== undefined) {
    if (scheme === 'scrypt') return { scheme, used, salt, key };
    if (scheme === 'firebase' && saltSeparator !== undefined && signerKey !== undefined)
      return { scheme, used, salt, key, saltSeparator, signerKey };
  }
  throw new Error(`a stored password has the unknown scheme ${scheme}`);
}

/** One key to derive. */
type Derivation = {
  readonly password: string;
  readonly salt: Buffer;
  readonly parameters: ScryptParameters;
  /** The caller's address: owners take turns. */
  readonly owner: string;
};

const BUSY = 'Too many people are signing in at this moment: try again in a minute.';

/** The server is stopping. */
export class Stopping extends Error {
  override readonly name = 'Stopping';

  constructor() {
    super('The server is stopping.');
  }
}

/** Limit for any machine, however fast: each waiting password takes memory. */
const MAX_WAITING = 1000;
/** How long the last in the queue may have to wait. The SDK gives up after 30 s. */
const MAX_WAIT_MS = 25_000;
/** What one derivation is assumed to take until it has been measured. */
const FIRST_ESTIMATE_MS = 150;
/** Each thread needs 32 MiB for its work. */
const MAX_THREADS = 4;
const SALT_BYTES = 16;
/** Length of a derived key. */
export const KEY_BYTES = 32;

/**
 * The threads' program, as text: the server runs from TypeScript sources as well as from one bundled file, and a file
 * would stand elsewhere in each. On Linux priorities are per thread: passwords are checked at a lower one.
 */
const PROGRAM = `
const { parentPort } = require('node:worker_threads');
const { scryptSync } = require('node:crypto');
const { setPriority } = require('node:os');
if (process.platform === 'linux') try { setPriority(0, 5); } catch {}
parentPort.on('message', ({ password, salt, parameters: { cost, r, p }, bytes }) => {
  const N = 2 ** cost;
  // OpenSSL counts 128 · r bytes N + 2 + p times: a Firebase project may have an N of 2.
  parentPort.postMessage(scryptSync(password, salt, bytes, { N, r, p, maxmem: 128 * r * (N + 3 + p) }));
});`;

type Job = Derivation & {
  readonly resolve: (key: Buffer) => void;
  readonly reject: (error: unknown) => void;
};

/**
 * Derives keys on threads of its own: `crypto.scrypt` would block the four threads that Node also uses for files and
 * names. So a burst of sign-ins delays other sign-ins and nothing else. Threads are started as they are needed, one per
 * processor and at most `MAX_THREADS`.
 */
export class PasswordThreads {
  readonly #maxThreads: number;
  readonly #queue = new FairQueue<Job>();
  /** What each thread works on; null: it is free. */
  readonly #threads = new Map<Worker, Job | null>();
  #typicalMs = FIRST_ESTIMATE_MS;
  #isClosed = false;

  constructor(maxThreads = Math.min(availableParallelism(), MAX_THREADS)) {
    this.#maxThreads = maxThreads;
  }

  /** Rejects with a Refusal when it would take too long, and with {@link Stopping}. */
  derive(derivation: Derivation): Promise<Buffer> {
    if (this.#isClosed) return Promise.reject(new Stopping());
    const wait = (this.#typicalMs * this.#queue.size) / this.#maxThreads;
    if (this.#queue.size >= MAX_WAITING || wait > MAX_WAIT_MS)
      return Promise.reject(new Refusal('TOO_MANY_ATTEMPTS_TRY_LATER', BUSY));
    return new Promise((resolve, reject) => {
      this.#queue.put(derivation.owner, { ...derivation, resolve, reject });
      this.#next();
    });
  }

  /** Ends all threads; all waiting calls reject with {@link Stopping}. */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (let job = this.#queue.take(); job !== undefined; job = this.#queue.take())
      job.reject(new Stopping());
    for (const job of this.#threads.values()) job?.reject(new Stopping());
    await Promise.all([...this.#threads.keys()].map((worker) => worker.terminate()));
  }

  #next(): void {
    const worker = this.#queue.size > 0 ? this.#freeThread() : null;
    const job = worker === null ? undefined : this.#queue.take();
    if (worker !== null && job !== undefined) this.#run(worker, job);
  }

  #freeThread(): Worker | null {
    for (const [worker, job] of this.#threads) if (job === null) return worker;
    return this.#threads.size < this.#maxThreads ? this.#start() : null;
  }

  #start(): Worker {
    const worker = new Worker(PROGRAM, { eval: true });
    this.#threads.set(worker, null);
    worker.on('error', (error) => {
      this.#threads.get(worker)?.reject(error);
      this.#threads.delete(worker);
      this.#next();
    });
    return worker;
  }

  #run(worker: Worker, job: Job): void {
    const began = performance.now();
    this.#threads.set(worker, job);
    worker.ref();
    worker.once('message', (key: Uint8Array) => {
      this.#typicalMs += (performance.now() - began - this.#typicalMs) / 8;
      this.#threads.set(worker, null);
      worker.unref();
      job.resolve(Buffer.from(key));
      this.#next();
    });
    const { password, salt, parameters } = job;
    worker.postMessage({ password, salt, parameters, bytes: KEY_BYTES });
  }
}

/** A queue in which owners take turns: a hundred items of one owner delay the first item of another by one. */
class FairQueue<T> {
  /** Items by owner; the owner whose turn it is comes first. */
  readonly #lines = new Map<string, T[]>();
  #size = 0;

  get size(): number {
    return this.#size;
  }

  put(owner: string, item: T): void {
    const line = this.#lines.get(owner);
    if (line === undefined) this.#lines.set(owner, [item]);
    else line.push(item);
    this.#size += 1;
  }

  /** The oldest item of the owner whose turn it is; undefined when there is none. */
  take(): T | undefined {
    for (const [owner, line] of this.#lines) {
      const item = line.shift();
      // Back to the end, behind the others.
      this.#lines.delete(owner);
      if (line.length > 0) this.#lines.set(owner, line);
      this.#size -= 1;
      return item;
    }
    return undefined;
  }
}
