import { type ClientOptions, WebSocket } from 'ws';
import { framesOf } from '#bench/protocol/framesOf.ts';
import { PROJECT } from './server.ts';

type Message = { readonly t: string; readonly d: Record<string, unknown> };
type Answer = { readonly s: string; readonly d: unknown };

/** A socket that speaks the protocol without the SDK, to see what exactly goes over the wire. */
export class RawSocket {
  /** Everything received, in order. */
  readonly received: Message[] = [];
  readonly socket: WebSocket;
  private readonly waiting = new Set<() => void>();
  private count = 0;

  constructor(port: number, query = `v=5&ns=${PROJECT}`, options: ClientOptions = {}) {
    this.socket = new WebSocket(`ws://127.0.0.1:${port}/.ws?${query}`, options);
    this.socket.on('message', (data) => {
      this.received.push(JSON.parse(data.toString()) as Message);
      for (const check of this.waiting) check();
    });
  }

  /** Resolves when the server has greeted. */
  async open(): Promise<this> {
    await this.next(() => this.received[0]);
    return this;
  }

  /** Sends a request without waiting; returns its number. */
  post(action: string, body: object): number {
    this.count += 1;
    for (const frame of framesOf(JSON.stringify({ t: 'd', d: { r: this.count, a: action, b: body } })))
      this.socket.send(frame);
    return this.count;
  }

  /** Sends a request and resolves with its answer. */
  async ask(action: string, body: object): Promise<Answer> {
    return this.answerTo(this.post(action, body));
  }

  async answerTo(number: number): Promise<Answer> {
    return this.next(
      () => this.received.find((message) => message.d['r'] === number)?.d['b'] as Answer | undefined,
    );
  }

  /** Pushes received so far or from now on that satisfy the condition; resolves with the first. */
  async push(action: string): Promise<Record<string, unknown>> {
    return this.next(
      () =>
        this.received.find((message) => message.d['a'] === action)?.d['b'] as
          | Record<string, unknown>
          | undefined,
    );
  }

  /** What was received in short: `ok 3`, `d /a/b`, … */
  get log(): string[] {
    return this.received.slice(1).map(({ d }) => {
      const body = d['b'] as Record<string, unknown>;
      return d['r'] === undefined ? `${d['a']} ${body['p'] ?? body['s']}` : `${body['s']} ${d['r']}`;
    });
  }

  /** Resolves with the close code. */
  closed(): Promise<number> {
    return new Promise((resolve) => this.socket.once('close', resolve));
  }

  async close(): Promise<void> {
    const gone = this.closed();
    this.socket.close();
    await gone;
  }

  private next<T>(find: () => T | undefined): Promise<T> {
    return new Promise((resolve) => {
      const check = () => {
        const found = find();
        if (found === undefined) return;
        this.waiting.delete(check);
        resolve(found);
      };
      this.waiting.add(check);
      check();
    });
  }
}
