import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { sendText } from '../../http/answers.ts';
import { type ChannelOpener, ChannelSession, OVERSIZED } from './ChannelSession.ts';
import { decodeForwardBody, encodeFrame, type ForwardBody } from './frames.ts';
import { LIMITS } from './limits.ts';

const VERSION = 8;
const SERVER_VERSION = 14;

/**
 * The server's half of WebChannel version 8, the stream over plain HTTP requests that browsers use for
 * Firestore. It does not depend on the messages that it carries.
 */
export class WebChannelHub {
  readonly #sessions = new Map<string, ChannelSession>();
  #closed = false;
  readonly #timer = setInterval(() => this.#tick(), 1_000).unref();

  async handle(
    request: IncomingMessage,
    response: ServerResponse,
    url: URL,
    opener: ChannelOpener,
  ): Promise<void> {
    const sid = url.searchParams.get('SID');
    const terminates = url.searchParams.get('TYPE') === 'terminate';
    if (sid === null) return this.#handshake(request, response, url, opener);
    const session = this.#sessions.get(sid);
    if (terminates) {
      session?.close();
      return answer(response, 200, '');
    }
    if (!session) return answer(response, 400, 'Unknown SID');
    if (request.method === 'GET') return this.#attach(response, url, session);
    return this.#forward(request, response, url, session);
  }

  /** Sends every client away and forgets the sessions. */
  close(): void {
    this.#closed = true;
    clearInterval(this.#timer);
    for (const session of [...this.#sessions.values()]) session.stop();
  }

  async #handshake(
    request: IncomingMessage,
    response: ServerResponse,
    url: URL,
    opener: ChannelOpener,
  ): Promise<void> {
    const version = url.searchParams.get('VER');
    if (version !== String(VERSION))
      return answer(response, 501, `WebChannel version ${version} is not implemented`);
    const body = await readForwardBody(request, LIMITS.smallBody);
    if (!body) return answer(response, 400, 'Bad request');
    if (this.#closed) return answer(response, 503, 'Going down');
    const { owner, open } = opener(body.headers);
    if (this.#countOf(owner) >= LIMITS.sessionsPerOwner) return answer(response, 429, 'Too many sessions');
    const id = randomBytes(18).toString('base64url');
    const session = new ChannelSession(id, owner, () => this.#sessions.delete(id));
    this.#sessions.set(id, session);
    // The empty string is the host prefix: anything else would be put before the host name.
    const reply = [[0, ['c', id, '', VERSION, SERVER_VERSION, LIMITS.announcedKeepAlive]]];
    answer(response, 200, encodeFrame(JSON.stringify(reply)));
    session.start(open);
    session.receive(body.offset, body.messages);
  }

  async #forward(
    request: IncomingMessage,
    response: ServerResponse,
    url: URL,
    session: ChannelSession,
  ): Promise<void> {
    const body = await readForwardBody(request, LIMITS.body);
    if (!body) return answer(response, 400, 'Bad request');
    session.acknowledge(numberIn(url, 'AID'));
    session.receive(body.offset, body.messages);
    answer(response, 200, encodeFrame(JSON.stringify(session.status)));
  }

  #attach(response: ServerResponse, url: URL, session: ChannelSession): void {
    session.attach(response, numberIn(url, 'AID'), url.searchParams.get('CI') === '1');
  }

  #countOf(owner: string): number {
    let count = 0;
    for (const session of this.#sessions.values()) if (session.owner === owner) count++;
    return count;
  }

  #tick(): void {
    const now = Date.now();
    for (const session of [...this.#sessions.values()]) session.tick(now);
  }
}

/** The decoded body, with the mark of what was too large at its end; null when it is not readable. */
async function readForwardBody(request: IncomingMessage, limit: number): Promise<ForwardBody | null> {
  try {
    const { text, cut } = await readBody(request, limit);
    const body = decodeForwardBody(text, cut);
    return cut ? { ...body, messages: [...body.messages, OVERSIZED] } : body;
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof BodyAborted) return null;
    throw error;
  }
}

function numberIn(url: URL, name: string): number {
  return Number.parseInt(url.searchParams.get(name) ?? '0', 10) || 0;
}

function answer(response: ServerResponse, status: number, text: string): void {
  sendText(response, status, 'text/plain', text);
}

/** The client went away, or was sent away, before its body was complete. */
export class BodyAborted extends Error {}

type Body = {
  readonly text: string;
  /** The body was longer than the limit; `text` is its beginning. */
  readonly cut: boolean;
};

/**
 * Reads a body as UTF-8 whatever its content type says. For a body over `limit` bytes it returns the beginning,
 * and reads and discards the rest, so that the sender gets an answer rather than a broken connection; four
 * times the limit ends the connection. Throws BodyAborted.
 */
export async function readBody(request: IncomingMessage, limit: number): Promise<Body> {
  const chunks: Buffer[] = [];
  let kept = 0;
  let total = 0;
  try {
    for await (const chunk of request as AsyncIterable<Buffer>) {
      total += chunk.length;
      if (kept < limit) {
        chunks.push(chunk.subarray(0, limit - kept));
        kept = Math.min(total, limit);
      }
      if (total > limit * 4) request.destroy();
    }
  } catch (error) {
    if (request.destroyed) throw new BodyAborted('The request broke off.', { cause: error });
    throw error;
  }
  if (!request.complete) throw new BodyAborted('The request broke off.');
  return { text: Buffer.concat(chunks).toString('utf8'), cut: total > limit };
}
