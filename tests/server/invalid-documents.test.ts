import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'libsql';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { invalidDocuments } from '#server/firestore/documents/invalidDocuments.ts';
import { verify } from '#server/programs/historyPrograms.ts';
import { backup } from '#server/programs/operatorPrograms.ts';
import { dataFilesOf } from '#server/store/dataFolder.ts';
import { testRules } from '../support/firestoreRules.ts';
import { type FirestoreServer, PROJECT, startFirestoreServer } from '../support/firestoreServer.ts';
import { postJson } from '../support/post.ts';
import { startTestServer } from '../support/server.ts';
import { until } from '../support/until.ts';

const ROOT = `projects/${PROJECT}/databases/(default)/documents`;
/** As earlier versions stored them: the second time is one of the year 10000, the third one of the year 0. */
const STORED = {
  'public/fit': '{"at":{"timestampValue":"2026-01-01T00:00:00.000000Z"},"n":{"integerValue":"1"}}',
  'public/late': '{"at":{"timestampValue":"+010000-01-01T23:58.000000Z"}}',
  'public/early': '{"m":{"mapValue":{"fields":{"at":{"timestampValue":"0000-02-03T00:00:00.000000Z"}}}}}',
  'public/half': '{"name":{"stringValue":"a\\ud83d"}}',
  'public/quoted': '{"name":{"stringValue":"\\"timestampValue\\":\\"+010000\\""}}',
  'public/lost': '{"n":{"doubleValue":null}}',
};
let server: FirestoreServer;
beforeAll(async () => {
  server = await startFirestoreServer({ rules: testRules });
  const put = server.store.db.prepare('INSERT INTO firestore_documents VALUES (?, ?, 1, 1)');
  for (const [path, fields] of Object.entries(STORED)) put.run(path, fields);
  await server.restart();
  await until(async () => (await fetch(server.origin)).arrayBuffer());
});
afterAll(() => server?.stop());

const call = (method: string, body: object) => postJson(`${server.origin}/v1/${ROOT}:${method}`, body);
const fieldsOf = (id: string) => server.firestore.readDocument(['public', id]);

it('what would be refused today is counted', () => {
  expect(invalidDocuments(server.store.db).map(({ path }) => path)).toEqual([
    'public/early',
    'public/half',
    'public/late',
    'public/lost',
  ]);
});

it('is served, a time that the SDK cannot read as the nearest one that it can', () => {
  expect(['late', 'early', 'half', 'quoted'].map(fieldsOf)).toEqual([
    { at: { timestampValue: '9999-12-31T23:59:59.999999Z' } },
    { m: { mapValue: { fields: { at: { timestampValue: '0001-01-01T00:00:00.000000Z' } } } } },
    { name: { stringValue: 'a\ud83d' } },
    { name: { stringValue: '"timestampValue":"+010000"' } },
  ]);
});

it('can be changed elsewhere, and removed', async () => {
  const name = `${ROOT}/public/half`;
  const fields = { allow: { booleanValue: true } };
  const update = { update: { name, fields }, updateMask: { fieldPaths: ['allow'] } };
  expect((await call('commit', { writes: [update] })).status).toBe(200);
  expect(fieldsOf('half')).toEqual({ name: { stringValue: 'a\ud83d' }, ...fields });
  const ids = ['late', 'early', 'half', 'lost'];
  const writes = ids.map((id) => ({ delete: `${ROOT}/public/${id}` }));
  expect((await call('commit', { writes })).status).toBe(200);
  expect([...ids.map(fieldsOf), invalidDocuments(server.store.db)]).toEqual([null, null, null, null, []]);
});

it('is counted by verify', async () => {
  const product = await startTestServer();
  const file = join(tmpdir(), `gl-unfit-${process.pid}.db`);
  const program = (run: typeof verify) =>
    run({ args: [file], dataDir: product.dataDir, now: new Date('2026-11-26T08:00:00Z') });
  try {
    program(backup);
    expect(program(verify)).not.toContain('refused today');
    rmSync(file);
    const db = new Database(dataFilesOf(product.dataDir).databaseFile);
    db.exec(
      `INSERT INTO firestore_documents VALUES ('users/x@example.com', '${STORED['public/half']}', 1, 1)`,
    );
    db.close();
    program(backup);
    expect(program(verify)).toMatch(
      /^1 document has values .* refused today.*: row 2 of firestore_documents/m,
    );
  } finally {
    rmSync(file, { force: true });
    await product.stop();
  }
});
