import { once } from 'node:events';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { WebSocket } from 'ws';
import { log } from '#server/log.ts';
import type { DatabaseRules } from '#server/rules/rules.ts';
import { itInFull } from '../../support/itInFull.ts';
import { tablesOf } from '../../support/tablesOf.ts';
import { until } from '../../support/until.ts';
import { RawSocket } from './support/RawSocket.ts';
import { openRules, PROJECT, type ServerOptions, startDatabase, type TestServer } from './support/server.ts';
import { signedInDatabaseRules } from './support/signedInRules.ts';
import { testTokens, tokenFor } from './support/tokens.ts';

const table = tablesOf('server/database/protocol');

let server: TestServer;
const sockets: RawSocket[] = [];

async function start(options: ServerOptions): Promise<void> {
  server = await startDatabase(options);
}

async function connect(query?: string): Promise<RawSocket> {
  const socket = new RawSocket(server.port, query);
  sockets.push(socket);
  return socket.open();
}

afterEach(async () => {
  for (const { socket } of sockets.splice(0)) socket.terminate();
  await server.stop();
  server.store.close();
});

describe('the greeting', () => {
  beforeEach(() => start({}));

  it('names the host the client came to, so that it comes back there', async () => {
    const socket = await connect();
    expect(socket.received[0]).toMatchObject({
      t: 'c',
      d: {
        t: 'h',
        d: { v: '5', h: `127.0.0.1:${server.port}`, s: expect.any(String), ts: expect.any(Number) },
      },
    });
  });

  it.each([
    ['another namespace', 'v=5&ns=other', 'ns=demo'],
    ['no namespace', 'v=5', 'ns=demo'],
    ['another protocol version', 'v=6&ns=demo', 'version'],
  ])('is refused for good with %s', async (_name, query, reason) => {
    const socket = await connect(query);
    expect(socket.received[0]).toMatchObject({ t: 'c', d: { t: 's', d: expect.stringContaining(reason) } });
    await socket.closed();
  });

  it('answers a ping and lets a keep-alive pass', async () => {
    const socket = await connect();
    socket.socket.send('0');
    socket.socket.send(JSON.stringify({ t: 'c', d: { t: 'p', d: {} } }));
    await until(() => expect(socket.received[1]).toEqual({ t: 'c', d: { t: 'o', d: null } }));
  });
});

describe('the order on one socket', () => {
  it('evaluates the rules for a listen sent right after a token with that token', async () => {
    await start({ rules: signedInDatabaseRules });
    server.service.update({ a: 1 });
    const socket = await connect();
    socket.post('s', { c: {} });
    socket.post('auth', { cred: tokenFor('ann') });
    socket.post('q', { p: '/a', h: '' });
    socket.post('m', { p: '/', d: { a: 2 } });
    socket.post('unauth', {});
    const last = socket.post('q', { p: '/b', h: '' });
    await socket.answerTo(last);
    expect(socket.log).toEqual([
      'ok 1',
      'ok 2',
      'd /a',
      'ok 3',
      'd /a',
      'ok 4',
      'ok 5',
      'c /a',
      'permission_denied 6',
    ]);
  });

  it('answers a refused token before it revokes the listens', async () => {
    await start({ rules: signedInDatabaseRules });
    const socket = await connect();
    socket.post('auth', { cred: tokenFor('ann') });
    socket.post('q', { p: '/a', h: '' });
    socket.post('auth', { cred: tokenFor('ann', -5) });
    await socket.push('c');
    expect(socket.log).toEqual(['ok 1', 'd /a', 'ok 2', 'expired_token 3', 'c /a']);
  });
});

describe('pushes', () => {
  beforeEach(async () => {
    await start({ rules: openRules });
    server.service.update({ m: { a: 1, b: 2 } });
  });

  it('above a change contain the changed place only', async () => {
    const socket = await connect();
    await socket.ask('q', { p: '/m', h: '' });
    await socket.ask('m', { p: '/', d: { 'm/c/d': 7 } });
    expect(socket.received.slice(3).map((message) => message.d)).toEqual([
      { a: 'd', b: { p: '/m/c/d', d: 7 } },
      { r: 2, b: { s: 'ok', d: '' } },
    ]);
  });

  it('of a multi-path update are one merge, before the answer', async () => {
    const socket = await connect();
    await socket.ask('q', { p: '/m', h: '' });
    await socket.ask('m', { p: '/', d: { 'm/a': null, 'm/c/d': 7, 'other/x': 1 } });
    expect(socket.received.slice(3).map((message) => message.d)).toEqual([
      { a: 'm', b: { p: '/m', d: { a: null, 'c/d': 7 } } },
      { r: 2, b: { s: 'ok', d: '' } },
    ]);
  });

  it('below a change contain the whole new value', async () => {
    const socket = await connect();
    await socket.ask('q', { p: '/m/a', h: '' });
    await socket.ask('m', { p: '/', d: { m: { a: { z: 1 } } } });
    expect(socket.received[3]?.d).toEqual({ a: 'd', b: { p: '/m/a', d: { z: 1 } } });
  });

  it('do not reach listens elsewhere', async () => {
    const socket = await connect();
    await socket.ask('q', { p: '/x', h: '' });
    await socket.ask('m', { p: '/', d: { 'm/z': 1 } });
    expect(socket.log).toEqual(['d /x', 'ok 1', 'ok 2']);
  });

  it('are evaluated again for the one place of an update that decides about them', async () => {
    const asked: string[] = [];
    const rules: DatabaseRules = {
      ...openRules,
      mayRead: ({ root }) => root.child('open').exists(),
      affectsReads(path) {
        asked.push(path.join('/'));
        return path.length === 0 || path[0] === 'open';
      },
    };
    await server.stop();
    await start({ rules });
    server.service.update({ 'open/a': true });
    const socket = await connect();
    await socket.ask('q', { p: '/m', h: '' });
    asked.length = 0;
    server.service.update({ 'm/a': 1, 'm/b': 2, 'open/a': null });
    expect(await socket.push('c')).toEqual({ p: '/m' });
    // Not at each of the places below one that decides nothing.
    expect(asked).toEqual(['', 'm', 'open', 'open/a']);
  });
});

