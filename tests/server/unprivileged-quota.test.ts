import type { IncomingMessage } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { commit, putDocument } from '#bench/protocol/firestoreClient.ts';
import { signIn, signUp } from '#bench/protocol/identityClient.ts';
import { RealtimeClient } from '#bench/protocol/RealtimeClient.ts';
import { encodeBody, openSession, post } from '#bench/protocol/webchannelClient.ts';
import { EMBEDDED_PROJECT } from '#model/backend.ts';
import { normaliseEmail } from '#model/email.ts';
import { accessPath } from '#model/paths.ts';
import type { Resource } from '#server/quota/limits.ts';
import type { QuotaClient } from '#server/quota/QuotaClient.ts';
import { UnprivilegedQuota } from '#server/quota/UnprivilegedQuota.ts';
import { signedInAs } from '../support/grantingQuota.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { until } from '../support/until.ts';

const NONE = { account: Infinity, address: Infinity, process: Infinity };

/** A budget with its own clock, and clients from given addresses. */
function setup(limits: Partial<Record<Resource, Partial<typeof NONE>>> = {}) {
  let now = 0;
  let worked = 0;
  const granted = new Set<string>();
  const budget = new UnprivilegedQuota({
    isGranted: ({ uid }) => granted.has(uid),
    behindProxy: false,
    now: () => now,
    elapsed: () => worked,
    limits: Object.fromEntries(
      Object.entries(limits).map(([resource, some]) => [resource, { ...NONE, ...some }]),
    ),
  });
  const gone: string[] = [];
  const enter = (name: string, address: string, uid: string | null = null): QuotaClient => {
    const request = { socket: { remoteAddress: address }, headers: {} } as unknown as IncomingMessage;
    const client = budget.acquire('socket', request, () => gone.push(name));
    if (uid !== null) client.identify(signedInAs(uid));
    return client;
  };
  const pass = (ms: number) => {
    now += ms;
  };
  const work = (ms: number) => {
    worked += ms;
  };
  return { enter, gone, granted, pass, work };
}

describe('the budget of strangers', () => {
  it.each([
    ['an address', { address: 2 }, ['1.1.1.1', '1.1.1.1', '2.2.2.2', '1.1.1.1'], ['0']],
    ['the process', { process: 2 }, ['1.1.1.1', '2.2.2.2', '3.3.3.3'], ['0']],
    [
      'the process, where one address has most',
      { process: 3 },
      ['2.2.2.2', '1.1.1.1', '1.1.1.1', '3.3.3.3'],
      ['1'],
    ],
  ])('closes the oldest socket of %s for a new one', (_name, limits, addresses, expected) => {
    const { enter, gone } = setup({ socket: limits });
    for (const [n, address] of addresses.entries()) enter(String(n), address);
    expect(gone).toEqual(expected);
  });

  it('closes the oldest socket of an account, from whatever addresses', () => {
    const { enter, gone } = setup({ socket: { account: 1 } });
    enter('a', '1.1.1.1', 'ann');
    enter('b', '1.1.1.1', 'bob');
    enter('c', '2.2.2.2', 'ann');
    expect(gone).toEqual(['a']);
  });

  it('counts nobody who has a grant, from the moment on that they have it', () => {
    const { enter, gone, granted } = setup({ socket: { address: 1, process: 1 }, bytes: { process: 10 } });
    const ann = enter('ann', '1.1.1.1', 'ann');
    granted.add('ann');
    ann.checkGrant();
    expect(ann.hold(1000)).toBe(true);
    enter('stranger', '1.1.1.1');
    expect(gone).toEqual([]);
    granted.delete('ann');
    ann.checkGrant();
    enter('next', '1.1.1.1');
    expect(gone).toEqual(['ann', 'stranger']);
  });

  it('takes bytes from whoever holds most, and refuses that one itself', () => {
    const { enter, gone } = setup({ bytes: { process: 100 } });
    const [large, small] = [enter('large', '1.1.1.1'), enter('small', '2.2.2.2')];
    expect(large.hold(90)).toBe(true);
    expect(small.hold(20)).toBe(true);
    expect(gone).toEqual(['large']);
    expect(small.hold(101)).toBe(false);
  });

  it('refuses writes beyond those that may wait', () => {
    const { enter } = setup({ pending: { account: 1, process: 2 } });
    const [ann, bob, cid] = [
      enter('a', '1.1.1.1', 'ann'),
      enter('b', '1.1.1.1', 'bob'),
      enter('c', '1.1.1.1'),
    ];
    expect([ann.begin(), ann.begin(), bob.begin(), cid.begin()]).toEqual([true, false, true, false]);
    bob.end();
    expect(cid.begin()).toBe(true);
  });

  it('gives processor time back slowly, and spares those who have used little', () => {
    const { enter, granted, pass, work } = setup();
    const ann = enter('a', '1.1.1.1', 'ann');
    ann.measure(() => work(999));
    expect(ann.mayWork()).toBe(true);
    ann.measure(() => work(11));
    expect(ann.mayWork()).toBe(false);
    expect(enter('b', '1.1.1.1', 'bob').mayWork()).toBe(true);
    pass(1000);
    expect(ann.mayWork()).toBe(true);
    for (let n = 0; n < 10; n += 1) enter(String(n), `2.2.2.${n}`).measure(() => work(3000));
    expect([ann.mayWork(), enter('c', '3.3.3.3').mayWork()]).toEqual([false, true]);
    granted.add('ann');
    ann.checkGrant();
    expect(ann.mayWork()).toBe(true);
  });
});

