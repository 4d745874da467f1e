import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { sendText } from '../../http/answers.ts';
import { BodyAborted, readBody } from '../../http/body.ts';
import { UNPRIVILEGED_SIZES } from '../../quota/limits.ts';
import type { QuotaClient } from '../../quota/QuotaClient.ts';
import type { UnprivilegedQuota } from '../../quota/UnprivilegedQuota.ts';
import { type ChannelOpener, ChannelSession } from './ChannelSession.ts';
import { decodeForwardBody, encodeFrame, type ForwardBody, Unreadable } from './frames.ts';
import { LIMITS } from './limits.ts';

const VERSION = 8;
const SERVER_VERSION = 14;

/**
 * The server's half of WebChannel version 8, the stream over plain HTTP requests that browsers use for
 * Firestore. It does not depend on the messages that it carries.
 */
export class WebChannelHub {
  readonly #quota: UnprivilegedQuota;
  readonly #sessions = new Map<string, ChannelSession>();
  #closed = false;
  readonly #timer = setInterval(() => this.#tick(), 1_000).unref();

  constructor(quota: UnprivilegedQuota) {
    this.#quota = quota;
  }

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
    if (request.method === 'GET')
      return session.attach(response, numberIn(url, 'AID'), url.searchParams.get('CI') === '1');
    return this.#forward(request, response, url, session);
  }

  /** Whether the session of a request is that of somebody with a grant. */
  isGranted(url: URL): boolean {
    return this.#sessions.get(url.searchParams.get('SID') ?? '')?.client.checkGrant() === false;
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
    const body = await this.#readForwardBody(request, response, null);
    if (!body) return;
    if (this.#closed) return answer(response, 503, 'Going down');
    const { auth, open } = opener(body.headers);
    if (auth !== null && this.#countOf(auth.uid) >= LIMITS.sessionsPerOwner)
      return answer(response, 429, 'Too many sessions');
    const id = randomBytes(18).toString('base64url');
    const client = this.#quota.acquire('channel', request, () => session.drop());
    client.identify(auth);
    const session = new ChannelSession(id, client, () => this.#sessions.delete(id));
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
    const body = await this.#readForwardBody(request, response, session);
    if (!body) return;
    session.acknowledge(numberIn(url, 'AID'));
    session.receive(body.offset, body.messages);
    answer(response, 200, encodeFrame(JSON.stringify(session.status)));
  }

  #countOf(owner: string): number {
    let count = 0;
    for (const { client } of this.#sessions.values()) if (client.account === owner) count++;
    return count;
  }

  /**
   * The decoded body, with the mark of what was too large at its end; null when it is not readable, which is then answered.
   * @param session null for a handshake
   */
  async #readForwardBody(
    request: IncomingMessage,
    response: ServerResponse,
    session: ChannelSession | null,
  ): Promise<ForwardBody | null> {
    const client = this.#quota.acquire('request', request, () => request.destroy());
    client.identify(session?.client.auth ?? null);
    try {
      const { text, cut } = await readBody(request, bodyLimit(client), client);
      const body = client.measure(() => decodeForwardBody(text, cut));
      return cut ? { ...body, messages: [...body.messages, { content: TOO_LARGE, units: 0 }] } : body;
    } catch (error) {
      if (!(error instanceof SyntaxError || error instanceof BodyAborted)) throw error;
      answer(response, 400, error.message);
      return null;
    } finally {
      client.release();
    }
  }

  #tick(): void {
    const now = Date.now();
    for (const session of [...this.#sessions.values()]) session.tick(now);
  }
}

const TOO_LARGE = new Unreadable('The request is larger than the server takes.');

function bodyLimit({ isUnprivileged }: QuotaClient): number {
  return isUnprivileged ? UNPRIVILEGED_SIZES.body : LIMITS.body;
}

function numberIn(url: URL, name: string): number {
  return Number.parseInt(url.searchParams.get(name) ?? '0', 10) || 0;
}

function answer(response: ServerResponse, status: number, text: string): void {
  sendText(response, status, 'text/plain', text);
}
