import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { signIn } from '#bench/protocol/identityClient.ts';
import { changeList } from '#bench/protocol/listWrite.ts';
import { RealtimeClient } from '#bench/protocol/RealtimeClient.ts';
import { DEFAULT_CONFIG } from '#server/config.ts';
import { listen, RECEIVE_LIMITS } from '#server/http/listener.ts';
import { configureLog } from '#server/log.ts';
import { type Backend, createBackend } from '#server/server.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

let folder: string;
let server: TestServer;
let idToken: string;
const sockets: Socket[] = [];

beforeAll(async () => {
  configureLog({ level: 'silent' });
  folder = mkdtempSync(join(tmpdir(), 'gl-attacks-'));
  mkdirSync(join(folder, 'app'));
  writeFileSync(join(folder, 'app', 'gl_mappings.json'), '{"name":"a file of the app"}');
  server = await startTestServer({ appDir: join(folder, 'app') });
  idToken = (await signIn(server.origin, server.admin)).idToken;
});
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
});
afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
  configureLog({ level: 'info' });
});

type SlowOptions = {
  /** Keeps its half of the connection open when the server ends its own, as no browser does. */
  readonly allowHalfOpen?: boolean;
};

/** A connection that has sent `text` and says nothing more. */
function slowClient(
  port: number,
  text: string,
  { allowHalfOpen = false }: SlowOptions = {},
): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen }, () => {
      socket.write(text);
      resolve(socket);
    });
    socket.once('error', reject);
    sockets.push(socket);
  });
}

/** Asks so often on one connection, without waiting for answers; resolves with the statuses of all. */
async function statusesOf(port: number, path: string, times: number): Promise<string[]> {
  const request = `GET ${path} HTTP/1.1\r\nHost: localhost:${port}\r\n`;
  const socket = await slowClient(port, `${request}\r\n`.repeat(times - 1));
  socket.write(`${request}Connection: close\r\n\r\n`);
  let answers = '';
  for await (const chunk of socket) answers += String(chunk);
  return [...answers.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status = '']) => status);
}

const CLOSE = { headers: { Connection: 'close' } };

const deep = (depth: number, open: string, close: string, core: string) =>
  open.repeat(depth) + core + close.repeat(depth);

async function expectServing(): Promise<void> {
  const tree = await RealtimeClient.connect(server.origin);
  await tree.demand('auth', { cred: idToken });
  await changeList(tree, idToken, { TEA: { description: 'TEA', glAccount: '1' } });
  tree.close();
  expect((await fetch(server.url('/healthz'))).status).toBe(200);
}

