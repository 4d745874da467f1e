import { randomUUID } from 'node:crypto';
import type { WebSocket } from 'ws';
import type { AuthContext, TokenVerdict, TokenVerifier } from '../../auth/authContext.ts';
import { log } from '../../log.ts';
import { UNPRIVILEGED_SIZES } from '../../quota/limits.ts';
import type { QuotaClient } from '../../quota/QuotaClient.ts';
import { createThrottle, type Throttle } from '../../throttle.ts';
import type { RealtimeDatabase, Settled, WriteRequest } from '../RealtimeDatabase.ts';
import {
  answer,
  errorMessage,
  FrameReader,
  hello,
  MAX_MESSAGE_UNITS,
  parseMessage,
  pong,
  pushAuthRevoked,
  pushListenRevoked,
  type Reply,
  type Request,
} from '../wire/messages.ts';
import { pathText, Refusal, unimplemented } from '../wire/values.ts';
import type { Listen, ListenTree, Receiver } from './listens.ts';

/**
 * A reader that lets this much pile up besides one answer is cut off, so that it cannot fill the server's memory. One
 * answer may be larger: a list of a million mappings is.
 */
const MAX_PENDING_BYTES = 64 * 1024 * 1024;
const MAX_LISTENS = 1000;
/** Heartbeats in a row that may stay unanswered: on a slow line the answer waits behind an upload. */
const MAX_MISSED_HEARTBEATS = 2;
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** WebSocket close codes (RFC 6455, 7.4.1). */
const MALFORMED = 1007;
const TOO_BIG = 1009;
const POLICY_VIOLATION = 1008;
const TRY_AGAIN_LATER = 1013;

/** Frames that a socket without a grant may send: at once, and then one per so many milliseconds. */
const STRANGER_FRAMES = { burst: 2000, refill: 50 };

export type SessionContext = {
  readonly database: RealtimeDatabase;
  readonly listens: ListenTree;
  readonly tokens: TokenVerifier;
  readonly now: () => number;
  /** Calls `respond` at once, or for a write when it is stored. */
  readonly handle: (session: SocketSession, request: Request, respond: (reply: Reply) => void) => void;
  /** Commits the writes that are under way, so that all of them have been answered. */
  readonly settle: () => void;
};

/** One client's socket. Its messages are handled strictly one after the other, and answered in that order. */
export class SocketSession implements Receiver {
  private auth: AuthContext = null;
  private readonly frames = new FrameReader();
  private readonly requests: Throttle;
  private readonly listens = new Map<string, Listen>();
  private token: string | null = null;
  private expiry: NodeJS.Timeout | undefined;
  private missedHeartbeats = 0;
  /** Bytes waiting at the last heartbeat. */
  private pendingBytes = 0;
  /** Bytes of the largest message since nothing was waiting. */
  private largestPending = 0;
  private mustReevaluate = false;
  private hasEnded = false;
  /** Writes that wait for the disk. */
  private pendingWrites = 0;
  /** Whether the client has tried to sign in: until then it may, also without processor time left. */
  private hasTriedSignIn = false;
  /** Size of the listens of a stranger, which are kept. */
  private listenUnits = 0;

  /** @param client its part of the unprivileged quota */
  constructor(
    private readonly socket: WebSocket,
    host: string,
    private readonly client: QuotaClient,
    readonly context: SessionContext,
  ) {
    this.requests = createThrottle(STRANGER_FRAMES, context.now);
    this.send(hello(host, randomUUID(), context.now()));
  }

  /** Takes one text frame. */
  receive(text: string): void {
    // While the socket closes, its client may go on sending.
    if (this.hasEnded || this.socket.readyState !== this.socket.OPEN) return;
    this.client.checkGrant();
    if (!this.isWithinLimit(text)) return;
    this.recordLife();
    this.client.measure(() => this.read(text));
    if (!this.client.hold(this.heldBytes)) this.endUnprivileged();
  }