describe('bad requests', () => {
  beforeEach(() => start({ rules: openRules }));

  it.each(table<[string, string, object, string]>('answer with an error and change nothing'))(
    'answer %s with an error and change nothing',
    async (_name, action, body, status) => {
      const socket = await connect();
      expect((await socket.ask(action, body)).s).toBe(status);
      expect(server.service.read('')).toBe(null);
    },
  );

  it('close a socket that sends no JSON', async () => {
    const socket = await connect();
    socket.socket.send('{');
    expect(await socket.closed()).toBe(1007);
  });

  it('take a rule that throws for a refusal, and go on', async () => {
    const logged = vi.spyOn(log, 'error').mockReturnValue();
    await server.stop();
    const broken = () => {
      throw new Error('rule');
    };
    const mayRead = vi.fn<DatabaseRules['mayRead']>(() => true).mockImplementationOnce(broken);
    const mayWrite = vi.fn<DatabaseRules['mayWrite']>(() => true).mockImplementationOnce(broken);
    await start({ rules: { ...openRules, mayRead, mayWrite } });
    const socket = await connect();
    expect((await socket.ask('g', { p: '/a', q: {} })).s).toBe('permission_denied');
    expect((await socket.ask('g', { p: '/a', q: {} })).s).toBe('ok');
    expect((await socket.ask('m', { p: '/', d: { a: 1 } })).s).toBe('permission_denied');
    expect((await socket.ask('m', { p: '/', d: { a: 1 } })).s).toBe('ok');
    expect(logged).toHaveBeenCalledTimes(2);
    logged.mockRestore();
  });
});

describe('limits', () => {
  it('refuse sockets beyond the number allowed', async () => {
    await start({ maxConnections: 1 });
    await (await connect()).ask('auth', { cred: tokenFor('ann') });
    const second = new WebSocket(`ws://127.0.0.1:${server.port}/.ws?v=5&ns=${PROJECT}`);
    const [error] = await once(second, 'error');
    expect(String(error)).toContain('503');
  });

  it('give the place of the oldest socket that is signed out to a new one', async () => {
    await start({ maxConnections: 2 });
    const [signedIn, stranger] = [await connect(), await connect()];
    await signedIn.ask('auth', { cred: tokenFor('ann') });
    const closed = stranger.closed();
    const next = await connect();
    await closed;
    expect((await next.ask('s', { c: {} })).s).toBe('ok');
    expect((await signedIn.ask('s', { c: {} })).s).toBe('ok');
  });

  it('refuse listens beyond 1,000 on one socket, and count ended ones no more', async () => {
    await start({ rules: openRules });
    const socket = await connect();
    await socket.ask('auth', { cred: tokenFor('ann') });
    for (let i = 0; i < 1000; i += 1) socket.post('q', { p: `/p${i}`, h: '' });
    expect((await socket.ask('q', { p: '/more', h: '' })).s).toBe('too_many_listens');
    await socket.ask('n', { p: '/p0' });
    expect((await socket.ask('q', { p: '/more', h: '' })).s).toBe('ok');
  });

  it('close a socket whose message goes beyond 16 MB', async () => {
    await start({ rules: openRules });
    const socket = await connect();
    await socket.ask('auth', { cred: tokenFor('ann') });
    const closed = socket.closed();
    socket.socket.send('1100');
    for (let i = 0; i < 1100; i += 1) socket.socket.send('x'.repeat(16 * 1024));
    expect(await closed).toBe(1009);
  });

  it('close a socket whose frame is longer than any of the SDK', async () => {
    await start({ rules: openRules });
    const socket = await connect();
    await socket.ask('auth', { cred: tokenFor('ann') });
    const closed = socket.closed();
    socket.socket.send('x'.repeat(100_000));
    expect(await closed).toBe(1009);
  });
});

