import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { putDocument } from '#bench/protocol/firestoreClient.ts';
import { signIn, signUp } from '#bench/protocol/identityClient.ts';
import { changeList, usageUpdate } from '#bench/protocol/listWrite.ts';
import { RealtimeClient } from '#bench/protocol/RealtimeClient.ts';
import { encodeBody, openSession } from '#bench/protocol/webchannelClient.ts';
import { EMBEDDED_PROJECT } from '#model/backend.ts';
import { normaliseEmail } from '#model/email.ts';
import { clientFrame, type Hostile, hostileClients } from '../support/hostileClients.ts';
import { freshDataDir, type ServerProcess, spawnServer } from '../support/product.ts';
import { until } from '../support/until.ts';

/** Megabytes for the server's objects: less than one of the attacks would take if all of it were held. */
const HEAP = 256;
const ADMIN = { email: 'admin@example.com', password: 'correct horse battery' };
const HOST = 'gl.example.com';

let folder: Awaited<ReturnType<typeof freshDataDir>>;
let server: ServerProcess;
let origin: string;
/** Registered, without a grant. */
let registered: readonly string[];
/** Of somebody with a grant, open from the beginning to the end. */
let colleague: RealtimeClient;

beforeAll(async () => {
  folder = await freshDataDir();
  const port = await freePort();
  server = spawnServer({
    dataDir: folder.dataDir,
    port,
    // The server then believes the addresses that a proxy reports, so that the attackers have many.
    args: ['--empty', '--public-url', `http://${HOST}`],
    nodeArgs: [`--max-old-space-size=${HEAP}`],
    env: { ADMIN_EMAIL: ADMIN.email, ADMIN_PASSWORD: ADMIN.password, LOG_LEVEL: 'silent' },
  });
  await server.ready;
  origin = `http://127.0.0.1:${port}`;
  const people = Array.from({ length: 20 }, (_, n) => ({
    email: `s${n}@example.com`,
    password: 'a b c d e f',
  }));
  registered = await Promise.all(people.map(async (person) => (await signUp(origin, person)).idToken));
  colleague = await signedInSocket();
  await changeList(colleague, (await signIn(origin, ADMIN)).idToken, {
    TEA: { description: 'TEA', glAccount: '6400' },
  });
});
afterAll(async () => {
  await server.kill();
  await folder.remove();
});

/** The server announces its public address only. */
async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}

async function signedInSocket(): Promise<RealtimeClient> {
  const { idToken } = await signIn(origin, ADMIN);
  const socket = await RealtimeClient.connect(origin);
  await socket.demand('auth', { cred: idToken });
  return socket;
}

/** Signs in, reads the list and counts what was classified with it, as the app does. */
async function workOnce(): Promise<void> {
  const socket = await signedInSocket();
  expect(JSON.stringify(await socket.demand('g', { p: '/gl_mappings', q: {} }))).toContain('6400');
  await socket.demand('m', { p: '/usage', d: usageUpdate(normaliseEmail(ADMIN.email), 1, '2026-01-01') });
  socket.close();
}

/** Password checks have a low priority, and the clients use up both processors of a small machine. */
const PATIENT = { timeout: 800_000, interval: 100 };

/** A connection may be lost while the server is full: the app comes back by itself, too. */
async function expectWork(times: number): Promise<void> {
  for (let n = 0; n < times; n += 1) await vi.waitFor(workOnce, PATIENT);
  expect((await colleague.ask('g', { p: '/gl_mappings/TEA', q: {} })).status).toBe('ok');
  expect(server.child.exitCode).toBeNull();
}

const documents = `/v1/projects/${EMBEDDED_PROJECT}/databases/(default)/documents`;
const CHANNEL = '/google.firestore.v1.Firestore/Listen/channel';
const some = <T>(list: readonly T[], n: number): T => list[n % list.length] as T;

/** All at once, on the two processors that the clients share with the server, each attack has fewer clients. */
let share = 1;

function each(count: number, open: (n: number) => void): void {
  for (let n = 0; n < count * share; n += 1) open(n);
}

type Attack = (hostile: Hostile) => Promise<void> | void;

const post = (hostile: Hostile, { target, body, length, token, address }: Posted) =>
  hostile.head(
    `POST ${target}`,
    {
      'Content-Length': length ?? Buffer.byteLength(body),
      ...(token !== undefined && { Authorization: `Bearer ${token}` }),
    },
    address,
  ) + body;

type Posted = {
  readonly target: string;
  readonly body: string;
  readonly address: number;
  readonly length?: number;
  readonly token?: string;
};

