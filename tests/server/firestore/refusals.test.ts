import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openSession, post, type RawSession } from '#bench/protocol/webchannelClient.ts';
import { testRules } from '../../support/firestoreRules.ts';
import { type FirestoreServer, startFirestoreServer } from '../../support/firestoreServer.ts';
import { postJson } from '../../support/post.ts';

/** The server refuses, by name, each part of a known request that it does not implement: it never reads over one. */
let server: FirestoreServer;
const database = 'projects/demo/databases/(default)';
const documents = `${database}/documents`;
const publicDocument = `${documents}/public/a`;
const from = [{ collectionId: 'public' }];
const byName = { field: { fieldPath: '__name__' }, direction: 'ASCENDING' };

beforeAll(async () => {
  server = await startFirestoreServer({ rules: testRules });
});
afterAll(() => server?.stop());

const call = (method: string, body: object, of = database) =>
  postJson(`${server.origin}/v1/${of}/documents:${method}`, body);
const write = (rest: object, update: object = {}) => ({
  writes: [{ update: { name: publicDocument, fields: {}, ...update }, ...rest }],
});
const transform = (kind: object) => write({ updateTransforms: [{ fieldPath: 'a', ...kind }] });
const value = (tagged: object) => write({}, { fields: { a: tagged } });
const query = (rest: object) => ({ structuredQuery: { from, ...rest } });
const at = { values: [{ referenceValue: publicDocument }], before: false };
const filter = { fieldFilter: { field: { fieldPath: 'a' }, op: 'EQUAL', value: { stringValue: 'x' } } };