  send(message: string): void {
    if (this.socket.readyState !== this.socket.OPEN) return;
    const { bufferedAmount } = this.socket;
    if (bufferedAmount === 0) this.largestPending = 0;
    const maxPending = this.isUnprivileged
      ? UNPRIVILEGED_SIZES.unread
      : MAX_PENDING_BYTES + this.largestPending;
    this.largestPending = Math.max(this.largestPending, Buffer.byteLength(message));
    if (bufferedAmount > maxPending) this.socket.terminate();
    else this.socket.send(message);
  }

  /** Whether its client has no grant, as it was at the last message. */
  get isUnprivileged(): boolean {
    return this.client.isUnprivileged;
  }

  /** Notes a sign of life from the client. */
  recordLife(): void {
    this.missedHeartbeats = 0;
  }

  /** Pings the client, or cuts the socket off after too many missed heartbeats. Reading data is a sign of life, too. */
  heartbeat(): void {
    if (this.socket.bufferedAmount < this.pendingBytes) this.recordLife();
    this.pendingBytes = this.socket.bufferedAmount;
    if (this.missedHeartbeats >= MAX_MISSED_HEARTBEATS) this.socket.terminate();
    else this.socket.ping();
    this.missedHeartbeats += 1;
  }

  /** Ends the connection without a closing handshake; the client comes back by itself. */
  cutOff(): void {
    this.socket.terminate();
  }

  /** Takes on the identity of a token; a bad token signs out. */
  signIn(token: string): TokenVerdict {
    const verdict = this.context.tokens.verify(token);
    this.hasTriedSignIn = true;
    this.signOut();
    if (!verdict.ok) return verdict;
    this.auth = verdict.auth;
    this.token = token;
    this.client.identify(verdict.auth);
    this.awaitExpiry(verdict.expiresAt);
    return verdict;
  }

  signOut(): void {
    clearTimeout(this.expiry);
    this.auth = null;
    this.token = null;
    this.client.identify(null);
    this.mustReevaluate = true;
  }

  /** Checks the token again: it may have expired, or the account been disabled. */
  verify(): AuthContext {
    if (this.token === null) return null;
    const verdict = this.check(this.token);
    if (verdict === null) return null;
    if (!verdict.ok) this.revoke(verdict.reason);
    return this.auth;
  }

  /** Signs out when the session of the token is one of those that have ended. */
  leaveSessions(ended: ReadonlySet<string>): void {
    const sid = this.auth?.token.sid;
    if (sid !== undefined && ended.has(sid)) this.revoke('expired');
  }

  /** Revokes the listens that the present identity may not have. */
  reevaluate(): void {
    this.mustReevaluate = false;
    this.client.checkGrant();
    for (const listen of [...this.listens.values()]) {
      if (!this.context.database.mayRead(this.auth, listen.path)) this.revokeListen(listen);
    }
  }

  /** @throws Refusal when the socket has too many listens */
  addListen(listen: Listen): void {
    this.removeListen(listen.path);
    if (this.listens.size >= (this.isUnprivileged ? UNPRIVILEGED_SIZES.listens : MAX_LISTENS))
      throw new Refusal('too_many_listens', 'This socket has too many listens');
    this.listens.set(pathText(listen.path), listen);
    this.context.listens.add(listen);
  }

  removeListen(path: readonly string[]): void {
    const listen = this.listens.get(pathText(path));
    if (listen === undefined) return;
    this.listens.delete(pathText(path));
    this.context.listens.remove(listen);
  }

  /** @throws Refusal when the unprivileged quota has no room for one more write; nothing is written then */
  write(request: WriteRequest, settled: Settled): void {
    if (!this.client.begin())
      throw new Refusal('unavailable', 'Too many writes of people without access: try again later');
    this.pendingWrites += 1;
    this.context.database.write({ ...request, client: this.client }, (error) => {
      this.pendingWrites -= 1;
      this.client.end();
      settled(error);
    });
  }

  /** Commits the writes under way: a request after a write sees it, and is answered after it. */
  settleWrites(): void {
    if (this.pendingWrites > 0) this.context.settle();
  }

  /** Lets go of everything after the socket is gone. */
  end(): void {
    this.hasEnded = true;
    for (const listen of [...this.listens.values()]) this.removeListen(listen.path);
    this.signOut();
    this.client.release();
  }

