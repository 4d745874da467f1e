import { mkdirSync, writeFileSync } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createOriginCheck } from '#server/http/requestOrigin.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { tablesOf } from '../support/tablesOf.ts';
import { folderOfFile } from '../support/testFolder.ts';

const table = tablesOf('server/http');

const folder = folderOfFile();
let server: TestServer;
const LOOKUP = '/identitytoolkit.googleapis.com/v1/accounts:lookup';
const SCRIPT = `console.log('${'x'.repeat(2000)}')`;

beforeAll(async () => {
  mkdirSync(join(folder, 'app', 'assets'), { recursive: true });
  writeFileSync(join(folder, 'secret.txt'), 'secret');
  writeFileSync(join(folder, 'app', 'index.html'), '<!doctype html><title>Start page</title>');
  writeFileSync(join(folder, 'app', '.hidden'), 'hidden');
  writeFileSync(join(folder, 'app', 'assets', 'index-abc123.js'), SCRIPT);
  server = await startTestServer({
    appDir: join(folder, 'app'),
    extraServices: [
      {
        owns: (path) => path === '/failing',
        handle: () => Promise.reject(new Error('inner details')),
        close: () => {},
      },
    ],
    logError: () => {},
  });
});
afterAll(() => server.stop());

type RawAnswer = {
  readonly status: number;
  readonly body: string;
  readonly headers: Record<string, unknown>;
};

/** A request with nothing normalised or added, as an attacker would write it. */
function raw(target: string, headers: Record<string, string> = {}, method = 'GET'): Promise<RawAnswer> {
  const { hostname, port } = new URL(server.origin);
  return new Promise((resolve, reject) => {
    const sent = request({ hostname, port, path: target, method, headers }, (response) => {
      let body = '';
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => {
        body += chunk;
      });
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, body, headers: response.headers }),
      );
    });
    sent.on('error', reject);
    sent.end(method === 'POST' ? '{}' : undefined);
  });
}

describe('the app', () => {
  it.each(['/', '/admin', '/upload', '/auth/action?mode=resetPassword&oobCode=x', '/no/such/screen'])(
    'is served at %s by its start page, which is always asked for again',
    async (path) => {
      const answer = await fetch(server.url(path));
      expect(answer.status).toBe(200);
      expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect(answer.headers.get('cache-control')).toBe('no-cache');
      expect(await answer.text()).toContain('Start page');
    },
  );

  it('has scripts that may be cached for ever, since their names contain a hash', async () => {
    const answer = await fetch(server.url('/assets/index-abc123.js'));
    expect(answer.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
    expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(answer.headers.get('content-encoding')).toBe('gzip');
    expect(await answer.text()).toBe(SCRIPT);
  });

  it('is not sent again when the browser has it', async () => {
    const etag = (await fetch(server.url('/'))).headers.get('etag') ?? '';
    const again = await fetch(server.url('/'), { headers: { 'If-None-Match': etag } });
    expect([again.status, await again.text()]).toEqual([304, '']);
  });

  it('answers HEAD without a body', async () => {
    const answer = await raw('/', {}, 'HEAD');
    expect([answer.status, answer.body]).toEqual([200, '']);
  });

  it.each(['/assets/gone.js', '/missing.png', '/.hidden', '/.env', '/emulator/nothing', '/v1/nothing'])(
    'does not answer %s with the start page, nor lets browsers keep that nothing is there',
    async (path) => {
      const answer = await fetch(server.url(path));
      expect(answer.status).toBe(404);
      expect(answer.headers.get('cache-control')).toBe('no-store');
      expect(await answer.text()).not.toContain('Start page');
    },
  );

  it('takes nothing but GET and HEAD', async () => {
    expect((await fetch(server.url('/'), { method: 'POST' })).status).toBe(405);
  });

  it.each(table<string>('gives no file outside its folder for'))(
    'gives no file outside its folder for %s',
    async (target) => {
      const answer = await raw(target);
      expect(answer.body).not.toContain('secret');
    },
  );
});

describe('every answer', () => {
  it.each(['/', '/assets/index-abc123.js', '/nothing.js', '/_x', '/__/x', LOOKUP])(
    'has the security headers (%s)',
    async (path) => {
      const { headers } = await fetch(server.url(path));
      const policy = headers.get('content-security-policy') ?? '';
      expect(policy).toContain("script-src 'self';");
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).not.toContain('unsafe-eval');
      expect(policy.match(/unsafe-inline/g)).toHaveLength(1);
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('referrer-policy')).toBe('same-origin');
      expect(headers.get('access-control-allow-origin')).toBeNull();
    },
  );
});

