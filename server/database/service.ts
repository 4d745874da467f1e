import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import type { TokenVerifier } from '../auth/authContext.ts';
import { refuseSocket } from '../http/refuseSocket.ts';
import type { HttpService } from '../http/service.ts';
import { log } from '../log.ts';
import type { QuotaClient } from '../quota/QuotaClient.ts';
import type { UnprivilegedQuota } from '../quota/UnprivilegedQuota.ts';
import { RealtimeDatabase, type TreeOptions } from './RealtimeDatabase.ts';
import { handleRequest } from './requests.ts';
import { ListenTree } from './sockets/listens.ts';
import { type SessionContext, SocketSession } from './sockets/SocketSession.ts';
import type { ChangeTree } from './tree/changes.ts';
import { type Path, toPlain } from './tree/node.ts';
import { MAX_FRAME_BYTES, shutdown } from './wire/messages.ts';
import { parsePath, unimplemented } from './wire/values.ts';

const SOCKET_PATH = '/.ws';
const LONG_POLLING_PATH = '/.lp';
const REST_ENDING = '.json';
const PROTOCOL_VERSION = '5';
/** Version, namespace, app id, transport session and last session: what the SDK adds to the address. */
const KNOWN_PARAMETERS = ['v', 'ns', 'p', 's', 'ls'];
const HEARTBEAT_MS = 30_000;
/** Sockets of everybody together; those without a grant have a limit of their own, in `server/quota`. */
const MAX_CONNECTIONS = 10_000;
/** WebSocket close code "going away" (RFC 6455, 7.4.1): clients come back by themselves. */
const GOING_AWAY = 1001;
/** The same, "unsupported data": binary frames. */
const UNSUPPORTED_DATA = 1003;

type DatabaseOptions = TreeOptions & {
  readonly tokens: TokenVerifier;
  readonly quota: UnprivilegedQuota;
  /** The only namespace (`?ns=`) served. */
  readonly projectId: string;
  /** Milliseconds; the system clock by default. */
  readonly now?: () => number;
  /** How long sockets may take to close when the service ends, 1,000 by default. Milliseconds. */
  readonly closeGrace?: number;
  /** Sockets served at the same time, 10,000 by default. */
  readonly maxConnections?: number;
};

/**
 * Serves the Realtime Database to the Firebase JavaScript SDK over WebSocket (protocol version 5), and is a way into it
 * for the program itself.
 * Answered "not implemented": long polling, the REST API, priorities, transactions, writes on disconnect, App Check.
 */
export class DatabaseService implements HttpService {
  private readonly database: RealtimeDatabase;
  private readonly listens = new ListenTree();
  private readonly sessions = new Set<SocketSession>();
  private readonly context: SessionContext;
  private readonly server = new WebSocketServer({
    noServer: true,
    clientTracking: true,
    maxPayload: MAX_FRAME_BYTES,
    perMessageDeflate: false,
  });
  private readonly heartbeat: NodeJS.Timeout;
  private readonly stopFollowingSessions: () => void;
  private isClosing = false;

  constructor(private readonly options: DatabaseOptions) {
    const { store, tokens, now = Date.now } = options;
    this.database = new RealtimeDatabase({
      ...options,
      now,
      onChange: (changes) => this.publish(changes),
    });
    this.context = {
      database: this.database,
      listens: this.listens,
      tokens,
      now,
      handle: handleRequest,
      settle: () => store.settle(),
    };
    // The library's own refusal has no security headers.
    this.server.on('wsClientError', (_error, socket) => {
      refuseSocket(socket, 400, { 'Sec-WebSocket-Version': 13 });
    });
    this.heartbeat = setInterval(() => this.checkSessions(), HEARTBEAT_MS);
    this.heartbeat.unref();
    this.stopFollowingSessions = tokens.onSessionsEnded((ended) => {
      for (const session of [...this.sessions]) session.leaveSessions(ended);
    });
  }

  /** An address of the REST API is a place with `.json` at its end; files of the app with that ending come before it. */
  owns(path: string): boolean {
    return path === SOCKET_PATH || path === LONG_POLLING_PATH || path.endsWith(REST_ENDING);
  }

