import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { framesOf } from '#bench/protocol/framesOf.ts';
import { signIn } from '#bench/protocol/identityClient.ts';
import { RealtimeClient } from '#bench/protocol/RealtimeClient.ts';
import { encodeBody } from '#bench/protocol/webchannelClient.ts';
import { testRules } from '../support/firestoreRules.ts';
import { type FirestoreServer, PROJECT, startFirestoreServer } from '../support/firestoreServer.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { tablesOf } from '../support/tablesOf.ts';
import { until } from '../support/until.ts';

const table = tablesOf('server/scalars');

/** Requests without the SDK: what is answered 200 comes back as it was sent, all else is refused by its name. */
let documents: FirestoreServer;
let server: TestServer;
let idToken: string;
beforeAll(async () => {
  documents = await startFirestoreServer({ rules: testRules });
  server = await startTestServer();
  ({ idToken } = await signIn(server.origin, server.admin));
});
afterAll(async () => {
  await documents?.stop();
  await server?.stop();
});

const ROOT = `projects/${PROJECT}/databases/(default)/documents`;
const ACCOUNTS = '/identitytoolkit.googleapis.com/v1/accounts:';

/** Posts a body as it is, which `JSON.stringify` could not write. */
async function post(url: string, body: string | Buffer, headers: Record<string, string> = {}) {
  const answer = await fetch(url, { method: 'POST', headers, body: body as BodyInit });
  return { status: answer.status, text: await answer.text() };
}

const call = (method: string, body: string | Buffer) =>
  post(`${documents.origin}/v1/${ROOT}:${method}`, body);
const write = (fields: string, rest = '', id = 'a') =>
  call('commit', `{"writes":[{"update":{"name":"${ROOT}/public/${id}","fields":${fields}}${rest}}]}`);

describe('a value of a document', () => {
  it.each(table<[value: string, named: string]>('is an invalid argument and named'))(
    '%s is an invalid argument and named',
    async (value, named) => {
      const { status, text } = await write(`{"v":${value}}`);
      expect([status, text]).toEqual([400, expect.stringContaining('INVALID_ARGUMENT')]);
      expect(text).toContain(named);
      expect(documents.firestore.readDocument(['public', 'a'])).toBeNull();
    },
  );

  const kept = table<string>('kept');
  it('comes back as it was sent, also after a restart', async () => {
    const fields = `{${kept.map((value, index) => `"v${index}":${value}`).join()}}`;
    expect((await write(fields, '', 'kept')).status).toBe(200);
    const read = () => call('batchGet', `{"documents":["${ROOT}/public/kept"]}`);
    const before = JSON.parse((await read()).text)[0].found;
    await documents.restart();
    await until(async () => (await fetch(documents.origin)).arrayBuffer());
    const after = JSON.parse((await read()).text)[0].found;
    expect([before.fields, after.fields]).toEqual([JSON.parse(fields), JSON.parse(fields)]);
  });

  it('an id with a NUL, behind which the database would read nothing, is an invalid argument', async () => {
    expect((await write('{}', '', 'x\\u0000y')).status).toBe(400);
  });
});

describe('a message', () => {
  it('in a stream whose form is not UTF-8, or has a message twice, is refused', async () => {
    const url = `${documents.origin}/google.firestore.v1.Firestore/Listen/channel?VER=8&RID=1&CVER=22`;
    const body = encodeBody(0, [{ database: `projects/${PROJECT}/databases/(default)`, x: 'y' }]);
    expect((await post(url, body)).status).toBe(200);
    expect((await post(url, body.replace('y', '%FF'))).status).toBe(400);
    expect(await post(url, `${body}&req0___data__=%7B%7D`)).toEqual({
      status: 400,
      text: expect.stringContaining('"req0___data__" stands twice'),
    });
    expect((await post(url, body.replace('y', '%EF%BF%BD'))).status).toBe(200);
  });
});

describe('what stands twice is refused by its name', () => {
  it('a parameter, also of a socket', async () => {
    const url = `${server.origin}/google.firestore.v1.Firestore/Listen/channel?VER=8&RID=1&VER=9`;
    expect(await post(url, '')).toEqual({
      status: 400,
      text: expect.stringContaining('The parameter \\"VER\\" stands twice.'),
    });
    const socket = new WebSocket(`${server.origin.replace('http', 'ws')}/.ws?v=5&ns=gl-classifier&ns=other`);
    socket.on('error', () => {});
    const status = await new Promise((resolve) => {
      socket.on('unexpected-response', (_request, answer) => resolve(answer.statusCode));
      socket.on('open', () => resolve('open'));
    });
    socket.terminate();
    expect(status).toBe(400);
  });
});

