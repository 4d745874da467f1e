import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { log } from '#server/log.ts';
import { testRules } from '../../support/firestoreRules.ts';
import { type FirestoreServer, PASSWORD, startFirestoreServer } from '../../support/firestoreServer.ts';
import { postJson } from '../../support/post.ts';

let server: FirestoreServer;
let authorization: string;
const database = 'projects/demo/databases/(default)';
const name = (path: string) => `${database}/documents/${path}`;

beforeAll(async () => {
  server = await startFirestoreServer({ rules: testRules });
  await server.createAccount('ann@example.com');
  const signIn = '/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword?key=x';
  const { body } = await postJson(server.origin + signIn, {
    email: 'ann@example.com',
    password: PASSWORD,
    returnSecureToken: true,
  });
  authorization = `Bearer ${String(body['idToken'])}`;
  server.firestore.setDocument(['plain', 'a'], { n: { integerValue: '1' } });
});
afterAll(() => server?.stop());

const call = (method: string, body: unknown, headers: Record<string, string> = { authorization }) =>
  postJson(`${server.origin}/v1/${database}/documents:${method}`, body, headers);

const writeWhere = (path: string, exists: boolean) => ({
  writes: [{ update: { name: name(path) }, currentDocument: { exists } }],
});

describe('unary calls', () => {
  test('batchGet returns the documents that exist and names the missing ones', async () => {
    const { status, body } = await call('batchGet', { documents: [name('plain/a'), name('plain/b')] });
    expect(status).toBe(200);
    expect(body).toMatchObject([
      { found: { name: name('plain/a'), fields: { n: { integerValue: '1' } } } },
      { missing: name('plain/b') },
    ]);
  });

  test('runQuery lists a collection', async () => {
    const { body } = await call('runQuery', { structuredQuery: { from: [{ collectionId: 'plain' }] } });
    expect(body).toMatchObject([{ document: { name: name('plain/a') } }]);
  });

  test.each([
    ['a method that is left out', 'listCollectionIds', {}, 501, 'UNIMPLEMENTED'],
    ['an inherited name', 'constructor', {}, 501, 'UNIMPLEMENTED'],
    ['what the rules deny', 'batchGet', { documents: [name('denied/a')] }, 403, 'PERMISSION_DENIED'],
    [
      'a list that the rules deny',
      'runQuery',
      { structuredQuery: { from: [{ collectionId: 'denied' }] } },
      403,
      'PERMISSION_DENIED',
    ],
    [
      'a name of another project',
      'batchGet',
      { documents: [name('a/b').replace('demo', 'x')] },
      400,
      'INVALID_ARGUMENT',
    ],
    ['a missing document', 'commit', writeWhere('plain/z', true), 404, 'NOT_FOUND'],
    ['an existing one', 'commit', writeWhere('plain/a', false), 409, 'ALREADY_EXISTS'],
    ['writes that are none', 'commit', { writes: 7 }, 400, 'INVALID_ARGUMENT'],
  ])('%s is refused', async (_name, method, body, status, code) => {
    const answer = await call(method, body);
    expect(answer).toMatchObject({ status, body: { error: { code: status, status: code } } });
  });

  test.each(['Bearer owner', 'Bearer a.b.c', 'Basic x', 'nonsense'])(
    '%j is refused as unauthenticated',
    async (header) => {
      const answer = await call('batchGet', { documents: [name('public/a')] }, { authorization: header });
      expect(answer).toMatchObject({ status: 401, body: { error: { status: 'UNAUTHENTICATED' } } });
    },
  );

  test('the rules are evaluated for a signed-out client without auth', async () => {
    expect(await call('batchGet', { documents: [name('public/a')] }, {})).toMatchObject({ status: 200 });
    expect(await call('batchGet', { documents: [name('plain/a')] }, {})).toMatchObject({ status: 403 });
  });

  test('a body that is no JSON object is refused', async () => {
    const url = `${server.origin}/v1/${database}/documents:commit`;
    for (const body of ['{', '[]', '7']) {
      expect((await fetch(url, { method: 'POST', body, headers: { authorization } })).status).toBe(400);
    }
    expect((await fetch(url)).status).toBe(501);
  });
});

test('a full disk is reported to the client, and reading goes on', async () => {
  const logged = vi.spyOn(log, 'error').mockReturnValue();
  const write = { writes: [{ update: { name: name('plain/full') } }] };
  server.store.db.exec(
    `CREATE TEMP TRIGGER full BEFORE INSERT ON firestore_documents BEGIN SELECT RAISE(ABORT, 'full'); END`,
  );
  expect(await call('commit', write)).toMatchObject({
    status: 503,
    body: { error: { status: 'UNAVAILABLE' } },
  });
  expect(await call('batchGet', { documents: [name('plain/full')] })).toMatchObject({
    body: [{ missing: name('plain/full') }],
  });
  server.store.db.exec('DROP TRIGGER full');
  expect(logged).toHaveBeenCalledOnce();
  logged.mockRestore();
  expect(await call('commit', write)).toMatchObject({ status: 200 });
  expect(server.firestore.readDocument(['plain', 'full'])).toEqual({});
});
