import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { log } from '../log.ts';
import type { UnprivilegedQuota } from '../quota/UnprivilegedQuota.ts';
import { firstRepeated } from '../scalars/texts.ts';
import { createThrottle } from '../throttle.ts';
import { sendError, sendText } from './answers.ts';
import { type StaticFiles, serveApp } from './appFiles.ts';
import { refuseSocket } from './refuseSocket.ts';
import { callerOf, type OriginCheck, type OriginRefusal } from './requestOrigin.ts';
import { refusalHeaders, setSecurityHeaders } from './securityHeaders.ts';
import type { HttpService } from './service.ts';

/** Longest accepted request target; WebChannel addresses stay below 2,000 characters. */
const MAX_TARGET_LENGTH = 8192;

/**
 * Requests of one address: at once, and then one per so many milliseconds. Far above what a whole office behind one
 * address needs: a single machine must not take all of the server's time. Sessions with a grant are never refused.
 */
const MAX_REQUESTS = { burst: 5000, refill: 2 };

export type RequestRouter = ReturnType<typeof createRequestRouter>;

type Options = {
  readonly services: readonly HttpService[];
  readonly files: StaticFiles;
  readonly checkOrigin: OriginCheck;
  readonly quota: Pick<UnprivilegedQuota, 'noteRequest'>;
  /** Whether a reverse proxy on this machine reports the callers' addresses. */
  readonly behindProxy: boolean;
  /** Milliseconds. */
  readonly now: () => number;
  /** Called with what went wrong inside a service; the client sees no details. */
  readonly logError: (what: string, error: unknown) => void;
};

/** Checks each request, sets the headers, and routes it to its service; everything else is the app. */
export function createRequestRouter(options: Options) {
  const { services, files, checkOrigin, behindProxy, quota, now, logError } = options;
  // Files of the app come first: a service may own a path that looks like its requests, such as /manifest.json.
  const ownerOf = (path: string) =>
    files.has(path) ? undefined : services.find((service) => service.owns(path));
  const requests = createThrottle(MAX_REQUESTS, now);
  const isTooMany = (request: IncomingMessage, url: URL | null) => {
    if (requests.take(callerOf(request, behindProxy))) return false;
    return url === null || !services.some((service) => service.isFreeOfAddressLimits?.(request, url));
  };

  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const verdict = checkOrigin(request);
    if (verdict.kind === 'refused') return sendRefusal(response, verdict);
    setSecurityHeaders(response, verdict.origin);
    const url = targetOf(request, verdict.origin);
    if (isTooMany(request, url)) return sendTooMany(response);
    if (url === null) return sendError(response, 400, 'INVALID_ARGUMENT', 'The address cannot be read.');
    const service = ownerOf(url.pathname);
    if (service === undefined) return serveApp(files, request, response, url.pathname);
    const repeated = firstRepeated([...url.searchParams.keys()]);
    if (repeated !== undefined)
      return sendError(response, 400, 'INVALID_ARGUMENT', `The parameter ${repeated} stands twice.`);
    if (request.headers['content-encoding'] !== undefined)
      return sendError(response, 501, 'UNIMPLEMENTED', 'The header Content-Encoding is not implemented.');
    return service.handle(request, response, url);
  };

  return {
    /** Whether a path belongs to a service rather than to the app. */
    owns: (path: string) => ownerOf(path) !== undefined,
    handle(request: IncomingMessage, response: ServerResponse): void {
      logRequest(request, response);
      quota.noteRequest(request, () => response.destroyed || response.writableFinished);
      answer(request, response).catch((error: unknown) => {
        logError(`${request.method} ${pathOf(request)}`, error);
        if (response.headersSent) response.destroy();
        else sendError(response, 500, 'INTERNAL', 'Something went wrong on the server.');
      });
    },
    upgrade: (request: IncomingMessage, socket: Duplex, head: Buffer) => {
      const verdict = checkOrigin(request);
      if (verdict.kind === 'refused') return refuseSocket(socket, verdict.status);
      const url = targetOf(request, verdict.origin);
      if (isTooMany(request, url)) return refuseSocket(socket, 429);
      const service = ownerOf(url?.pathname ?? '');
      if (url === null || service?.upgrade === undefined) return refuseSocket(socket, 404);
      if (firstRepeated([...url.searchParams.keys()]) !== undefined) return refuseSocket(socket, 400);
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

function sendRefusal(response: ServerResponse, { status, reason }: OriginRefusal): void {
  for (const [name, value] of Object.entries(refusalHeaders())) response.setHeader(name, value);
  sendError(response, status, status === 400 ? 'INVALID_ARGUMENT' : 'PERMISSION_DENIED', reason);
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
