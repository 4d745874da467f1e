import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { countFalseMarks, MARKS_OF_KEY } from '#server/database/LogEntries.ts';
import { DatabaseService } from '#server/database/service.ts';
import { log } from '#server/log.ts';
import { openReadOnly } from '#server/store/readData.ts';
import { grantingQuota } from '../../support/grantingQuota.ts';
import { seededRandom } from '../../support/random.ts';
import { testFolder } from '../../support/testFolder.ts';
import { naiveSet } from './support/naive.ts';
import { RawSocket } from './support/RawSocket.ts';
import { type Data, randomData, randomPath } from './support/random.ts';
import { openRules, PROJECT, startDatabase } from './support/server.ts';
import { openTestStore, type TestStore } from './support/store.ts';
import { testTokens } from './support/tokens.ts';

let folder: string;
let store: TestStore;

function openService(): DatabaseService {
  store = openTestStore(folder);
  const options = { tokens: testTokens(), rules: openRules, projectId: PROJECT, quota: grantingQuota() };
  return new DatabaseService({ store, ...options });
}

async function reopen(service: DatabaseService): Promise<DatabaseService> {
  await service.close();
  store.close();
  return openService();
}

beforeEach(() => {
  folder = testFolder();
});

afterEach(() => {
  store.close();
});

describe('the rows on disk', () => {
  it.each([1, 2, 3])('bring back every tree that random writes leave (seed %i)', async (seed) => {
    const random = seededRandom(seed);
    let service = openService();
    let plain: Data = null;
    for (let round = 0; round < 12; round += 1) {
      for (let step = 0; step < 12; step += 1) {
        const path = randomPath(random, 4);
        const value = randomData(random, 3);
        service.update({ [path.join('/')]: value });
        plain = naiveSet(plain, path, value);
      }
      service = await reopen(service);
      expect(service.read('')).toEqual(JSON.parse(JSON.stringify(plain)));
    }
    await service.close();
  });

  it('are one for a mapping and stay so when it changes', async () => {
    const service = openService();
    const rows = () =>
      store.db.prepare('SELECT path, value FROM database_leaves ORDER BY path').raw(true).all();
    service.update({ 'gl_mappings/ACME': { description: 'ACME', glAccount: '4000' } });
    service.update({
      'gl_mappings/ACME': { description: 'ACME', glAccount: '5000' },
      'gl_mappings/B': 'old',
    });
    expect(rows()).toEqual([
      ['gl_mappings/ACME', '{"description":"ACME","glAccount":"5000"}'],
      ['gl_mappings/B', '"old"'],
    ]);
    service.update({ 'gl_mappings/ACME': null, 'gl_mappings/B/description': 'B' });
    expect(rows()).toEqual([['gl_mappings/B', '{"description":"B"}']]);
    await service.close();
  });

  it('of fields, as former versions stored a mapping, are read, and one when it changes', async () => {
    const fresh = openService();
    const insert = store.db.prepare('INSERT INTO database_leaves VALUES (?, ?)');
    for (const key of ['ACME', 'ACME 2', 'TEA', 'TEA!'])
      for (const [field, value] of Object.entries({ description: key, glAccount: '4000' }))
        insert.run([`gl_mappings/${key}/${field}`, JSON.stringify(value)]);
    const service = await reopen(fresh);
    service.update({
      'gl_mappings/ACME/glAccount': '5000',
      'gl_mappings/TEA!': null,
      'gl_mappings/TEA': { description: 'Tea', glAccount: '1' },
    });
    const list = {
      ACME: { description: 'ACME', glAccount: '5000' },
      'ACME 2': { description: 'ACME 2', glAccount: '4000' },
      TEA: { description: 'Tea', glAccount: '1' },
    };
    const reopened = await reopen(service);
    expect(reopened.read('')).toEqual({ gl_mappings: list });
    expect(store.db.prepare('SELECT path FROM database_leaves ORDER BY path').raw(true).all()).toEqual([
      ['gl_mappings/ACME'],
      ['gl_mappings/ACME 2/description'],
      ['gl_mappings/ACME 2/glAccount'],
      ['gl_mappings/TEA'],
    ]);
    await reopened.close();
  });

  it('of the logs are in their own tables, and marks by key follow from the changes', async () => {
    const service = openService();
    const changes = (seq: number, ...keys: string[]) => ({
      seq,
      changes: Object.fromEntries(keys.map((key) => [key, { after: { glAccount: '1' } }])),
    });
    service.update({
      'gl_mappings_changes/e1': changes(1, 'ACME', 'TEA'),
      'gl_mappings_changes/e2': changes(2, 'ACME'),
      'gl_mappings_changes/e3': { seq: 3 },
      gl_mappings_changes_by_key: { ACME: { e1: 1, e2: 2 }, TEA: { e1: 1 } },
      other: 1,
    });
    const before = service.read('');
    const rows = (sql: string) => store.db.prepare(sql).raw(true).all().flat();
    expect(rows('SELECT path FROM database_leaves')).toEqual(['other']);
    expect(rows('SELECT id FROM log_entries ORDER BY id')).toEqual(['e1', 'e2', 'e3']);
    expect(rows('SELECT key, seq FROM log_marks')).toEqual(['ACME', 1, 'ACME', 2, 'TEA', 1]);
    expect(countFalseMarks(store.db)).toBe(0);
    expect(planOf(MARKS_OF_KEY)).toEqual([
      expect.stringContaining('SEARCH log_marks USING PRIMARY KEY (key=?)'),
      expect.stringContaining('SEARCH log_entries USING INDEX log_entries_by_seq (node=? AND seq=?)'),
    ]);
    for (const sql of [
      "INSERT INTO log_marks VALUES ('TEA', 3)",
      "DELETE FROM log_marks WHERE key = 'ACME'",
    ]) {
      store.db.exec(`SAVEPOINT marks; ${sql}`);
      expect(countFalseMarks(store.db)).toBeGreaterThan(0);
      store.db.exec('ROLLBACK TO marks; RELEASE marks');
    }
    const reopened = await reopen(service);
    expect(reopened.read('')).toEqual(before);
    await reopened.close();
  });
});

