import type { ServerResponse } from 'node:http';
import type { AuthContext } from '../../auth/authContext.ts';
import { UNPRIVILEGED_SIZES } from '../../quota/limits.ts';
import type { QuotaClient } from '../../quota/QuotaClient.ts';
import { encodeArrays, MessageOrder, type QueuedArray, type SizedMessage, Unreadable } from './frames.ts';
import { LIMITS } from './limits.ts';

/** One session as the service behind it sees it. */
export type Channel = {
  /** Queues one message for the client. */
  send(message: object): void;
  /** Queues a last message; what the client has sent or sends after this is thrown away. */
  finish(message: object): void;
  /** Its part of the unprivileged quota. */
  readonly client: QuotaClient;
};

/** What the service does with one session. */
export type ChannelHandler = {
  receive(message: unknown): void;
  /** Called in place of a message that cannot be taken as it was sent. */
  refuse(reason: string): void;
  /** Called every 15 s or so, to check the client's credentials. */
  tick(): void;
  /** The session is over. Nothing can be sent any more. */
  close(): void;
};

/** Opens a session for a handshake with these headers (lower-case names). */
export type ChannelOpener = (headers: ReadonlyMap<string, string>) => {
  /** Whose session it is; null when signed out. Each account may have a limited number of them. */
  readonly auth: AuthContext;
  open(channel: Channel): ChannelHandler;
};

/**
 * One session: messages of the client in order, arrays to the client until it has acknowledged them. Array 0
 * is the handshake's answer, so the queue begins with 1.
 */
export class ChannelSession implements Channel {
  readonly id: string;
  readonly client: QuotaClient;
  #handler: ChannelHandler | null = null;
  readonly #order = new MessageOrder();
  #queue: QueuedArray[] = [];
  #queuedUnits = 0;
  #lastId = 0;
  #sentId = 0;
  #back: BackChannel | null = null;
  #flushPlanned = false;
  #finished = false;
  #closed = false;
  #lastSent: number;
  #lastChecked: number;
  #detachedSince: number;
  readonly #onClose: () => void;

  constructor(id: string, client: QuotaClient, onClose: () => void) {
    this.id = id;
    this.client = client;
    this.#onClose = onClose;
    this.#lastSent = this.#lastChecked = this.#detachedSince = Date.now();
  }

  start(open: (channel: Channel) => ChannelHandler): void {
    this.#handler = open(this);
  }

  send(message: object): void {
    this.#enqueue([message]);
  }

