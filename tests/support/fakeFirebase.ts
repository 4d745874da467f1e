import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

type Document = { readonly fields: Record<string, unknown>; readonly updateTime: string };
type Write = {
  readonly delete?: string;
  readonly update?: { readonly name: string; readonly fields: Record<string, unknown> };
  readonly updateMask?: { readonly fieldPaths: readonly string[] };
  readonly currentDocument?: { readonly exists?: boolean; readonly updateTime?: string };
};

/** The few REST calls of Google's that `grant-admin` makes, on state that a test sets and reads. */
export type FakeFirebase = {
  readonly host: string;
  /** By the full resource name. */
  readonly documents: Map<string, Document>;
  /** By path, e.g. `access/ann@x%2Eorg` (as stored). */
  readonly tree: Map<string, unknown>;
  readonly accounts: Map<string, { readonly localId: string; readonly emailVerified?: boolean }>;
  /** Bodies of the requests for an access token. */
  readonly tokenRequests: string[];
  /** Path prefixes that answer 403. */
  readonly refused: Set<string>;
  /** Runs before a commit is evaluated: another client's write in the meantime. */
  meanwhile: () => void;
  close(): Promise<void>;
};

export async function startFakeFirebase(token: string): Promise<FakeFirebase> {
  const fake = {
    host: '',
    documents: new Map(),
    tree: new Map(),
    accounts: new Map(),
    tokenRequests: [] as string[],
    refused: new Set<string>(),
    meanwhile: () => {},
    close: () => Promise.resolve(),
  };
  const server = createServer({ keepAliveTimeout: 0 }, async (request, response) => {
    const [status, body] = answer(fake, token, request, await readJson(request));
    response.writeHead(status, { 'Content-Type': 'application/json' });
    response.end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  fake.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  fake.close = () => new Promise((resolve) => server.close(() => resolve()));
  return fake;
}

async function readJson(request: IncomingMessage): Promise<unknown> {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  // Requests for an access token are forms.
  return text.startsWith('{') ? JSON.parse(text) : text;
}

type Answer = readonly [status: number, body: unknown];

function answer(fake: FakeFirebase, token: string, request: IncomingMessage, body: unknown): Answer {
  const path = request.url ?? '';
  if ([...fake.refused].some((prefix) => path.startsWith(prefix)))
    return [403, { error: { message: 'The caller does not have permission.' } }];
  if (path === '/token') {
    fake.tokenRequests.push(String(body));
    return [200, { access_token: token, token_type: 'Bearer', expires_in: 3600 }];
  }
  if (request.headers.authorization !== `Bearer ${token}`)
    return [401, { error: { message: 'Request had invalid authentication credentials.' } }];
  if (path.endsWith('/accounts:lookup')) return [200, lookUp(fake, body as { email: string[] })];
  if (path.endsWith('/documents:batchGet')) return [200, [get(fake, body as { documents: string[] })]];
  if (path.endsWith('/documents:commit')) return commit(fake, body as { writes: Write[] });
  const place = /^\/(.*)\.json(\?.*)?$/.exec(path)?.[1];
  if (request.method === 'GET' && place !== undefined)
    return [200, fake.tree.get(decodeURIComponent(place)) ?? null];
  if (request.method !== 'PATCH' || place !== '') return [404, { error: 'Not found' }];
  // Of several places at once, by path.
  for (const [at, value] of Object.entries(body as object)) fake.tree.set(at, value);
  return [200, body];
}

function lookUp(fake: FakeFirebase, { email }: { email: readonly string[] }) {
  const users = email.flatMap((address) => fake.accounts.get(address) ?? []);
  return users.length > 0 ? { users } : {};
}

function get(fake: FakeFirebase, { documents: [name = ''] }: { documents: readonly string[] }) {
  const found = fake.documents.get(name);
  return found ? { found: { name, ...found } } : { missing: name };
}

function commit(fake: FakeFirebase, { writes }: { writes: readonly Write[] }): Answer {
  fake.meanwhile();
  if (!writes.every((write) => meets(fake, write)))
    return [400, { error: { message: 'The document changed.', status: 'FAILED_PRECONDITION' } }];
  for (const write of writes) apply(fake, write);
  return [200, {}];
}

function meets(fake: FakeFirebase, { update, currentDocument }: Write): boolean {
  if (update === undefined || currentDocument === undefined) return true;
  const stored = fake.documents.get(update.name);
  return currentDocument.updateTime === undefined
    ? (stored !== undefined) === currentDocument.exists
    : stored?.updateTime === currentDocument.updateTime;
}

function apply(fake: FakeFirebase, { update, updateMask, delete: deleted }: Write): void {
  if (deleted !== undefined) fake.documents.delete(deleted);
  if (update === undefined) return;
  const masked = updateMask?.fieldPaths ?? [];
  const kept = Object.entries(fake.documents.get(update.name)?.fields ?? {}).filter(
    ([field]) => !masked.includes(field),
  );
  fake.documents.set(update.name, {
    fields: { ...Object.fromEntries(kept), ...update.fields },
    updateTime: new Date().toISOString(),
  });
}