  /** False, after closing the socket, when a stranger sends more than signing in and waiting for access take. */
  private isWithinLimit(text: string): boolean {
    if (!this.isUnprivileged) return true;
    if (!this.requests.take('')) this.socket.close(POLICY_VIOLATION, 'Too many requests');
    else if (this.client.mayWork() || this.maySignIn(text)) return true;
    else this.endUnprivileged();
    return false;
  }

  /** Somebody with a grant is unknown until the first sign-in of the socket, which strangers must not prevent. */
  private maySignIn(text: string): boolean {
    return !this.hasTriedSignIn && this.frames.heldUnits + text.length <= UNPRIVILEGED_SIZES.signInMessage;
  }

  private endUnprivileged(): void {
    this.socket.close(TRY_AGAIN_LATER, 'Too much at once from people without access: try again later');
    this.frames.clear();
  }

  /** Of the unprivileged quota: unfinished messages, unread answers and listens. */
  private get heldBytes(): number {
    return this.frames.heldUnits + this.socket.bufferedAmount + this.listenUnits;
  }

  private read(text: string): void {
    const frame = this.frames.read(
      text,
      this.isUnprivileged ? UNPRIVILEGED_SIZES.message : MAX_MESSAGE_UNITS,
    );
    if (frame.kind === 'too-large') {
      this.frames.clear();
      this.socket.close(TOO_BIG, 'The message is too large');
    }
    if (frame.kind === 'message') this.take(frame);
  }

  private revokeListen(listen: Listen): void {
    this.removeListen(listen.path);
    this.send(pushListenRevoked(listen.path));
  }

  private take({ text, isTorn }: { readonly text: string; readonly isTorn: boolean }): void {
    try {
      const message = parseMessage(text, isTorn);
      if (message.kind === 'ping') this.send(pong());
      if (message.kind === 'unknown-control') this.send(errorMessage(unimplemented(message.name).message));
      if (message.kind === 'request') this.answer(message.request, text.length);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      this.socket.close(MALFORMED, error.message);
    }
  }

  /** @param units length of the message that the request came in */
  private answer(request: Request, units: number): void {
    const respond = (reply: Reply) => {
      this.send(answer(request.number, reply));
      // After the answer: on a refused token the client then drops the socket, and its listeners survive.
      if (this.mustReevaluate) this.reevaluate();
    };
    try {
      if (request.action === 'q' && !this.mayKeep(units)) respond(LISTEN_TOO_LARGE);
      else this.context.handle(this, request, respond);
    } catch (error) {
      log.error(`Database request "${request.action}" failed`, { error });
      respond({ status: 'internal_error', json: '"The server could not handle the request"' });
    }
  }

  /** Whether a listen may be kept; it counts as held until the socket closes, and no further than their number. */
  private mayKeep(units: number): boolean {
    const { listen, listens } = UNPRIVILEGED_SIZES;
    this.listenUnits = Math.min(this.listenUnits + units, listen * listens);
    return !this.isUnprivileged || units <= listen;
  }

  /** Null: the token cannot be checked now (the store fails). The error must not end the process. */
  private check(token: string): TokenVerdict | null {
    try {
      return this.context.tokens.verify(token);
    } catch (error) {
      log.error('A token could not be checked', { error });
      return null;
    }
  }

  /** Sends the revocation of the token first: the client then reconnects with a fresh one, and its listens survive. */
  private revoke(reason: 'expired' | 'invalid'): void {
    // The client sends a write again when it misses the answer.
    this.settleWrites();
    this.signOut();
    this.send(pushAuthRevoked(`${reason}_token`, `The token is ${reason}`));
    this.reevaluate();
  }

  private awaitExpiry(expiresAt: number): void {
    const remaining = expiresAt * 1000 - this.context.now();
    this.expiry = setTimeout(() => this.verify(), Math.min(Math.max(remaining, 0) + 1, LONGEST_TIMER_MS));
    this.expiry.unref();
  }
}

/** To somebody without a grant. */
const LISTEN_TOO_LARGE: Reply = {
  status: 'invalid_query',
  json: JSON.stringify(
    `A listen of somebody without access may have ${UNPRIVILEGED_SIZES.listen} characters`,
  ),
};