describe('a unary call', () => {
  test.each<[method: string, name: string, body: object]>([
    ['batchGet', 'mask', { documents: [publicDocument], mask: { fieldPaths: ['a'] } }],
    ['batchGet', 'transaction', { documents: [publicDocument], transaction: 'AA==' }],
    ['batchGet', 'newTransaction', { documents: [publicDocument], newTransaction: {} }],
    ['batchGet', 'readTime', { documents: [publicDocument], readTime: '2026-01-01T00:00:00Z' }],
    ['commit', 'labels', { writes: [], labels: {} }],
    ['commit', 'transaction', { writes: [], transaction: 'AA==' }],
    ['commit', 'transform', { writes: [{ transform: { document: publicDocument } }] }],
    ['commit', 'updateMust', write({ updateMust: {} })],
    ['commit', 'createTime', write({}, { createTime: '2026-01-01T00:00:00Z' })],
    ['commit', 'paths', write({ updateMask: { fieldPaths: ['a'], paths: [] } })],
    ['commit', 'missing', write({ currentDocument: { exists: true, missing: 1 } })],
    ['commit', 'updateMask', { writes: [{ delete: publicDocument, updateMask: { fieldPaths: [] } }] }],
    ['commit', 'increment', transform({ increment: { integerValue: 1 } })],
    ['commit', 'minimum', transform({ minimum: { integerValue: 1 } })],
    ['commit', 'maximum', transform({ maximum: { integerValue: 1 } })],
    ['commit', 'appendMissingElements', transform({ appendMissingElements: {} })],
    ['commit', 'removeAllFromArray', transform({ removeAllFromArray: {} })],
    ['commit', 'TOMORROW', transform({ setToServerValue: 'TOMORROW' })],
    ['commit', 'bytesValue', value({ bytesValue: 'AA==' })],
    ['commit', 'referenceValue', value({ referenceValue: publicDocument })],
    ['commit', 'geoPointValue', value({ geoPointValue: { latitude: 1, longitude: 1 } })],
    ['commit', 'pipelineValue', value({ pipelineValue: {} })],
    ['commit', 'keys', value({ mapValue: { fields: {}, keys: [] } })],
    ['commit', 'length', value({ arrayValue: { values: [], length: 0 } })],
    ['runQuery', 'explainOptions', { ...query({}), explainOptions: {} }],
    ['runQuery', 'where', query({ where: filter })],
    ['runQuery', 'select', query({ select: { fields: [] } })],
    ['runQuery', 'findNearest', query({ findNearest: {} })],
    ['runQuery', 'offset', query({ offset: 1 })],
    ['runQuery', 'allDescendants', query({ from: [{ collectionId: 'public', allDescendants: true }] })],
    ['runQuery', 'n', query({ orderBy: [{ field: { fieldPath: 'n' }, direction: 'ASCENDING' }] })],
    ['runQuery', 'DESCENDING', query({ orderBy: [{ ...byName, direction: 'DESCENDING' }] })],
    ['runQuery', 'nulls', query({ orderBy: [{ ...byName, nulls: 'LAST' }] })],
    ['runQuery', 'before', query({ orderBy: [byName], startAt: { ...at, before: true } })],
    ['runQuery', 'after', query({ orderBy: [byName], startAt: { values: [], before: true, after: 1 } })],
    ['runAggregationQuery', 'runAggregationQuery', {}],
    ['rollback', 'rollback', {}],
  ])('%s with "%s" is answered "not implemented"', async (method, name, body) => {
    expect(await call(method, body)).toMatchObject({
      status: 501,
      body: {
        error: {
          code: 501,
          status: 'UNIMPLEMENTED',
          message: expect.stringMatching(new RegExp(`"${name}".* not implemented`)),
        },
      },
    });
    expect(server.firestore.readDocument(['public', 'a'])).toBeNull();
  });

  test.each<[method: string, body: object]>([
    ['commit', { writes: [] }],
    ['batchGet', { documents: [publicDocument] }],
    ['runQuery', query({})],
  ])('%s of a named database is answered "not implemented"', async (method, body) => {
    expect(await call(method, body, 'projects/demo/databases/second')).toMatchObject({
      status: 501,
      body: { error: { status: 'UNIMPLEMENTED', message: expect.stringContaining('second') } },
    });
  });

  test.each<[what: string, method: string, body: object]>([
    ['half a character', 'commit', value({ stringValue: '\ud83d' })],
    ['a path of a mask that is a star', 'commit', write({ updateMask: { fieldPaths: ['*'] } })],
    ['two orders', 'runQuery', query({ orderBy: [byName, byName] })],
    ['a cursor without an order', 'runQuery', query({ startAt: at })],
    ['a limit of 33 bits', 'runQuery', query({ orderBy: [byName], limit: 2 ** 32 })],
  ])('with %s is an invalid argument', async (_what, method, body) => {
    expect(await call(method, body)).toMatchObject({
      status: 400,
      body: { error: { status: 'INVALID_ARGUMENT' } },
    });
    expect(server.firestore.readDocument(['public', 'a'])).toBeNull();
  });

  test.each([
    ['a number that would lose digits', '{"integerValue":9007199254740993}'],
    ['a number beyond all', '{"doubleValue":1e400}'],
    ['a body that is not UTF-8', Buffer.from('{"stringValue":"\xff"}', 'latin1')],
  ])('%s is an invalid argument', async (_what, field) => {
    const [before = '', after = ''] = JSON.stringify(value({ nullValue: null })).split('{"nullValue":null}');
    const body = Buffer.concat([Buffer.from(before), Buffer.from(field), Buffer.from(after)]);
    const answer = await fetch(`${server.origin}/v1/${database}/documents:commit`, { method: 'POST', body });
    expect([answer.status, await answer.json()]).toEqual([
      400,
      { error: expect.objectContaining({ status: 'INVALID_ARGUMENT' }) },
    ]);
    expect(server.firestore.readDocument(['public', 'a'])).toBeNull();
  });

  test('commit without writes is refused', async () => {
    expect(await call('commit', {})).toMatchObject({ status: 400 });
  });
});