/** The server's ends of the connections that it has accepted. */
class Accepted {
  readonly #closed: Promise<unknown>[] = [];
  readonly guests = { acquireConnection: (socket: Socket) => this.#add(socket) };

  get count(): number {
    return this.#closed.length;
  }

  /** Resolves when all of them are closed for good. */
  async closed(): Promise<void> {
    await Promise.all(this.#closed);
  }

  #add(socket: Socket): void {
    this.#closed.push(new Promise((resolve) => socket.once('close', resolve)));
  }
}

describe('slow-loris', () => {
  const limits = { headersTimeout: 400, requestTimeout: 800, connectionsCheckingInterval: 100 };
  const UPGRADE = 'Connection: Upgrade\r\nUpgrade: websocket\r\n\r\n';
  const STARTS: readonly (readonly [what: string, text: string])[] = [
    ['nothing', ''],
    ['half a head', 'GET / HTTP/1.1\r\nHost: localhost\r\nX-'],
    ['half a body', 'POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\nx'],
    ['half a chunk', 'POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\nff\r\nx'],
    ['rubbish', 'rubbish\r\n\r\n'],
    ['an upgrade that is refused', `GET / HTTP/1.1\r\nHost: localhost\r\n${UPGRADE}`],
    ['an upgrade of a foreign page', `GET /.ws HTTP/1.1\r\nHost: evil.example.com\r\n${UPGRADE}`],
    ['an upgrade without its key', `GET /.ws?v=5&ns=gl-classifier HTTP/1.1\r\nHost: localhost\r\n${UPGRADE}`],
  ];

  let backend: Backend;
  beforeAll(() => {
    const appDir = join(folder, 'app');
    backend = createBackend({ ...DEFAULT_CONFIG, appDir, dataDir: join(folder, 'slow') });
  });
  afterAll(async () => {
    await backend.closeConnections();
    backend.release();
  });

  it.each(STARTS)(
    'clients that begin with %s and never close are cut off, and hinder nobody meanwhile',
    async (_what, text) => {
      const accepted = new Accepted();
      const { port, close } = await listen(backend.router, {
        host: '127.0.0.1',
        port: 0,
        limits,
        quota: accepted.guests,
      });
      const slow = await Promise.all(
        Array.from({ length: 30 }, () => slowClient(port, text, { allowHalfOpen: true })),
      );
      // What comes from the server is read, but the end of it is not answered.
      for (const socket of slow) socket.resume().on('error', () => {});
      expect((await fetch(`http://127.0.0.1:${port}/healthz`, CLOSE)).status).toBe(200);
      expect(accepted.count).toBe(31);
      await accepted.closed();
      await close();
    },
  );

  it('is cut off after 20 s for the head and 2 minutes for the body in the product', () => {
    expect(RECEIVE_LIMITS).toMatchObject({ headersTimeout: 20_000, requestTimeout: 120_000 });
  });
});

describe('a deep body', () => {
  const depth = 100_000;
  const documents = '/v1/projects/gl-classifier/databases/(default)/documents';
  const name = `${documents.slice(4)}/users/x`;

  it.each([
    [
      'for the identity service',
      '/identitytoolkit.googleapis.com/v1/accounts:lookup',
      `{"idToken":${deep(10_000, '{"a":', '}', '1')}}`,
      400,
    ],
    [
      'as a value of a document',
      `${documents}:commit`,
      `{"writes":[{"update":{"name":"${name}","fields":{"a":${deep(depth, '{"mapValue":{"fields":{"a":', '}}}', '{"nullValue":null}')}}}}]}`,
      400,
    ],
    [
      'as a filter',
      `${documents}:runQuery`,
      `{"structuredQuery":{"from":[{"collectionId":"users"}],"where":${deep(depth, '{"compositeFilter":{"op":"AND","filters":[', ']}}', '{}')}}}`,
      501,
    ],
    ['as an array of writes', `${documents}:commit`, `{"writes":${deep(depth, '[', ']', '')}}`, 400],
  ])('%s is refused', async (_name, path, body, status) => {
    const response = await fetch(server.url(path), {
      method: 'POST',
      headers: { Authorization: `Bearer ${idToken}` },
      body,
    });
    expect(response.status).toBe(status);
    await expectServing();
  });

  it('for the Realtime Database is refused', async () => {
    const tree = await RealtimeClient.connect(server.origin);
    await tree.demand('auth', { cred: idToken });
    const text = deep(depth, '{"a":', '}', '1');
    tree.socket.send(`{"t":"d","d":{"r":1000,"a":"m","b":{"p":"/gl_mappings","d":${text}}}}`);
    const answer = await tree.ask('g', { p: '/gl_mappings', q: {} }).catch((error: Error) => error.message);
    expect(JSON.stringify(answer)).not.toContain('"a":{"a"');
    await expectServing();
  });
});

describe('too many', () => {
  it('requests from one place are stopped for a moment, without signing anybody out', async () => {
    let now = Date.now();
    const other = await startTestServer({ appDir: join(folder, 'app'), now: () => now });
    const statuses = await statusesOf(other.port, '/healthz', 5200);
    expect(new Set(statuses)).toEqual(new Set(['200', '429']));
    expect(statuses.filter((status) => status === '200')).toHaveLength(5000);
    const refused = await fetch(`${other.origin}/healthz`);
    expect([refused.status, refused.headers.get('content-type')]).toEqual([
      429,
      expect.stringMatching(/text\/plain/),
    ]);
    now += 1000;
    expect((await fetch(`${other.origin}/healthz`)).status).toBe(200);
    await other.stop();
  });
});

describe('rubbish on a socket', () => {
  const upgrade = (query: string) =>
    [
      `GET /.ws?${query} HTTP/1.1`,
      'Host: localhost',
      'Connection: Upgrade',
      'Upgrade: websocket',
      'Sec-WebSocket-Version: 13',
      'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
      '\r\n',
    ].join('\r\n');

  it.each([
    ['that is served', 'v=5&ns=gl-classifier'],
    ['that is refused for its namespace', 'v=5&ns=other'],
    ['that is refused for its version', 'v=4&ns=gl-classifier'],
  ])('%s ends that socket and nothing else', async (_name, query) => {
    const socket = await slowClient(Number(new URL(server.origin).port), upgrade(query));
    const closed = new Promise((resolve) => socket.once('close', resolve));
    socket.once('data', () => socket.write(Buffer.from([0x81, 0x05, 1, 2, 3, 4, 5]))); // a frame without a mask
    await closed;
    await expectServing();
  });
});

describe('a name that a service could claim', () => {
  it('belongs to the app when it has such a file', async () => {
    server.services().tree.update({ 'gl_mappings/X': { description: 'X', glAccount: '1' } });
    const answer = await fetch(server.url('/gl_mappings.json'));
    expect(await answer.json()).toEqual({ name: 'a file of the app' });
    expect((await fetch(server.url('/gl_mappings/X.json'))).status).toBe(501);
  });
});
