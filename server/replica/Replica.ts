import type { ChildProcess } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { createInterface } from 'node:readline';
import { log } from '../log.ts';
import type { Store } from '../store/store.ts';
import { touch } from '../store/transactions.ts';
import { readLine, spawnLitestream } from './litestream.ts';

/** Milliseconds. */
export type ReplicaTimes = {
  /** How often a replica that is behind is tried again. */
  readonly retry: number;
  /** How often a change is made where there are none, to see whether it arrives. */
  readonly probe: number;
  /** How long a change may take to arrive. */
  readonly patience: number;
  /** How long one part of the log may take to be written, on a slow line, too. */
  readonly hang: number;
};

const TIMES: ReplicaTimes = { retry: 10_000, probe: 300_000, patience: 120_000, hang: 600_000 };

/** How long the first copy may take when the server stops meanwhile. Milliseconds. */
const GRACE = 5_000;

const HANGS = 'Litestream has begun to write and does not go on';

type Options = {
  readonly store: Store;
  /** Where to, as `readReplicaAddress` returns it. */
  readonly address: string;
  readonly now: () => number;
  readonly times?: ReplicaTimes;
};

/**
 * A copy of the data in a second place, which Litestream brings up to date twice a second: a process of its own that reads
 * the write-ahead log. What it says of successes and errors is all that is known of it; it tries again only
 * after a change, so one is made while it is behind. Such changes are of a number that nothing reads.
 */
export class Replica {
  readonly #options: Options;
  readonly #times: ReplicaTimes;
  readonly #events = new EventEmitter<{ written: []; ended: [] }>();
  #child: ChildProcess | null = null;
  /** Whether the present child has. */
  #hasWritten = false;
  /** When it began to write what it has not written yet. */
  #writingSince: number | null = null;
  #timer: NodeJS.Timeout | undefined;
  /** When it was up to date last, and when the last change was made for it. */
  #writtenAt: number;
  #probedAt: number;
  #fault: string | null = null;
  #isStopping = false;

  constructor(options: Options) {
    this.#options = options;
    this.#times = options.times ?? TIMES;
    this.#writtenAt = this.#probedAt = options.now();
  }

  /** Since when changes may be missing in it, in milliseconds since 1970; null: it is up to date. */
  get behindSince(): number | null {
    return this.#fault === null ? null : this.#writtenAt;
  }

  start(): void {
    this.#spawn();
    this.#timer = setInterval(() => this.#look(), this.#times.retry).unref();
  }

  /** Has the last changes carried. Call it when all are stored, and before the database is closed. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    clearInterval(this.#timer);
    // Litestream that has just been started would end without having looked at anything.
    if (this.#child !== null && !this.#hasWritten)
      await Promise.race([this.#until('written'), this.#until('ended')]);
    this.#child?.stdin?.end();
    if (this.#child !== null) await this.#until('ended');
  }

  /** The process itself is not waited for any longer: it ends by itself. */
  async #until(event: 'written' | 'ended'): Promise<void> {
    await once(this.#events, event, { signal: AbortSignal.timeout(GRACE) }).catch(() => {});
  }

  #spawn(): void {
    const { store, address } = this.#options;
    // Litestream folds the log, when it has read it: who else does makes it begin with a new copy of all data.
    store.db.pragma('wal_autocheckpoint = 0');
    const child = spawnLitestream(store.file, address);
    this.#child = child;
    this.#hasWritten = false;
    this.#writingSince = null;
    for (const output of [child.stdout, child.stderr])
      createInterface(output).on('line', (line) => this.#onLine(line));
    // The pipe to a process that has ended: `exit` follows.
    child.stdin.on('error', () => {});
    child.once('error', (error) => this.#onEnd(error.message));
    child.once('exit', (code, signal) => this.#onEnd(`Litestream has ended (${signal ?? code})`));
  }

  /** Ends the child at once, with the Litestream in its group: where its copy cannot be written, it may wait for ever. */
  #end(reason: string): void {
    const { pid } = this.#child ?? {};
    this.#child?.removeAllListeners('exit');
    try {
      if (pid !== undefined) process.kill(-pid, 'SIGKILL');
    } catch (error) {
      log.debug('Litestream had ended already', { error });
    }
    this.#onEnd(reason);
  }

  #onEnd(reason: string): void {
    if (this.#child === null) return;
    this.#child.stdin?.destroy();
    this.#child = null;
    this.#events.emit('ended');
    if (this.#isStopping) return;
    this.#options.store.db.pragma('wal_autocheckpoint = 4000');
    this.#fail(reason);
  }

  #onLine(text: string): void {
    const line = readLine(text);
    if (line?.msg === 'write wal segment') this.#writingSince ??= this.#options.now();
    if (line?.msg === 'wal segment written') this.#succeed();
    else if (line?.level === 'ERROR') this.#fail(line.error ?? line.msg);
    else log.debug('Litestream', { line: text });
  }

  #succeed(): void {
    if (this.#fault !== null) log.info('The replica is up to date again');
    this.#fault = null;
    this.#hasWritten = true;
    this.#writingSince = null;
    this.#writtenAt = this.#options.now();
    this.#events.emit('written');
  }

  #fail(reason: string): void {
    const { address } = this.#options;
    this.#writingSince = null;
    if (reason !== this.#fault)
      log.error('The replica is behind: changes since then are on this disk alone', {
        reason,
        address,
        since: new Date(this.#writtenAt).toISOString(),
      });
    this.#fault = reason;
  }

  #look(): void {
    const { patience, probe, hang } = this.#times;
    if (this.#writingSince !== null && this.#options.now() - this.#writingSince > hang) this.#end(HANGS);
    if (this.#child === null) this.#spawn();
    const age = this.#options.now() - this.#probedAt;
    if (this.#writtenAt < this.#probedAt && age > patience) this.#fail('No change has arrived');
    if (this.#fault !== null || age > probe) this.#probe();
  }

  #probe(): void {
    const { store, now } = this.#options;
    this.#probedAt = now();
    try {
      store.transaction(() => touch(store.db));
    } catch (error) {
      // A full disk, which whoever writes is told of.
      log.debug('No change could be made for the replica', { error });
    }
  }
}