describe('the path of a call', () => {
  const query = '{"structuredQuery":{"from":[{"collectionId":"public"}]}}';
  it.each(['%2F', '%2f'])('with a slash written as %s is refused by its name', async (slash) => {
    const { status, text } = await post(`${documents.origin}/v1/${ROOT}/public${slash}a:runQuery`, query);
    expect([status, text]).toEqual([400, expect.stringContaining('public/a')]);
    expect(text).toContain('%2F');
  });

  it('may have other characters encoded, but not the colon before the method', async () => {
    const parent = ROOT.replace('(default)', '%28default%29');
    expect((await post(`${documents.origin}/v1/${parent}:runQuery`, query)).status).toBe(200);
    expect((await post(`${documents.origin}/v1/${ROOT}%3ArunQuery`, query)).status).toBe(501);
  });
});

describe('a request of an account', () => {
  it('as a form, or with a header that packs the body, is refused by its name', async () => {
    const form = { 'Content-Type': 'application/x-www-form-urlencoded' };
    const url = `${server.origin}${ACCOUNTS}lookup?key=x`;
    expect(await post(url, `idToken=${idToken}`, form)).toEqual({
      status: 501,
      text: expect.stringContaining('a form to'),
    });
    expect(await post(url, JSON.stringify({ idToken }), { 'Content-Encoding': 'gzip' })).toEqual({
      status: 501,
      text: expect.stringContaining('Content-Encoding'),
    });
  });

  it('with a form that names a member twice is refused', async () => {
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
    const form = 'grant_type=refresh_token&refresh_token=x&refresh_token=y';
    const answer = await post(`${server.origin}/securetoken.googleapis.com/v1/token?key=x`, form, headers);
    expect(answer.status).toBe(400);
    expect(JSON.parse(answer.text).error.message).toBe(
      'INVALID_JSON : "refresh_token" stands twice in the form.',
    );
  });
});

it('an Authorization header that is no bearer token is refused', async () => {
  const url = `${server.origin}/v1/projects/gl-classifier/databases/(default)/documents:batchGet`;
  const statusWith = async (Authorization: string) =>
    (await post(url, '{"documents":[]}', { Authorization })).status;
  expect(await statusWith(`Bearer ${idToken}`)).toBe(200);
  for (const header of [idToken, `Bearer ${idToken}=`, `Basic ${idToken}`])
    expect(await statusWith(header)).toBe(401);
});

it.each(['/x.json', '/.json', '/gl_mappings.json', '/assets/none.json', '/v1/x.json', '/account/x.json'])(
  '%s is answered 501, whatever the method',
  async (path) => {
    for (const method of ['GET', 'PUT', 'POST', 'PATCH', 'DELETE'])
      expect((await fetch(server.origin + path, { method })).status).toBe(501);
  },
);

describe('a message to the tree', () => {
  it('with a token that is no text is refused', async () => {
    const client = await RealtimeClient.connect(server.origin);
    expect(await client.ask('auth', { cred: [idToken] })).toMatchObject({ status: 'invalid_token' });
    client.close();
  });

  it.each<[what: string, frames: readonly (string | Buffer)[], answer: RegExp]>([
    ['in a binary frame', [Buffer.from('{"t":"c","d":{"t":"p","d":{}}}')], /closed 1003/],
    ['with a number that is none', ['{"t":"d","d":{"r":1e400,"a":"s","b":{}}}'], /closed 1007/],
    ['with a character torn by its frames', tornMessage(), /"r":7.*invalid_data.*character was lost/],
  ])('%s is refused', async (_what, frames, answer) => {
    expect(await answerTo(frames)).toMatch(answer);
  });
});

/** A message as the SDK would send it in frames, with a character in the middle of which the first one ends. */
function tornMessage(): readonly string[] {
  const [before, after] = JSON.stringify({
    t: 'd',
    d: { r: 7, a: 'm', b: { p: '/usage', d: { x: '|' } } },
  }).split('|');
  const padding = 'x'.repeat(16_383 - (before ?? '').length);
  return framesOf(`${before}${padding}👍${after}`);
}

/** The second message that the server sends, or the code with which it closes the socket. */
function answerTo(frames: readonly (string | Buffer)[]): Promise<string> {
  const socket = new WebSocket(`${server.origin.replace('http', 'ws')}/.ws?v=5&ns=gl-classifier`);
  const received: string[] = [];
  return new Promise((resolve) => {
    socket.on('open', () => {
      for (const frame of frames) socket.send(frame);
    });
    socket.on('message', (data) => {
      if (received.push(data.toString()) === 2) socket.close();
    });
    socket.on('close', (code) => resolve(received[1] ?? `closed ${code}`));
  });
}