describe('the Listen stream', () => {
  const target = { documents: { documents: [publicDocument] } };
  const ofQuery = (structuredQuery: object, rest: object = {}) => ({
    query: { parent: documents, structuredQuery, ...rest },
  });

  test.each<[name: string, message: object]>([
    ['second', { database: 'projects/demo/databases/second', addTarget: target }],
    ['once', { database, addTarget: { ...target, once: true } }],
    ['mode', { database, addTarget: target, mode: 'x' }],
    ['other', { database, addTarget: target, labels: { other: 'x' } }],
    ['names', { database, addTarget: { documents: { documents: [publicDocument], names: [] } } }],
    ['pipelineQuery', { database, addTarget: { pipelineQuery: {} } }],
    ['where', { database, addTarget: ofQuery({ from, where: filter }) }],
    ['structuredPipeline', { database, addTarget: ofQuery({ from }, { structuredPipeline: {} }) }],
  ])('ends a target with "%s" as not implemented', async (name, message) => {
    const { addTarget, ...rest } = message as { addTarget: object };
    const [answer] = await answersTo({ ...rest, addTarget: { ...addTarget, targetId: 2 } });
    expect(answer).toMatchObject({
      targetChange: { targetChangeType: 'REMOVE', targetIds: [2], cause: { code: 12 } },
    });
    expect(JSON.stringify(answer)).toContain(name);
  });

  test.each<object>([
    { resumeToken: 'MQ==', expectedCount: 3 },
    { readTime: '2026-11-29T10:00:00.123456000Z', expectedCount: 0 },
    { resumeToken: 'MQ==' },
    { targetId: 2 ** 31 - 1 },
  ])('takes what the SDK sends when it comes back: %j', async (more) => {
    const labels = { 'goog-listen-tags': 'existence-filter-mismatch' };
    const [answer] = await answersTo({ database, addTarget: { ...target, targetId: 2, ...more }, labels });
    expect(answer).toMatchObject({ targetChange: { targetChangeType: 'ADD' } });
  });

  test.each<object>([
    { resumeToken: 5 },
    { resumeToken: 'M' },
    { resumeToken: '%%%%' },
    { resumeToken: 'MQ==', readTime: '2026-11-29T10:00:00Z' },
    { readTime: 5 },
    { readTime: '2026-02-30T10:00:00Z' },
    { expectedCount: 'x' },
    { expectedCount: '3' },
    { expectedCount: -1 },
    { expectedCount: 2 ** 31 },
    { expectedCount: 1.5 },
    { documents: { documents: [] } },
    { documents: { documents: [5] } },
  ])('ends a target with %j as an invalid argument', async (more) => {
    const [answer] = await answersTo({ database, addTarget: { ...target, ...more, targetId: 2 } });
    expect(answer).toMatchObject({
      targetChange: { targetChangeType: 'REMOVE', targetIds: [2], cause: { code: 3 } },
    });
  });

  test.each<object>([
    ...[2.5, 2 ** 31, -1, 0, '2', null].map((targetId) => ({ database, addTarget: { ...target, targetId } })),
    ...[2.5, 2 ** 31, -1, 0, '2', null].map((removeTarget) => ({ database, removeTarget })),
    { database, addTarget: target },
    { database, addTarget: [] },
    { database },
    { removeTarget: 2 },
  ])('ends with %j, which names no target', async (message) => {
    expect(await answersTo(message)).toEqual([INVALID]);
  });

  test('ends with a second target of the same id, and with a number that would lose digits', async () => {
    const add = { database, addTarget: { ...target, targetId: 2 } };
    expect((await answersTo(add, add)).at(-1)).toEqual(INVALID);
    const session = await openSession(url(), [add]);
    const lossy = encodeURIComponent(`{"database":"${database}","removeTarget":9007199254740993}`);
    await post(`${url()}?VER=8&SID=${session.sid}&RID=2`, `count=1&ofs=1&req0___data__=${lossy}`);
    expect((await answersOf(session)).at(-1)).toEqual(INVALID);
  });
});

const INVALID = { error: expect.objectContaining({ status: 'INVALID_ARGUMENT' }) };

/** What the Listen stream answers to messages. */
async function answersTo(...messages: object[]): Promise<unknown[]> {
  return answersOf(await openSession(url(), messages));
}

const url = () => `${server.origin}/google.firestore.v1.Firestore/Listen/channel`;

async function answersOf(session: RawSession): Promise<unknown[]> {
  const answers = await session.listen(0, { polling: true }).rest();
  await session.terminate();
  return answers.map(([, [answer]]) => answer);
}

test('the Write stream greets, and then refuses: the SDK gives up a write only after the greeting', async () => {
  const url = `${server.origin}/google.firestore.v1.Firestore/Write/channel`;
  const session = await openSession(url, [{ database }, { streamToken: '', ...write({}) }]);
  const back = session.listen(0);
  expect((await back.next())?.[1][0]).toMatchObject({ streamToken: expect.any(String) });
  const refusal = (await back.next())?.[1][0];
  expect(refusal).toMatchObject({ error: { code: 501, status: 'UNIMPLEMENTED' } });
  expect(JSON.stringify(refusal)).toContain('The Write stream');
  await session.terminate();
  expect(server.firestore.readDocument(['public', 'a'])).toBeNull();
});

test('another version of WebChannel is refused', async () => {
  const url = `${server.origin}/google.firestore.v1.Firestore/Listen/channel?VER=9&RID=1`;
  const response = await fetch(url, { method: 'POST', body: 'count=0' });
  expect([response.status, await response.text()]).toEqual([501, 'WebChannel version 9 is not implemented']);
});