describe('a refusal', () => {
  /** Sends a text as it is; resolves with the whole answer. */
  const answerTo = (text: string) =>
    new Promise<string>((resolve, reject) => {
      const { hostname, port } = new URL(server.origin);
      let answer = '';
      const socket = connect(Number(port), hostname, () => socket.write(text));
      socket.on('data', (data) => {
        answer += String(data);
      });
      socket.once('close', () => resolve(answer));
      socket.once('error', reject);
    });
  const ours = 'Host: localhost\r\n';
  const end = 'Connection: close\r\n\r\n';
  const upgrade = 'Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nConnection: Upgrade\r\n\r\n';

  it.each([
    ['of two hosts', `GET / HTTP/1.1\r\nHost: localhost\r\nHost: evil.example.com\r\n${end}`, 400],
    ['of two hosts that are the same', `GET / HTTP/1.1\r\nHost: localhost\r\nhost: localhost\r\n${end}`, 400],
    ['of a socket with two hosts', `GET /.ws HTTP/1.1\r\nHost: localhost\r\nHost: x\r\n${upgrade}`, 400],
    ['of no host', `GET / HTTP/1.1\r\n${end}`, 403],
    ['of a socket without a key', `GET /.ws?v=5 HTTP/1.1\r\nHost: localhost\r\n${upgrade}`, 400],
    ['of another host', `GET / HTTP/1.1\r\nHost: evil.example.com\r\n${end}`, 403],
    ['of a socket for another host', `GET /.ws HTTP/1.1\r\nHost: evil.example.com\r\n${upgrade}`, 403],
    [
      'of a socket of another site',
      `GET /.ws?v=5 HTTP/1.1\r\n${ours}Origin: https://x.example\r\n${upgrade}`,
      403,
    ],
    ['of a socket where there is none', `GET /x HTTP/1.1\r\nHost: localhost\r\n${upgrade}`, 404],
    ['of a socket elsewhere in the database', `GET /.lp HTTP/1.1\r\nHost: localhost\r\n${upgrade}`, 404],
    ['of what is no HTTP', 'HELO\r\n\r\n', 400],
    ['of a head that is too long', `GET / HTTP/1.1\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
    ['of an expectation', `GET / HTTP/1.1\r\nHost: localhost\r\nExpect: tea\r\n${end}`, 417],
    ['of a protocol that is not spoken', `GET /.ws HTTP/1.1\r\nHost: localhost\r\n${end}`, 426],
    ['of an unknown method', `BREW / HTTP/1.1\r\nHost: localhost\r\n${end}`, 400],
  ])('%s carries the security headers', async (_name, text, status) => {
    const answer = await answerTo(text);
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    for (const header of [
      "Content-Security-Policy: default-src '(self|none)'.*frame-ancestors 'none'",
      'X-Content-Type-Options: nosniff',
      'X-Frame-Options: DENY',
      'Referrer-Policy: same-origin',
      'Cross-Origin-Resource-Policy: same-origin',
    ])
      expect(answer).toMatch(new RegExp(`^${header}`, 'im'));
  });
});

describe('a request', () => {
  it.each(table<[string, Record<string, string>, number]>('is answered so'))(
    '%s is answered so',
    async (_name, headers, status) => {
      expect((await raw('/', headers)).status).toBe(status);
    },
  );

  it.each([
    ['another site', 'https://evil.example.com'],
    ['an unnamed origin', 'null'],
    ['another port of this machine', 'http://127.0.0.1:1'],
    ['this server over another scheme', 'https://127.0.0.1'],
  ])('from a page of %s is refused', async (_name, origin) => {
    expect((await raw(LOOKUP, { Origin: origin }, 'POST')).status).toBe(403);
  });

  it('from our own page is answered', async () => {
    const answer = await raw(LOOKUP, { Origin: server.origin }, 'POST');
    expect(answer.status).toBe(400);
    expect(answer.body).toContain('MISSING_ID_TOKEN');
  });

  it('for an unknown method of a protocol is answered "not implemented"', async () => {
    const answer = await raw('/identitytoolkit.googleapis.com/v1/accounts:signInWithPhoneNumber', {}, 'POST');
    expect(answer.status).toBe(501);
    expect(JSON.parse(answer.body)).toMatchObject({ error: { message: /NOT_IMPLEMENTED/ } });
  });

  it('with a body over the limit is refused', async () => {
    const answer = await fetch(server.url(LOOKUP), { method: 'POST', body: 'x'.repeat(100_000) });
    expect(answer.status).toBe(413);
  });

  it('with a chunked body over the limit is refused, too', async () => {
    const body = new ReadableStream({
      start(controller) {
        for (let n = 0; n < 500; n++) controller.enqueue(new Uint8Array(10_000));
        controller.close();
      },
    });
    const init = { method: 'POST', body, duplex: 'half' } as RequestInit;
    expect((await fetch(server.url(LOOKUP), init)).status).toBe(413);
  });

  it('with something else than a JSON object is refused', async () => {
    for (const body of ['', '[]', '"x"', '{', 'null'])
      expect((await fetch(server.url(LOOKUP), { method: 'POST', body })).status).toBe(400);
  });

  it('that makes a service fail gets no details', async () => {
    const answer = await fetch(server.url('/failing'));
    expect(answer.status).toBe(500);
    expect(await answer.text()).not.toContain('inner details');
  });
});

describe('behind a proxy with TLS', () => {
  const check = createOriginCheck(new URL('https://gl.example.com'));
  const verdict = (host: string, origin?: string) =>
    check({ headers: { host, ...(origin === undefined ? {} : { origin }) } } as IncomingMessage);

  it.each(table<[string, string, string | undefined, string | null]>('hosts and origins'))(
    '%s',
    (_name, host, origin, expected) => {
      const result = verdict(host, origin);
      expect(result.kind === 'accepted' ? result.origin : null).toBe(expected);
    },
  );
});
