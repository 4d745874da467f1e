import { WebSocket } from 'ws';
import { EMBEDDED_PROJECT } from '#model/backend.ts';
import { framesOf } from './framesOf.ts';

type RealtimeAnswer = { readonly status: string; readonly data: unknown };

/** What the server pushes without being asked, e.g. `d` (a value) or `m` (a merge). */
export type Push = { readonly action: string; readonly body: Readonly<Record<string, unknown>> };

/** The server is gone, or has ended the connection: what was not answered may have been done or not. */
class ConnectionLost extends Error {}

type Waiting = { resolve(answer: RealtimeAnswer): void; reject(error: Error): void };

/** A client of the Realtime Database's protocol (version 5) that sends exactly what its caller asks for. */
export class RealtimeClient {
  readonly socket: WebSocket;
  private readonly waiting = new Map<number, Waiting>();
  private readonly onPush: (push: Push) => void;
  private count = 0;

  private constructor(socket: WebSocket, onPush: (push: Push) => void) {
    this.socket = socket;
    this.onPush = onPush;
    socket.on('message', (data) => this.take(data.toString()));
    socket.on('close', () => this.lose());
    socket.on('error', () => {}); // followed by `close`
  }

  /** Connects and waits for the greeting. Rejects with {@link ConnectionLost}. */
  static async connect(
    origin: string,
    onPush: (push: Push) => void = () => {},
    headers: Readonly<Record<string, string>> = {},
  ): Promise<RealtimeClient> {
    const address = `${origin.replace(/^http/, 'ws')}/.ws?v=5&ns=${EMBEDDED_PROJECT}`;
    const socket = new WebSocket(address, { perMessageDeflate: false, headers });
    const client = new RealtimeClient(socket, onPush);
    await new Promise<void>((resolve, reject) => {
      socket.once('message', () => resolve());
      socket.once('close', () => reject(new ConnectionLost('The server did not greet.')));
    });
    return client;
  }

  /** Sends a request and resolves with its answer. Rejects with {@link ConnectionLost}. */
  ask(action: string, body: object): Promise<RealtimeAnswer> {
    this.count += 1;
    const number = this.count;
    return new Promise((resolve, reject) => {
      if (this.socket.readyState !== WebSocket.OPEN)
        return reject(new ConnectionLost('The socket is closed.'));
      this.waiting.set(number, { resolve, reject });
      for (const frame of framesOf(JSON.stringify({ t: 'd', d: { r: number, a: action, b: body } })))
        this.socket.send(frame);
    });
  }

  /** As {@link ask}; rejects when the answer is a refusal. */
  async demand(action: string, body: object): Promise<unknown> {
    const { status, data } = await this.ask(action, body);
    if (status !== 'ok') throw new Error(`${action} was refused: ${status} ${JSON.stringify(data)}`);
    return data;
  }

  close(): void {
    this.socket.terminate();
  }

  private take(text: string): void {
    const { t, d } = JSON.parse(text) as {
      t: string;
      d: { r?: number; a?: string; b: Record<string, unknown> };
    };
    if (t !== 'd') return;
    if (d.r === undefined) {
      this.onPush({ action: d.a ?? '', body: d.b });
      return;
    }
    this.waiting.get(d.r)?.resolve({ status: String(d.b['s']), data: d.b['d'] });
    this.waiting.delete(d.r);
  }

  private lose(): void {
    for (const { reject } of this.waiting.values()) reject(new ConnectionLost('The connection broke off.'));
    this.waiting.clear();
  }
}