describe('on the server', () => {
  let server: TestServer;
  /** Registered, without a grant. */
  let waiting: { readonly idToken: string };
  let admin: string;

  beforeAll(async () => {
    server = await startTestServer();
    waiting = await signUp(server.origin, { email: 'wanda@example.com', password: 'some password' });
    admin = (await signIn(server.origin, server.admin)).idToken;
  });
  afterAll(() => server.stop());

  const documents = `/v1/projects/${EMBEDDED_PROJECT}/databases/(default)/documents`;
  const send = (idToken: string | null, body: string) =>
    fetch(server.url(`${documents}:commit`), {
      method: 'POST',
      headers: idToken === null ? {} : { Authorization: `Bearer ${idToken}` },
      body,
    });

  it('takes a body over 1 MiB of people with a grant only', async () => {
    const body = `{"writes":[]${' '.repeat(1_100_000)}}`;
    const statuses = await Promise.all([null, waiting.idToken, admin].map((token) => send(token, body)));
    expect(statuses.map(({ status }) => status)).toEqual([400, 400, 200]);
  });

  it('refuses more than 500 writes in one commit before any is evaluated', async () => {
    const writes = (count: number) =>
      Array.from({ length: count }, (_, n) => putDocument(`users/u${n}@example.com`, {}));
    const answers = await Promise.all(
      [501, 500].map((count) => send(admin, JSON.stringify({ writes: writes(count) }))),
    );
    expect(answers.map(({ status }) => status)).toEqual([400, 403]);
    await expect(commit(server.origin, waiting.idToken, writes(1000))).rejects.toThrow(/at most 500/);
  });

  it('ends a stream of a stranger whose messages with gaps take more than 1 MiB', async () => {
    const channel = `/google.firestore.v1.Firestore/Listen/channel?database=projects/${EMBEDDED_PROJECT}`;
    const url = server.url(channel.split('?')[0] ?? '');
    const session = await openSession(url);
    const message = { text: 'x'.repeat(300_000) };
    await session.forward(10, [message]);
    await session.forward(20, [message]);
    await session.forward(30, [message]);
    await session.forward(40, [message]).catch(() => {});
    await expect(session.forward(50, [])).rejects.toThrow();
    expect((await post(`${url}?VER=8&SID=${session.sid}&RID=9`, encodeBody(50, []))).status).toBe(400);
  });

  it('closes a socket of a stranger whose unfinished message takes more than 256 KB', async () => {
    const socket = await RealtimeClient.connect(server.origin);
    await socket.demand('auth', { cred: waiting.idToken });
    const closed = new Promise((resolve) => socket.socket.once('close', resolve));
    socket.socket.send('1000');
    for (let n = 0; n < 20; n += 1) socket.socket.send('x'.repeat(16 * 1024));
    expect(await closed).toBe(1009);
  });

  it('counts empty parts of a message, too', async () => {
    const socket = await RealtimeClient.connect(server.origin);
    const closed = new Promise((resolve) => socket.socket.once('close', resolve));
    socket.socket.send('999999');
    for (let n = 0; n < 10_000 && socket.socket.readyState === WebSocket.OPEN; n += 1) socket.socket.send('');
    expect([1008, 1009]).toContain(await closed);
  });

  it('keeps the sockets of people with a grant when a registered stranger opens too many', async () => {
    const person = await RealtimeClient.connect(server.origin);
    await person.demand('auth', { cred: admin });
    const many: RealtimeClient[] = [];
    for (let n = 0; n < 30; n += 1) {
      const socket = await RealtimeClient.connect(server.origin);
      await socket.demand('auth', { cred: waiting.idToken });
      many.push(socket);
    }
    await until(() =>
      expect(many.filter(({ socket }) => socket.readyState === WebSocket.OPEN)).toHaveLength(20),
    );
    expect((await person.ask('g', { p: '/gl_mappings', q: {} })).status).toBe('ok');
    for (const socket of [...many, person]) socket.close();
  });

  it('limits the listens of a stranger, until they are granted', async () => {
    const email = normaliseEmail('wanda@example.com');
    const uid = server.services().auth.findAccount(email)?.uid;
    const socket = await RealtimeClient.connect(server.origin);
    await socket.demand('auth', { cred: waiting.idToken });
    const listenAt = (n: number) => socket.ask('q', { p: `${accessPath(email)}/field${n}`, h: '' });
    for (let n = 1; n <= 20; n += 1) expect((await listenAt(n)).status).toBe('ok');
    expect((await listenAt(21)).status).toBe('too_many_listens');
    server.services().tree.update({ [accessPath(email)]: { email, uid, allow: true, admin: false } });
    expect((await listenAt(21)).status).toBe('ok');
    socket.close();
  });
});
