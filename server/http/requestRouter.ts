import type { IncomingMessage, ServerResponse } from 'node:http';
import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { log } from '../log.ts';
import { createThrottle } from '../throttle.ts';
import { sendError, sendText } from './answers.ts';
import { type StaticFiles, serveApp } from './appFiles.ts';
import { callerOf, type OriginCheck } from './requestOrigin.ts';
import type { HttpService } from './service.ts';

/** Longest accepted request target; WebChannel addresses stay below 2,000 characters. */
const MAX_TARGET_LENGTH = 8192;

/**
 * Requests of one address: at once, and then one per so many milliseconds. Far above what a whole office behind one
 * address needs: a single machine must not take all of the server's time.
 */
const MAX_REQUESTS = { burst: 5000, refill: 2 };

export type RequestRouter = {
  /** Whether a path belongs to a service rather than to the app. */
  owns(path: string): boolean;
  handle(request: IncomingMessage, response: ServerResponse): void;
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
};

type Options = {
  readonly services: readonly HttpService[];
  readonly files: StaticFiles;
  readonly checkOrigin: OriginCheck;
  /** Whether a reverse proxy on this machine reports the callers' addresses. */
  readonly behindProxy: boolean;
  /** Milliseconds. */
  readonly now: () => number;
  /** Called with what went wrong inside a service; the client sees no details. */
  readonly logError: (what: string, error: unknown) => void;
};

/** Checks each request, sets the headers, and routes it to its service; everything else is the app. */
export function createRequestRouter(options: Options): RequestRouter {
  const { services, files, checkOrigin, behindProxy, now, logError } = options;
  // Files of the app come first: a service may own a path that looks like its requests, such as /manifest.json.
  const ownerOf = (path: string) =>
    files.has(path) ? undefined : services.find((service) => service.owns(path));
  const requests = createThrottle(MAX_REQUESTS, now);
  const isTooMany = (request: IncomingMessage) => !requests.take(callerOf(request, behindProxy));

  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const verdict = checkOrigin(request);
    if (verdict.kind === 'refused') return sendError(response, 403, 'PERMISSION_DENIED', verdict.reason);
    setSecurityHeaders(response, verdict.origin);
    if (isTooMany(request)) return sendTooMany(response);
    const url = targetOf(request, verdict.origin);
    if (url === null) return sendError(response, 400, 'INVALID_ARGUMENT', 'The address cannot be read.');
    const service = ownerOf(url.pathname);
    if (service === undefined) return serveApp(files, request, response, url.pathname);
    return service.handle(request, response, url);
  };

  return {
    owns: (path) => ownerOf(path) !== undefined,
    handle: (request, response) => {
      logRequest(request, response);
      answer(request, response).catch((error: unknown) => {
        logError(`${request.method} ${pathOf(request)}`, error);
        if (response.headersSent) response.destroy();
        else sendError(response, 500, 'INTERNAL', 'Something went wrong on the server.');
      });
    },
    upgrade: (request, socket, head) => {
      const verdict = checkOrigin(request);
      if (verdict.kind === 'refused') return refuseUpgrade(socket, 403);
      if (isTooMany(request)) return refuseUpgrade(socket, 429);
      const service = ownerOf(targetOf(request, verdict.origin)?.pathname ?? '');
      if (service?.upgrade === undefined) return refuseUpgrade(socket, 404);
      service.upgrade(request, socket, head);
    },
  };
}

/** The request's address; null when it is not a path on this server. */
function targetOf(request: IncomingMessage, origin: string): URL | null {
  const target = request.url ?? '';
  if (!target.startsWith('/') || target.length > MAX_TARGET_LENGTH) return null;
  // `//host/path` would be read as an address of another host.
  return URL.canParse(origin + target) ? new URL(origin + target) : null;
}

/** No JSON: the SDK takes this for a network failure and signs nobody out. */
function sendTooMany(response: ServerResponse): void {
  response.setHeader('Retry-After', '1');
  sendText(response, 429, 'text/plain', 'Too many requests: try again in a moment.\n');
}

function logRequest(request: IncomingMessage, response: ServerResponse): void {
  const began = performance.now();
  response.once('close', () => {
    const ms = Math.round(performance.now() - began);
    log.debug('request', { method: request.method, path: pathOf(request), status: response.statusCode, ms });
  });
}

/** The path for the log, without the query, which may hold keys and codes. */
function pathOf(request: IncomingMessage): string {
  return (request.url ?? '').split('?', 1)[0] ?? '';
}

function refuseUpgrade(socket: Duplex, status: number): void {
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}

/**
 * Sets the headers that every answer carries.
 * @param origin own origin of the request, already checked
 */
export function setSecurityHeaders(response: ServerResponse, origin: string): void {
  const secure = origin.startsWith('https:');
  response.setHeader('Content-Security-Policy', contentSecurityPolicy(origin));
  response.setHeader('X-Content-Type-Options', 'nosniff');
  response.setHeader('X-Frame-Options', 'DENY');
  // Action codes stand in addresses and must not reach other sites. `no-referrer` would also make the Origin of
  // the app's own beacons `null`.
  response.setHeader('Referrer-Policy', 'same-origin');
  response.setHeader('Cross-Origin-Resource-Policy', 'same-origin');
  // The sign-in popup goes to the identity provider and comes back: the app must still be able to see it.
  response.setHeader('Cross-Origin-Opener-Policy', 'same-origin-allow-popups');
  response.setHeader('Permissions-Policy', 'camera=(), geolocation=(), microphone=(), payment=(), usb=()');
  if (secure) response.setHeader('Strict-Transport-Security', 'max-age=31536000');
}

/** Mantine writes style elements and attributes, hence the one `unsafe-inline`; scripts come from files only. */
function contentSecurityPolicy(origin: string): string {
  // Some browsers do not count ws: as 'self'.
  const socket = origin.replace(/^http/, 'ws');
  return [
    "default-src 'self'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self' data:",
    `connect-src 'self' ${socket}`,
    "worker-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}
