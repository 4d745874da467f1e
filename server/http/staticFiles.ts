import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { markEmbedded } from './markEmbedded.ts';

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
const SMALLEST_COMPRESSED = 1024;

export type StaticFile = {
  readonly headers: Readonly<Record<string, string>>;
  readonly etag: string;
  readonly body: Buffer;
  /** The gzip form; null where it would not pay. Made once, on first use. */
  compressed(): Promise<Buffer | null>;
};

/** Files by their path on the server, e.g. `/assets/index-3f9a.js`. */
export type StaticFiles = ReadonlyMap<string, StaticFile>;

/**
 * Reads a built app into memory. Requests are then answered by looking the path up in this map: no request can
 * reach another file of the machine, and a rebuild under the running server cannot mix two builds.
 * Pages are marked as ours. An absent folder gives an empty map.
 */
export function loadStaticFiles(folder: string): StaticFiles {
  const files = new Map<string, StaticFile>();
  for (const file of filesBelow(folder)) {
    const path = `/${relative(folder, file).split(sep).join('/')}`;
    if (path.includes('/.')) continue;
    const body = readFileSync(file);
    files.set(path, staticFile(path, path.endsWith('.html') ? markEmbedded(body) : body));
  }
  return files;
}

function filesBelow(folder: string): string[] {
  try {
    return readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  }
}

function staticFile(path: string, body: Buffer): StaticFile {
  const type = CONTENT_TYPES[extname(path)] ?? 'application/octet-stream';
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
  const pays = COMPRESSIBLE.test(type) && body.length >= SMALLEST_COMPRESSED;
  let compressed: Promise<Buffer | null> | undefined;
  return {
    headers: { 'Content-Type': type, 'Cache-Control': caching(path), ETag: etag },
    etag,
    body,
    compressed: () => {
      compressed ??= pays ? compress(body) : Promise.resolve(null);
      return compressed;
    },
  };
}

/** Vite puts a hash of the content into the names below /assets, so these never change. */
function caching(path: string): string {
  return path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache';
}
