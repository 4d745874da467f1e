import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import type { UnprivilegedQuota } from '../quota/UnprivilegedQuota.ts';
import { StartError } from '../StartError.ts';
import { refuseSocket } from './refuseSocket.ts';
import type { RequestRouter } from './requestRouter.ts';
import { refusalHeaders } from './securityHeaders.ts';

/** Longer than proxies keep an unused connection: they must never send on one that this server is closing. */
const KEEP_ALIVE_MS = 75_000;

/**
 * Open connections, in use or not: well above the sockets and channels that the services allow. Those that have had no
 * request of somebody with a grant have a lower limit, in `server/quota`.
 */
const MAX_CONNECTIONS = 15_000;

/**
 * How long receiving a request may take (milliseconds), and how often that is checked. An answer, such as the one to a
 * channel's GET, may stay open for any time.
 */
export const RECEIVE_LIMITS = {
  headersTimeout: 20_000,
  requestTimeout: 120_000,
  connectionsCheckingInterval: 1_000,
};

type ListenOptions = {
  readonly host: string;
  /** 0 lets the system choose. */
  readonly port: number;
  readonly quota: Pick<UnprivilegedQuota, 'acquireConnection'>;
  /** Requests wait for it; without it they are answered from the start. */
  readonly ready?: Promise<void>;
  /** For tests, which cannot wait as long as the usual limits. */
  readonly limits?: typeof RECEIVE_LIMITS;
  /** How long open answers may take to finish when the listener is closed. Milliseconds. */
  readonly closeGrace?: number;
};

export type Listener = {
  readonly port: number;
  /** Stops accepting, lets answers finish for `closeGrace`, then closes all connections. */
  close(): Promise<void>;
};

/** Listens on one port. @throws StartError `port-unusable` */
export async function listen(
  router: RequestRouter,
  { host, port, quota, ready = Promise.resolve(), limits = RECEIVE_LIMITS, closeGrace = 1000 }: ListenOptions,
): Promise<Listener> {
  // A missing Host header is refused by the router: Node's own refusal has no security headers.
  const options = { ...limits, keepAliveTimeout: KEEP_ALIVE_MS, requireHostHeader: false };
  const server = createServer(options, (request, response) => {
    void ready.then(() => router.handle(request, response));
  });
  server.maxConnections = MAX_CONNECTIONS;
  server.on('connection', (socket) => quota.acquireConnection(socket));
  server.on('clientError', refuseUnreadable);
  server.on('checkExpectation', (_request, response) => {
    response.writeHead(417, { ...refusalHeaders(), Connection: 'close' }).end();
  });
  const upgraded = new Set<Duplex>();
  server.on('upgrade', (request, socket, head) => {
    upgraded.add(socket);
    // From the first moment on: an error without a listener would end the program.
    socket.on('error', () => socket.destroy());
    socket.once('close', () => upgraded.delete(socket));
    void ready.then(() => router.upgrade(request, socket, head));
  });
  await bind(server, host, port);
  const close = async () => {
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    server.closeIdleConnections();
    const timer = setTimeout(() => {
      server.closeAllConnections();
      for (const socket of upgraded) socket.destroy();
    }, closeGrace);
    await closed;
    clearTimeout(timer);
  };
  return { port: (server.address() as AddressInfo).port, close };
}

/** Statuses of what Node's parser refuses before there is a request; everything else is 400. */
const PARSER_REFUSALS: Readonly<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

function refuseUnreadable(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || !socket.writable) socket.destroy();
  else refuseSocket(socket, PARSER_REFUSALS[error.code ?? ''] ?? 400);
}

async function bind(server: Server, host: string, port: number): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(portError(error, host, port)));
    server.listen(port, host, resolve);
  });
  server.removeAllListeners('error');
}

function portError(error: NodeJS.ErrnoException, host: string, port: number): Error {
  const remedies: Record<string, string> = {
    EADDRINUSE: `Port ${port} on ${host} is taken by another program: stop it, or choose another port with PORT.`,
    EACCES: `Port ${port} may not be used by this account: choose a port of 1024 or above with PORT.`,
    EADDRNOTAVAIL: `${host} is not an address of this machine: correct HOST.`,
    ENOTFOUND: `${host} is not an address of this machine: correct HOST.`,
  };
  const remedy = remedies[error.code ?? ''];
  return remedy === undefined ? error : new StartError('port-unusable', remedy, { cause: error });
}
