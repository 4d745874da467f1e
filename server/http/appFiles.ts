import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { extname, join, relative, sep } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { EMBEDDED_MARK, OUTBOX_MARK } from '#model/backend.ts';
import { codeOf } from '../store/StorageFailure.ts';
import { sendError, sendText } from './answers.ts';

const compress = promisify(gzip);

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
};
const COMPRESSIBLE = /^text\/|json|svg|wasm/;
const MIN_COMPRESSED_BYTES = 1024;

type StaticFile = {
  readonly headers: Readonly<Record<string, string>>;
  readonly etag: string;
  readonly body: Buffer;
  /** The gzip form; null where it is not worth it. Made once, on first use. */
  compressed(): Promise<Buffer | null>;
};

/** Files by their path on the server, e.g. `/assets/index-3f9a.js`. */
export type StaticFiles = ReadonlyMap<string, StaticFile>;

/**
 * Reads a built app into memory. A request's path is looked up in this map and nowhere else: no request can
 * reach another file of the machine, and a rebuild under the running server cannot mix two builds.
 * Pages get the mark of the embedded backend. An absent folder gives an empty map.
 * @param canMail whether there is a mail server
 */
export function loadStaticFiles(folder: string, canMail: boolean): StaticFiles {
  const files = new Map<string, StaticFile>();
  for (const file of filesBelow(folder)) {
    const path = `/${relative(folder, file).split(sep).join('/')}`;
    if (path.includes('/.')) continue;
    const body = readFileSync(file);
    files.set(path, staticFile(path, path.endsWith('.html') ? markEmbedded(body, canMail) : body));
  }
  return files;
}

function filesBelow(folder: string): string[] {
  try {
    return readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name));
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return [];
    throw error;
  }
}

function staticFile(path: string, body: Buffer): StaticFile {
  const type = CONTENT_TYPES[extname(path)] ?? 'application/octet-stream';
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
  const isWorthIt = COMPRESSIBLE.test(type) && body.length >= MIN_COMPRESSED_BYTES;
  let compressed: Promise<Buffer | null> | undefined;
  return {
    headers: { 'Content-Type': type, 'Cache-Control': caching(path), ETag: etag },
    etag,
    body,
    compressed: () => {
      compressed ??= isWorthIt ? compress(body) : Promise.resolve(null);
      return compressed;
    },
  };
}

/** Vite puts a hash of the content into the names below /assets, so these never change. */
function caching(path: string): string {
  return path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache';
}

/** Marks a page of the app: its services are on the server that sent it, and it need not ask where they are. */
function markEmbedded(page: Buffer, canMail: boolean): Buffer {
  const { name, content } = canMail ? EMBEDDED_MARK : OUTBOX_MARK;
  const mark = `<meta name="${name}" content="${content}" />`;
  return Buffer.from(page.toString('utf8').replace('</head>', `${mark}</head>`));
}

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
  // A missing script or picture is answered with 404: the browser could do nothing with a page in its place.
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
