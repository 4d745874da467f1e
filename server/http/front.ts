import type { IncomingMessage, ServerResponse } from 'node:http';
import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { sendError } from './answers.ts';
import type { OriginCheck } from './same-origin.ts';
import { setSecurityHeaders } from './security-headers.ts';
import type { HttpService } from './service.ts';
import { serveApp } from './static-app.ts';
import type { StaticFiles } from './static-files.ts';

/** Longest accepted request target; WebChannel addresses stay below 2,000 characters. */
const LONGEST_TARGET = 8192;

export type Front = {
  /** Whether a path belongs to a service rather than to the app. */
  owns(path: string): boolean;
  handle(request: IncomingMessage, response: ServerResponse): void;
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
};

type Options = {
  readonly services: readonly HttpService[];
  readonly files: StaticFiles;
  readonly checkOrigin: OriginCheck;
  /** Takes what went wrong inside a service; the client sees no details. */
  readonly logError: (what: string, error: unknown) => void;
};

/** What stands between the port and the services: checks, headers, routing, and the app for everything else. */
export function createFront({ services, files, checkOrigin, logError }: Options): Front {
  const ownerOf = (path: string) => services.find((service) => service.owns(path));

  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const verdict = checkOrigin(request);
    if (verdict.kind === 'refused') return sendError(response, 403, 'PERMISSION_DENIED', verdict.reason);
    setSecurityHeaders(response, verdict.origin);
    const url = targetOf(request, verdict.origin);
    if (url === null) return sendError(response, 400, 'INVALID_ARGUMENT', 'The address cannot be read.');
    const service = ownerOf(url.pathname);
    if (service === undefined) return serveApp(files, request, response, url.pathname);
    return service.handle(request, response, url);
  };

  return {
    owns: (path) => ownerOf(path) !== undefined,
    handle: (request, response) => {
      answer(request, response).catch((error: unknown) => {
        logError(`${request.method} ${pathOf(request)}`, error);
        if (response.headersSent) response.destroy();
        else sendError(response, 500, 'INTERNAL', 'Something went wrong on the server.');
      });
    },
    upgrade: (request, socket, head) => {
      const verdict = checkOrigin(request);
      if (verdict.kind === 'refused') return refuseUpgrade(socket, 403);
      const service = ownerOf(targetOf(request, verdict.origin)?.pathname ?? '');
      if (service?.upgrade === undefined) return refuseUpgrade(socket, 404);
      service.upgrade(request, socket, head);
    },
  };
}

/** The request's address; null when it is not a path of ours. */
function targetOf(request: IncomingMessage, origin: string): URL | null {
  const target = request.url ?? '';
  if (!target.startsWith('/') || target.length > LONGEST_TARGET) return null;
  // `//host/path` would be read as an address of another host.
  return URL.canParse(origin + target) ? new URL(origin + target) : null;
}

/** For the log: without the query, which may hold keys and codes. */
function pathOf(request: IncomingMessage): string {
  return (request.url ?? '').split('?', 1)[0] ?? '';
}

function refuseUpgrade(socket: Duplex, status: number): void {
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}