  handle(_request: IncomingMessage, response: ServerResponse, url: URL): void {
    const isSocket = url.pathname === SOCKET_PATH;
    const error = isSocket
      ? 'This path speaks WebSocket only.'
      : 'Not implemented: this server speaks the Realtime Database protocol over WebSocket (/.ws) only.';
    response.writeHead(isSocket ? 426 : 501, { 'Content-Type': 'application/json; charset=utf-8' });
    response.end(JSON.stringify({ error }));
  }

  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const url = new URL(request.url ?? '/', 'http://host');
    const isFull = !this.hasRoom();
    if (url.pathname !== SOCKET_PATH) refuseSocket(socket, 404);
    else if (this.isClosing || isFull) refuseSocket(socket, 503);
    else this.accept(request, socket, head, url);
  }

  /**
   * Sets several places as one write, to which no rule applies: for seeding and tools. Null removes.
   * Throws when a path or value cannot be stored, or the store fails; then nothing has changed. Inside an outer
   * transaction the tree in memory is ahead until that commits: when it fails, the process has to restart.
   */
  update(paths: Readonly<Record<string, unknown>>): void {
    const assignments = Object.entries(paths).map(([path, data]) => ({ path: parsePath(path), data }));
    this.database.writeNow({ assignments, by: 'trusted' });
  }

  /** The data at a path as plain values, null where there is nothing; no rule applies. @throws Refusal for no path */
  read(path: string): unknown {
    return toPlain(this.database.shownAt(parsePath(path)));
  }

  /** Closes every socket so that clients reconnect, and waits until they are gone. */
  async close(): Promise<void> {
    this.isClosing = true;
    clearInterval(this.heartbeat);
    this.stopFollowingSessions();
    const sockets = [...this.server.clients];
    const gone = sockets.map((socket) => new Promise((resolve) => socket.once('close', resolve)));
    for (const session of this.sessions) session.end();
    this.options.store.settle();
    for (const socket of sockets) socket.close(GOING_AWAY, 'The server goes down');
    const grace = setTimeout(() => {
      for (const socket of sockets) socket.terminate();
    }, this.options.closeGrace ?? 1000);
    await Promise.all(gone);
    clearTimeout(grace);
  }

  /** A full server closes its oldest socket without a grant, so that strangers cannot lock others out. */
  private hasRoom(): boolean {
    if (this.sessions.size < (this.options.maxConnections ?? MAX_CONNECTIONS)) return true;
    for (const session of this.sessions) {
      if (!session.isUnprivileged) continue;
      session.cutOff();
      this.sessions.delete(session);
      return true;
    }
    return false;
  }

  private refusal(parameters: URLSearchParams): string | null {
    const { projectId } = this.options;
    const version = parameters.get('v');
    const namespace = parameters.get('ns');
    if (version !== PROTOCOL_VERSION)
      return `Protocol version ${version} is not spoken here, only ${PROTOCOL_VERSION}`;
    if (namespace !== projectId) return `There is no database "${namespace}" here: use ?ns=${projectId}`;
    const unknown = [...parameters.keys()].find((name) => !KNOWN_PARAMETERS.includes(name));
    return unknown === undefined ? null : unimplemented(unknown).message;
  }

  private accept(request: IncomingMessage, socket: Duplex, head: Buffer, url: URL): void {
    const client = this.options.quota.acquire('socket', request, () => socket.destroy());
    socket.once('close', () => client.release());
    this.server.handleUpgrade(request, socket, head, (accepted) => {
      // From the first moment on, also where the client is refused: an error without a listener would end the program.
      accepted.on('error', (error) => log.warn('A database socket failed', { reason: error.message }));
      const reason = this.refusal(url.searchParams);
      if (reason === null) this.serve(accepted, request.headers.host ?? '', client);
      else accepted.send(shutdown(reason), () => accepted.close());
    });
  }

  private serve(socket: WebSocket, host: string, client: QuotaClient): void {
    const session = new SocketSession(socket, host, client, this.context);
    this.sessions.add(session);
    socket.on('message', (data, isBinary) => {
      // Nobody has checked that they are UTF-8.
      if (isBinary) socket.close(UNSUPPORTED_DATA, 'Messages are frames of text');
      else session.receive(data.toString());
    });
    socket.on('pong', () => session.recordLife());
    socket.on('close', () => {
      this.sessions.delete(session);
      session.end();
    });
  }

  private publish(changes: ChangeTree): void {
    if (this.affectsReads(changes)) this.reevaluateAll();
    this.listens.push(changes, (path) => this.database.at(path));
  }

  /** @param path of `changes`. Where a write there could change no decision, none below it can. */
  private affectsReads(changes: ChangeTree, path: Path = []): boolean {
    if (!this.options.rules.affectsReads(path)) return false;
    if (changes.kind === 'set') return true;
    return [...changes.children].some(([key, child]) => this.affectsReads(child, [...path, key]));
  }

  /** Called before anything is pushed: who lost the right to read must not see the write that took it. */
  private reevaluateAll(): void {
    for (const session of this.sessions) session.reevaluate();
  }

  private checkSessions(): void {
    for (const session of this.sessions) {
      session.heartbeat();
      session.verify();
    }
  }
}