describe('a stranger who never stops asking', () => {
  it('is cut off, and no signed-in client is', async () => {
    await start({ rules: openRules });
    const [stranger, signedIn] = [await connect(), await connect()];
    await signedIn.ask('auth', { cred: tokenFor('ann') });
    const closed = stranger.closed();
    for (let n = 0; n < 3000; n += 1) {
      stranger.post('s', { c: {} });
      signedIn.post('s', { c: {} });
    }
    expect(await closed).toBe(1008);
    expect((await signedIn.ask('s', { c: {} })).s).toBe('ok');
  });
});

describe('a client that goes silent', () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  it('is cut off at the third heartbeat', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    await start({ rules: openRules });
    const socket = await connect();
    const silent = new RawSocket(server.port, undefined, { autoPong: false });
    sockets.push(await silent.open());
    const closed = silent.closed();
    for (let beat = 1; beat <= 3; beat += 1) {
      const pinged = once(socket.socket, 'ping');
      vi.advanceTimersByTime(30_000);
      await pinged;
      expect((await socket.ask('s', { c: {} })).s).toBe('ok');
    }
    expect(await closed).toBe(1006);
    expect((await socket.ask('s', { c: {} })).s).toBe('ok');
  });

  itInFull('gets one answer of more than 64 MB whole, such as a list of a million mappings', async () => {
    await start({ rules: openRules });
    const chunk = 'x'.repeat(9 * 1024 * 1024);
    for (let i = 0; i < 8; i += 1) server.service.update({ [`big/${i}`]: chunk });
    const socket = await connect();
    await socket.ask('auth', { cred: tokenFor('ann') });
    expect((await socket.ask('q', { p: '/big', h: '' })).s).toBe('ok');
    expect(Object.keys((await socket.push('d'))['d'] as object)).toHaveLength(8);
  });

  itInFull('is cut off when it reads nothing while 64 MB pile up besides one answer', async () => {
    await start({ rules: openRules });
    const socket = await connect();
    await socket.ask('auth', { cred: tokenFor('ann') });
    await socket.ask('q', { p: '/big', h: '' });
    const closed = socket.closed();
    socket.socket.pause();
    const chunk = 'x'.repeat(9 * 1024 * 1024);
    for (let i = 0; i < 14; i += 1) server.service.update({ big: `${i}${chunk}` });
    socket.socket.resume();
    expect(await closed).toBe(1006);
    const other = await connect();
    expect((await other.ask('s', { c: {} })).s).toBe('ok');
  });
});

describe('the token of a socket', () => {
  it('that cannot be checked grants nothing, and ends nothing', async () => {
    const logged = vi.spyOn(log, 'error').mockReturnValue();
    const tokens = testTokens();
    const verify = vi.fn(tokens.verify);
    await start({ tokens: { ...tokens, verify } });
    const socket = await connect();
    await socket.ask('auth', { cred: tokenFor('ann') });
    await socket.ask('q', { p: '/a', h: '' });
    verify.mockImplementationOnce(() => {
      throw new Error('disk');
    });
    expect((await socket.ask('m', { p: '/', d: { a: 1 } })).s).toBe('permission_denied');
    expect((await socket.ask('m', { p: '/', d: { a: 2 } })).s).toBe('ok');
    expect(socket.log.slice(3)).toEqual(['permission_denied 3', 'd /a', 'ok 4']);
    expect(logged).toHaveBeenCalledOnce();
    logged.mockRestore();
  });

  it('is checked on every use', async () => {
    const revoked = new Set<string>();
    await start({ tokens: testTokens(revoked) });
    const socket = await connect();
    const token = tokenFor('ann');
    await socket.ask('auth', { cred: token });
    await socket.ask('q', { p: '/a', h: '' });
    revoked.add(token);
    expect((await socket.ask('m', { p: '/', d: { a: 1 } })).s).toBe('permission_denied');
    expect(socket.log.slice(3)).toEqual(['ac invalid_token', 'c /a', 'permission_denied 3']);
  });
});

describe('what is left out', () => {
  beforeEach(async () => {
    await start({});
    server.service.update({ 'gl_mappings/a': 'b' });
  });

  it.each([
    '/.lp?start=t&ns=demo',
    '/gl_mappings.json',
    '/gl_mappings/a.json',
    '/.json?auth=x',
    '/nothing/there.json',
  ])('says so for %s', async (path) => {
    const response = await fetch(`http://127.0.0.1:${server.port}${path}`);
    expect(response.status).toBe(501);
    expect(await response.json()).toEqual({ error: expect.stringContaining('Not implemented') });
  });

  it('says that /.ws needs a WebSocket', async () => {
    expect((await fetch(`http://127.0.0.1:${server.port}/.ws`)).status).toBe(426);
  });

  it('does not take over other paths', () => {
    expect(
      ['/', '/assets/a.js', '/database', '/.well-known/x'].some((path) => server.service.owns(path)),
    ).toBe(false);
  });
});
