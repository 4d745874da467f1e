import type { ServerResponse } from 'node:http';
import { BackChannel } from './back-channel.ts';
import type { Channel, ChannelHandler } from './channel.ts';
import type { QueuedArray } from './frames.ts';
import { LIMITS } from './limits.ts';
import { MessageOrder } from './reorder.ts';

/** Stands in the order where a message was too large to be kept. */
export const OVERSIZED = Symbol('oversized');

/**
 * One session: messages of the client in order, arrays to the client until it has acknowledged them. Array 0
 * is the handshake's answer, so the queue begins with 1.
 */
export class Session implements Channel {
  readonly id: string;
  readonly owner: string;
  #handler: ChannelHandler | null = null;
  readonly #order = new MessageOrder<unknown>();
  #queue: QueuedArray[] = [];
  #queuedUnits = 0;
  #lastId = 0;
  #sentId = 0;
  #back: BackChannel | null = null;
  #flushPlanned = false;
  #finished = false;
  #closed = false;
  #lastSent: number;
  #detachedSince: number;
  readonly #onClose: () => void;

  constructor(id: string, owner: string, onClose: () => void) {
    this.id = id;
    this.owner = owner;
    this.#onClose = onClose;
    this.#lastSent = this.#detachedSince = Date.now();
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
    return [this.#back ? 1 : 0, this.#sentId, this.#queuedUnits];
  }

  receive(offset: number, messages: readonly unknown[]): void {
    for (const message of this.#order.accept(offset, messages)) {
      if (this.#finished || this.#closed) return;
      if (message === OVERSIZED) this.#handler?.receiveOversized();
      else this.#handler?.receive(message);
    }
    if (this.#order.waiting > LIMITS.heldMessages) this.close();
  }

  /** Forgets the arrays up to `id`, which the client has. */
  acknowledge(id: number): void {
    const kept = this.#queue.filter((array) => array.id > id);
    if (kept.length === this.#queue.length) return;
    this.#queue = kept;
    this.#queuedUnits = kept.reduce((sum, array) => sum + array.json.length, 0);
  }

  /** Takes over a GET; the one before it ends. Arrays after `acknowledged` are sent (again). */
  attach(response: ServerResponse, acknowledged: number, singleChunk: boolean): void {
    this.#detach()?.end();
    this.acknowledge(acknowledged);
    this.#sentId = Math.min(acknowledged, this.#lastId);
    const back: BackChannel = new BackChannel(
      response,
      singleChunk,
      () => this.#flush(),
      () => {
        if (this.#back === back) this.#detach();
      },
    );
    this.#back = back;
    // An early first byte keeps the client from taking the connection for a buffering proxy.
    if (acknowledged === 0 && this.#queue.length === 0) this.#enqueue(['noop']);
    this.#flush();
  }

  /** Called every second or so: keep-alive, and the end of idle or stalled sessions. */
  tick(now: number): void {
    if (this.#isOver(now)) {
      this.close();
      return;
    }
    if (now - this.#lastSent < LIMITS.keepAlive) return;
    this.#lastSent = now;
    if (!this.#finished) this.#handler?.tick();
    if (this.#back) this.#enqueue(['noop']);
  }

  /** Tells the client to go elsewhere, and ends. */
  stop(): void {
    this.#enqueue(['stop']);
    this.#flush();
    this.close();
  }

  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    const back = this.#detach();
    if (back?.stalledSince === null) back.end();
    else back?.destroy();
    this.#queue = [];
    this.#handler?.close();
    this.#onClose();
  }

  /** Nobody has listened, or taken what was sent, for too long. */
  #isOver(now: number): boolean {
    if (this.#finished) return now - this.#lastSent > LIMITS.idle;
    if (this.#back === null) return now - this.#detachedSince > LIMITS.idle;
    const { stalledSince } = this.#back;
    return stalledSince !== null && now - stalledSince > LIMITS.stalled;
  }

  #enqueue(payload: readonly unknown[]): void {
    if (this.#closed || this.#finished) return;
    const json = JSON.stringify(payload);
    this.#queue.push({ id: ++this.#lastId, json });
    this.#queuedUnits += json.length;
    if (this.#queuedUnits > LIMITS.queue) this.close();
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

  #flush(): void {
    const back = this.#back;
    if (!back || back.stalledSince !== null) return;
    const due = this.#queue.filter((array) => array.id > this.#sentId);
    const last = due.at(-1);
    if (!last) return;
    this.#sentId = last.id;
    this.#lastSent = Date.now();
    if (!back.write(due, this.#lastSent)) this.#detach()?.end();
  }

  #detach(): BackChannel | null {
    const back = this.#back;
    this.#back = null;
    this.#detachedSince = Date.now();
    return back;
  }
}