/** How SQLite means to find what a query asks for. */
function planOf(sql: string): string[] {
  const db = openReadOnly(store.file);
  const steps = db.prepare(`EXPLAIN QUERY PLAN ${sql}`).all(['x']) as { readonly detail: string }[];
  db.close();
  return steps.map(({ detail }) => detail);
}

describe('a store that fails', () => {
  it('leaves the tree as it was, reports the failure to the writer, pushes nothing, and reads go on', async () => {
    const logged = vi.spyOn(log, 'error').mockReturnValue();
    store = openTestStore(folder);
    const server = await startDatabase({ store, rules: openRules });
    server.service.update({ a: 1 });
    const socket = await new RawSocket(server.port).open();
    await socket.ask('q', { p: '/a', h: '' });
    store.breakWith(new Error('disk full'));
    expect(await socket.ask('m', { p: '/', d: { a: 2 } })).toEqual({
      s: 'unavailable',
      d: expect.any(String),
    });
    expect(await socket.ask('g', { p: '/a', q: {} })).toEqual({ s: 'ok', d: 1 });
    expect(() => server.service.update({ a: 3 })).toThrow('disk full');
    store.breakWith(null);
    expect((await socket.ask('m', { p: '/', d: { b: 2 } })).s).toBe('ok');
    expect(socket.log).toEqual(['d /a', 'ok 1', 'unavailable 2', 'ok 3', 'ok 4']);
    expect(server.service.read('')).toEqual({ a: 1, b: 2 });
    await socket.close();
    await server.stop();
    logged.mockRestore();
  });
});

describe('the way in for the program itself', () => {
  it('refuses bad paths and values by name', async () => {
    const service = openService();
    expect(() => service.update({ 'a.b': 1 })).toThrow('a.b');
    expect(() => service.update({ a: { 'x/y': 1 } })).toThrow('x/y');
    expect(() => service.update({ a: 1, 'a/b': 2 })).toThrow('below');
    expect(service.read('')).toBe(null);
    await service.close();
  });
});