  finish(message: object): void {
    if (this.#finished) return;
    this.send(message);
    this.#finished = true;
  }

  /** `[back channel attached, last array sent, units outstanding]`, the answer to each forward request. */
  get status(): [number, number, number] {
    return [this.#back && !this.#back.isEnded ? 1 : 0, this.#sentId, this.#queuedUnits];
  }

  receive(offset: number, messages: readonly SizedMessage[]): void {
    this.client.checkGrant();
    if (!this.client.mayWork()) {
      this.drop();
      return;
    }
    this.client.measure(() => this.#handle(this.#order.accept(offset, messages)));
    const { waiting, waitingUnits } = this.#order;
    const maxUnits = this.client.isUnprivileged ? UNPRIVILEGED_SIZES.waiting : LIMITS.heldUnits;
    if (waiting > LIMITS.heldMessages || waitingUnits > maxUnits || !this.#isWithinBudget()) this.drop();
  }

  /** Forgets the arrays up to `id`, which the client has. */
  acknowledge(id: number): void {
    const unacknowledged = this.#queue.filter((array) => array.id > id);
    if (unacknowledged.length === this.#queue.length) return;
    this.#queue = unacknowledged;
    this.#queuedUnits = unacknowledged.reduce((sum, array) => sum + array.json.length, 0);
    this.#isWithinBudget();
  }

  /** Takes over a GET; the one before it ends. Arrays after `acknowledged` are sent (again). */
  attach(response: ServerResponse, acknowledged: number, singleChunk: boolean): void {
    this.#back?.end();
    this.acknowledge(acknowledged);
    this.#sentId = Math.min(acknowledged, this.#lastId);
    const back: BackChannel = new BackChannel(
      response,
      singleChunk,
      () => this.#flush(),
      () => {
        if (this.#back !== back) return;
        this.#back = null;
        this.#detachedSince = Date.now();
      },
    );
    this.#back = back;
    // An early first byte keeps the client from taking the connection for a buffering proxy.
    if (acknowledged === 0 && this.#queue.length === 0) this.#enqueue(['noop']);
    this.#flush();
  }

  /** Called every second or so: checks, keep-alive, and the end of idle or stalled sessions. */
  tick(now: number): void {
    if (this.#back?.isStalled(now)) this.drop();
    else if (this.#isIdle(now)) this.close();
    if (this.#finished || this.#closed) return;
    if (now - this.#lastChecked >= LIMITS.check) {
      this.#lastChecked = now;
      this.#handler?.tick();
    }
    if (this.#back?.isReady && now - this.#lastSent >= LIMITS.keepAlive) {
      this.#lastSent = now;
      this.#enqueue(['noop']);
    }
  }

  /** Sends the client away and ends the session. */
  stop(): void {
    this.#enqueue(['stop']);
    this.close();
  }

  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#flush();
    this.#back?.end();
    this.#queue = [];
    this.client.release();
    this.#handler?.close();
    this.#onClose();
  }

  /** Closes without waiting for a reader that does not read. */
  drop(): void {
    this.#back?.destroy();
    this.close();
  }

  #handle(due: readonly SizedMessage[]): void {
    for (const { content } of due) {
      if (this.#finished || this.#closed) return;
      if (content instanceof Unreadable) this.#handler?.refuse(content.reason);
      else this.#handler?.receive(content);
    }
  }

  #isWithinBudget(): boolean {
    return this.client.hold(this.#order.waitingUnits + this.#queuedUnits);
  }

  /** No back channel is attached, or the last message has been sent, for too long. */
  #isIdle(now: number): boolean {
    if (this.#finished) return now - this.#lastSent > LIMITS.idle;
    return this.#back === null && now - this.#detachedSince > LIMITS.idle;
  }

  #enqueue(payload: readonly unknown[]): void {
    if (this.#closed || this.#finished) return;
    const json = JSON.stringify(payload);
    this.#queue.push({ id: ++this.#lastId, json });
    this.#queuedUnits += json.length;
    const maxUnits = this.client.isUnprivileged ? UNPRIVILEGED_SIZES.unread : LIMITS.queue;
    if (this.#queuedUnits > maxUnits || !this.#isWithinBudget()) this.drop();
    else this.#planFlush();
  }

  /** Arrays of one turn go out together. */
  #planFlush(): void {
    if (this.#flushPlanned) return;
    this.#flushPlanned = true;
    setImmediate(() => {
      this.#flushPlanned = false;
      this.#flush();
    });
  }

  /** Writes portion by portion while the reader keeps up. */
  #flush(): void {
    while (this.#back?.isReady) {
      const due = this.#nextPortion();
      const last = due.at(-1);
      if (!last) return;
      this.#sentId = last.id;
      this.#lastSent = Date.now();
      this.#back.write(due);
    }
  }

  #nextPortion(): QueuedArray[] {
    const start = this.#queue.findIndex((array) => array.id > this.#sentId);
    if (start < 0) return [];
    let units = 0;
    const length = this.#queue.slice(start).findIndex((array) => {
      units += array.json.length;
      return units >= LIMITS.portion;
    });
    return this.#queue.slice(start, length < 0 ? undefined : start + length + 1);
  }
}

/** One long answer to the client's GET. */
class BackChannel {
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

  /** Whether data have waited for the reader too long. Called every second or so. */
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