const signInFrame = (token: string) =>
  clientFrame(JSON.stringify({ t: 'd', d: { r: 1, a: 'auth', b: { cred: token } } }));

const attacks: Readonly<Record<string, Attack>> = {
  'messages of streams with gaps in their numbers': async (hostile) => {
    const message = { text: 'x'.repeat(200_000) };
    const sessions = await Promise.all(
      Array.from({ length: 150 }, (_, n) => {
        const header = `Authorization:Bearer ${some(registered, n)}\r\n`;
        return openSession(origin + CHANNEL, [], n % 2 === 0 ? header : '').catch(() => null);
      }),
    );
    each(1500, (n) => {
      const sid = some(sessions, n)?.sid ?? '';
      const body = encodeBody(10 + 3 * n, [message]);
      const target = `${CHANNEL}?VER=8&SID=${sid}&RID=${n}&AID=0`;
      hostile.open(post(hostile, { target, body, address: n }));
    });
  },
  'streams whose answers nobody reads': async (hostile) => {
    each(600, (n) => {
      const body = `${encodeBody(
        0,
        Array.from({ length: 900 }, (_, id) => ({ addTarget: { targetId: id + 1, query: 'x'.repeat(500) } })),
      )}`;
      hostile.open(post(hostile, { target: `${CHANNEL}?VER=8&RID=1`, body, address: n % 50 }));
    });
  },
  'messages of registered people that never end': (hostile) => {
    const part = clientFrame('x'.repeat(16_000));
    each(1000, (n) =>
      hostile.open(
        hostile.upgrade(n) + signInFrame(some(registered, n)) + clientFrame('1000') + part.repeat(14),
      ),
    );
  },
  'empty parts of messages': (hostile) => {
    const parts = clientFrame('').repeat(1000);
    each(50, (n) => hostile.open(hostile.upgrade(n) + clientFrame('999999'), () => parts));
  },
  'frames that announce 15 MiB': (hostile) => {
    each(300, (n) =>
      hostile.open(
        hostile.upgrade(n) + signInFrame(some(registered, n)) + clientFrame('x'.repeat(60_000), 15 * 2 ** 20),
      ),
    );
  },
  'answers on sockets that nobody reads': (hostile) => {
    const request = JSON.stringify({ t: 'd', d: { r: 2, a: 'g', b: { p: '/x'.repeat(15), q: {} } } });
    const requests = clientFrame(request).repeat(100);
    each(50, (n) => hostile.open(hostile.upgrade(n) + signInFrame(some(registered, n)), () => requests));
  },
  'sockets without end': (hostile) => {
    each(1500, (n) => hostile.open(hostile.upgrade(n) + signInFrame(some(registered, n))));
  },
  'bodies that never end': (hostile) => {
    const target = '/identitytoolkit.googleapis.com/v1/accounts:lookup';
    const body = 'x'.repeat(60_000);
    each(1200, (n) => hostile.open(post(hostile, { target, body, length: 64_000, address: n })));
    const large = 'x'.repeat(1_000_000);
    each(100, (n) =>
      hostile.open(
        post(hostile, {
          target: `${documents}:commit`,
          body: large,
          length: 1_048_000,
          token: some(registered, n),
          address: n,
        }),
      ),
    );
  },
  'heads that never end': (hostile) => {
    each(2500, (n) => hostile.open(`GET / HTTP/1.1\r\nX-${n}: ${'x'.repeat(8000)}`));
  },
  'commits of as many writes as can be': (hostile) => {
    const writes = (count: number) =>
      JSON.stringify({
        writes: Array.from({ length: count }, (_, n) => putDocument(`users/u${n}@example.com`, {})),
      });
    const bodies = [writes(500), writes(4000)];
    each(20, (n) => {
      const request = post(hostile, {
        target: `${documents}:commit`,
        body: some(bodies, n),
        token: some(registered, n),
        address: n,
      });
      hostile.open(request, () => request);
    });
  },
};

describe(`a server with a heap of ${HEAP} MB serves people with a grant in spite of`, () => {
  it.each(Object.entries(attacks))('%s', async (_name, attack) => {
    const hostile = hostileClients(origin);
    try {
      await attack(hostile);
      await expectWork(3);
    } finally {
      hostile.stop();
    }
  });

  it('all of these at once', async () => {
    const hostile = hostileClients(origin);
    share = 0.2;
    try {
      for (const attack of Object.values(attacks)) await attack(hostile);
      await expectWork(2);
    } finally {
      share = 1;
      hostile.stop();
    }
    await until(async () => expect((await fetch(`${origin}/healthz`)).status).toBe(200));
  });
});
