import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { FORMER_LIST_PATH } from '#model/backend.ts';
import type { AuthContext, TokenVerifier } from './auth/authContext.ts';
import { sendError } from './http/answers.ts';
import type { HttpService } from './http/service.ts';
import { dataFilesOf } from './store/dataFolder.ts';

type Options = {
  readonly dataDir: string;
  readonly tokens: TokenVerifier;
  readonly isAdmin: (auth: NonNullable<AuthContext>) => boolean;
};

/** `GET /list-before-history.csv`: the list as it was taken over, for administrators, whose ID token is in the request. */
export function createFormerListService({ dataDir, tokens, isAdmin }: Options): HttpService {
  const file = dataFilesOf(dataDir).formerListFile;
  return {
    owns: (path) => path === FORMER_LIST_PATH,
    handle: async (request, response) => {
      const refusal = refusalOf(request, { tokens, isAdmin });
      if (refusal !== null) sendError(response, ...refusal);
      else if (!existsSync(file)) sendError(response, 404, 'NOT_FOUND', 'No list was taken over.');
      else sendFile(response, await readFile(file));
    },
    close: () => {},
  };
}

type Refusal = readonly [code: number, status: string, message: string];

function refusalOf(
  { method, headers }: IncomingMessage,
  { tokens, isAdmin }: Pick<Options, 'tokens' | 'isAdmin'>,
): Refusal | null {
  if (method !== 'GET') return [405, 'INVALID_ARGUMENT', 'Only GET is answered here.'];
  const verdict = tokens.verify(/^Bearer (\S+)$/.exec(headers.authorization ?? '')?.[1] ?? '');
  if (!verdict.ok) return [401, 'UNAUTHENTICATED', 'The ID token is missing, invalid or expired.'];
  return isAdmin(verdict.auth) ? null : [403, 'PERMISSION_DENIED', 'Only administrators may read this.'];
}

function sendFile(response: ServerResponse, bytes: Buffer): void {
  response.writeHead(200, {
    'Content-Type': 'text/csv; charset=utf-8',
    'Content-Length': bytes.byteLength,
    'Content-Disposition': `attachment; filename="${FORMER_LIST_PATH.slice(1)}"`,
    'Cache-Control': 'no-store',
  });
  response.end(bytes);
}
