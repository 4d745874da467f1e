import type { IncomingMessage, ServerResponse } from 'node:http';
import { sendError, sendText } from './answers.ts';
import type { StaticFile, StaticFiles } from './staticFiles.ts';

/** Paths of the protocols; an unknown one among them is an error, never the start page. */
const API_PREFIX = /^\/(identitytoolkit\.|securetoken\.|google\.firestore\.|emulator\/|v\d+\/|\.)/;

/** Answers GET and HEAD with the files of the app; addresses of its screens get the start page. */
export async function serveApp(
  files: StaticFiles,
  request: IncomingMessage,
  response: ServerResponse,
  path: string,
): Promise<void> {
  const readable = request.method === 'GET' || request.method === 'HEAD';
  const file = readable ? fileFor(files, path) : undefined;
  if (file !== undefined) return sendFile(file, request, response);
  if (API_PREFIX.test(path))
    return sendError(response, 404, 'NOT_FOUND', 'There is nothing at this address.');
  if (!readable) {
    response.setHeader('Allow', 'GET, HEAD');
    return sendError(response, 405, 'INVALID_ARGUMENT', 'Only GET and HEAD are possible here.');
  }
  if (files.size === 0)
    return sendText(response, 503, 'text/plain', 'The app is not built yet: run npm run build.\n');
  sendText(response, 404, 'text/plain', 'There is nothing at this address.\n');
}

function fileFor(files: StaticFiles, path: string): StaticFile | undefined {
  const exact = files.get(path);
  if (exact !== undefined || API_PREFIX.test(path)) return exact;
  const lastSegment = path.slice(path.lastIndexOf('/') + 1);
  // A missing script or picture must fail as such: a page in its place would only puzzle the browser.
  return lastSegment.includes('.') ? undefined : files.get('/index.html');
}

async function sendFile(file: StaticFile, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const headers: Record<string, string | number> = { ...file.headers, Vary: 'Accept-Encoding' };
  if (request.headers['if-none-match']?.includes(file.etag)) {
    response.writeHead(304, headers).end();
    return;
  }
  const wantsGzip = /\bgzip\b/.test(String(request.headers['accept-encoding'] ?? ''));
  const compressed = wantsGzip ? await file.compressed() : null;
  if (compressed !== null) headers['Content-Encoding'] = 'gzip';
  const body = compressed ?? file.body;
  response.writeHead(200, { ...headers, 'Content-Length': body.length });
  response.end(request.method === 'HEAD' ? undefined : body);
}
