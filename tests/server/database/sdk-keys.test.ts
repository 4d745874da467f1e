import {
  get,
  onChildAdded,
  onChildRemoved,
  onValue,
  orderByChild,
  query,
  ref,
  update,
} from 'firebase/database';
import { describe, expect, it, vi } from 'vitest';
import { listUpdate } from '#bench/protocol/listWrite.ts';
import { keyProblem, RESERVED_KEYS, UNREADABLE_KEYS } from '#model/keyProblem.ts';
import { SERVER_AUTHOR } from '#model/log/author.ts';
import { MAX_KEY_BYTES, type MappingKey } from '#model/mapping.ts';
import { loadLeaves } from '#server/database/LeafTable.ts';
import { warningsOf } from '#server/integrity/warnings.ts';
import { openRules } from './support/server.ts';
import { setupDatabase } from './support/setup.ts';
import { openTestStore } from './support/store.ts';

const setup = setupDatabase();

const mapping = (key: string) => ({ description: key, glAccount: '1' });
const entries = (keys: readonly string[]) =>
  Object.fromEntries(keys.map((key) => [key, mapping(key)] as const));
const many = Array.from({ length: 24 }, (_, i) => `KEYWORD ${i}`);
/** The update of an empty list, or of one in which these entries are stored. */
const changesOf = (
  changes: Readonly<Record<string, unknown>>,
  stored: Readonly<Record<string, unknown>> = {},
) => listUpdate(changes, { version: null, stored }, SERVER_AUTHOR);

/** Keys that look as if they could trouble the SDK, a browser or the server, and don't. */
const ODD_KEYS = [
  ...RESERVED_KEYS.filter((key) => !UNREADABLE_KEYS.some((unreadable) => unreadable === key)),
  ...['length', 'prototype', 'name', 'then', 'toJSON', 'undefined', 'null', 'key', 'value', 'priority'],
  ...['__PROTO__', '__proto', '__', '_sv', '_info', 'HASOWNPROPERTY'],
  ...[
    '0',
    '1',
    '2',
    '-0',
    '-5',
    '01',
    '00000000001',
    '2147483647',
    '2147483648',
    '-2147483649',
    '1e5',
    'NaN',
  ],
  ...['%2F', 'a+b', '\\', '"', 'é', 'e\u0301', '\ufeffabc', '\u2028', '\u0085', '\ufffe\uffff', '😀'],
  'x'.repeat(MAX_KEY_BYTES - 1),
  'x'.repeat(MAX_KEY_BYTES),
  'é'.repeat(Math.floor(MAX_KEY_BYTES / 2)),
];

describe('every key that may be stored', () => {
  it('reaches a reader and a live listener as it was written, one by one and with many others', async () => {
    const server = await setup.server({ rules: openRules });
    const [writer, live] = [setup.client(server), setup.client(server)];
    const seen = new Map<string, unknown>();
    const list = ref(live.database, 'gl_mappings');
    onChildAdded(list, (child) => seen.set(child.key ?? '', child.val()));
    onChildRemoved(list, (child) => seen.delete(child.key ?? ''));
    const sizes: number[] = [];
    onValue(list, (snapshot) => sizes.push(snapshot.size));
    for (const key of ODD_KEYS) {
      await update(ref(writer.database), changesOf(entries([key])));
    }
    await update(ref(writer.database), changesOf(entries(many)));
    const all = entries([...ODD_KEYS, ...many]);
    await vi.waitFor(() => expect(sizes.at(-1)).toBe(ODD_KEYS.length + many.length), { timeout: 20_000 });
    expect(Object.fromEntries(seen)).toEqual(all);
    const fresh = setup.client(server);
    for (const asked of [
      ref(fresh.database, 'gl_mappings'),
      query(ref(fresh.database, 'gl_mappings'), orderByChild('glAccount')),
    ]) {
      expect((await get(asked)).val()).toEqual(all);
    }
    const gone = Object.fromEntries(ODD_KEYS.map((key) => [key, null]));
    await update(ref(writer.database), changesOf({ ...gone, 'KEYWORD 0': null }, all));
    await vi.waitFor(() => expect([...seen.keys()].sort()).toEqual(many.slice(1).sort()), {
      timeout: 20_000,
    });
  });

  it('is every one of these that is not reserved', () => {
    const refused = ODD_KEYS.filter((key) => keyProblem(key as MappingKey) !== null);
    expect(refused.every((key) => RESERVED_KEYS.some((reserved) => reserved === key))).toBe(true);
  });
});

describe('reserved keys', () => {
  it('are the names of Object.prototype', () => {
    expect([...RESERVED_KEYS].sort()).toEqual(Object.getOwnPropertyNames(Object.prototype).sort());
  });
});

describe.each(UNREADABLE_KEYS)('the key %s, which the SDK cannot read', (key) => {
  it('is refused by name wherever it stands in a write', async () => {
    const server = await setup.server({ rules: openRules });
    const { database } = setup.client(server);
    const refusal = `INVALID_DATA: Key "${key}" cannot be read by the Firebase SDK`;
    await expect(update(ref(database), { [`gl_mappings/${key}`]: mapping(key) })).rejects.toThrow(refusal);
    // The SDK fails by itself at such a key within a value: in a path it reaches the server.
    const changes = Object.fromEntries(
      [...many, key].map((name) => [`gl_mappings/${name}`, mapping(name)] as const),
    );
    await expect(update(ref(database), changes)).rejects.toThrow(refusal);
    expect(() => server.service.update({ gl_mappings: entries([key]) })).toThrow('cannot be read');
    expect(server.service.read('')).toBe(null);
  });

  it('stored by an earlier version does not hide the list, and is warned of', async () => {
    const store = openTestStore();
    const first = await setup.server({ rules: openRules, store });
    first.service.update({ gl_mappings: entries(many) });
    const insert = store.db.prepare('INSERT INTO database_leaves VALUES (?, ?)');
    insert.run([`gl_mappings/${key}/description`, JSON.stringify(key)]);
    insert.run([`gl_mappings/${key}/glAccount`, '"6100"']);
    insert.run([`gl_mappings/my ${key}`, '"6200"']);
    expect(warningsOf(loadLeaves(store.db), store.db)).toEqual([
      { message: expect.stringContaining('npm run remove-unreadable'), fields: { values: 2 } },
    ]);
    const second = await setup.server({ rules: openRules, store: { ...store, close: () => {} } });
    const { database } = setup.client(second);
    expect((await get(ref(database, 'gl_mappings'))).val()).toEqual({
      ...entries(many),
      [`my ${key}`]: '6200',
    });
  });
});
