import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { closedUpdate, entryUpdate, outsideUpdate } from '#model/historyUpdate.ts';
import { type ListChecksum, sumOf } from '#model/listChecksum.ts';
import { newEntryId, readListVersion } from '#model/log/version.ts';
import { type Mapping, mappingKey } from '#model/mapping.ts';
import { RealtimeDatabase } from '#server/database/RealtimeDatabase.ts';
import { toPlain } from '#server/database/tree/node.ts';
import { log } from '#server/log.ts';
import { seededRandom } from '../../support/random.ts';
import { outcomeOf, statusOf } from './support/outcomeOf.ts';
import { openRules } from './support/server.ts';
import { openTestStore, type TestStore } from './support/store.ts';

type Nodes = Readonly<Record<string, unknown>>;
type Bend = (update: Nodes, id: string) => Nodes;

const BY = { uid: 'ann', email: 'ann@example.com' } as const;
let store: TestStore;
let database: RealtimeDatabase;
beforeEach(() => {
  store = openTestStore();
  // Rules allow everything here: only what they cannot count is looked at.
  database = new RealtimeDatabase({ store, rules: openRules, now: () => 0, onChange: () => {} });
  vi.spyOn(log, 'warn').mockReturnValue();
});
afterEach(() => {
  store.close();
  vi.restoreAllMocks();
});

const at = (path: string) => {
  const node = database.at(path.split('/'));
  return node === null ? null : toPlain(node);
};
const listNow = () => Object.entries((at('gl_mappings') ?? {}) as Nodes);
const write = (update: Nodes, by: null | 'trusted' = null) => {
  const assignments = Object.entries(update).map(([path, data]) => ({ path: path.split('/'), data }));
  return outcomeOf(() => database.writeNow({ assignments, by }));
};

function plan(kind: 'edit' | 'outside' | 'closed' = 'edit') {
  const id = newEntryId((bytes) => crypto.getRandomValues(bytes));
  const former = readListVersion(at('gl_mappings_version'));
  const sum = former.sum ?? sumOf(listNow());
  return { id, former, sum, changeSet: { kind, by: BY as never, batch: id }, at: 0 };
}

/** An entry as the app makes it; null removes. */
function change(accounts: Readonly<Record<string, string | null>>, bend: Bend = (update) => update) {
  const changes = Object.entries(accounts).map(([description, glAccount]) => {
    const key = mappingKey(description);
    const after = glAccount === null ? null : { description, glAccount };
    return { key, before: at(`gl_mappings/${key}`), after };
  });
  const own = plan();
  return write(bend(entryUpdate(own, changes).update, own.id));
}

/** Accepts the list as it is. */
function accept(found: ListChecksum) {
  return write(outsideUpdate(plan('outside'), found).update);
}

const V = 'gl_mappings_version';
const withIn = (update: Nodes, path: string, part: Nodes): Nodes => ({
  ...update,
  [path]: { ...(update[path] as Nodes), ...part },
});

describe('the figures of an entry of the list', () => {
  it('are let through where they are so, whatever is changed', () => {
    const random = seededRandom(5);
    for (let round = 0; round < 60; round++) {
      const some = Array.from(
        { length: 1 + Math.floor(random() * 4) },
        () => `Shop ${Math.floor(random() * 9)}`,
      );
      const accounts = Object.fromEntries(
        some.map((description) => [description, random() < 0.3 ? null : String(Math.floor(random() * 1e6))]),
      );
      const isChange = Object.entries(accounts).filter(
        ([description, account]) =>
          ((at(`gl_mappings/${mappingKey(description)}`) as Mapping | null)?.glAccount ?? null) !== account,
      );
      if (isChange.length === 0) continue;
      expect(change(Object.fromEntries(isChange))).toBe('written');
      expect(readListVersion(at(V)).sum).toEqual(sumOf(listNow()));
    }
  });

  it.each<[string, Bend]>([
    ['another number', (update) => withIn(update, V, { count: 9 })],
    ['another sum', (update) => withIn(update, V, { sum: 9 })],
    ['more written', (update, id) => withIn(update, `gl_mappings_history/${id}`, { set: 2 })],
    ['more removed', (update, id) => withIn(update, `gl_mappings_history/${id}`, { removed: 1 })],
    ['another mapping written', (update) => withIn(update, 'gl_mappings/Bakery', { glAccount: '9' })],
    [
      'one mapping more',
      (update) => ({ ...update, 'gl_mappings/Hotel': { description: 'Hotel', glAccount: '9' } }),
    ],
    ['another account of all', (update, id) => withIn(update, `gl_mappings_history/${id}`, { to: '9' })],
    ['no entry', (update, id) => ({ ...update, [`gl_mappings_history/${id}`]: null })],
    ['the sum alone, afterwards', () => ({ [`${V}/sum`]: 9 })],
    ['a mapping without an entry', () => ({ 'gl_mappings/Hotel/glAccount': '9' })],
    [
      'the whole list',
      (update) => ({
        ...noMappings(update),
        gl_mappings: { Bakery: { description: 'Bakery', glAccount: '1' } },
      }),
    ],
    ['the sum by its own path', (update) => ({ ...noMappings(update), [`${V}/sum`]: 9 })],
  ])('that say what is not so are refused: %s', (_name, bend) => {
    expect(change({ Shop: '1' })).toBe('written');
    const before = toPlain(database.at([]));
    expect(change({ Bakery: '2' }, bend)).toBe('permission_denied');
    expect(toPlain(database.at([]))).toEqual(before);
    expect(change({ Bakery: '2' })).toBe('written');
  });

  it('of an entry that names the account of all its changes are let through where all have it', () => {
    const named =
      (to: string): Bend =>
      (update, id) =>
        withIn(update, `gl_mappings_history/${id}`, { kind: 'accounts', to });
    expect(change({ Shop: '1', Hotel: '2' })).toBe('written');
    expect(change({ Shop: '3', Hotel: '3' }, named('3'))).toBe('written');
    expect(change({ Shop: '4', Hotel: '5' }, named('4'))).toBe('permission_denied');
    expect(change({ Shop: '4', Hotel: null }, named('4'))).toBe('permission_denied');
  });

  it('of an entry that closes a batch are those of the list as it is', () => {
    expect(change({ Shop: '1' })).toBe('written');
    const closing = closedUpdate(plan('closed')).update;
    expect(write(withIn(closing, V, { count: 2 }))).toBe('permission_denied');
    expect(write(closing)).toBe('written');
  });

  it('are let through at the first change of a list without a history', () => {
    write({ 'gl_mappings/Old': { description: 'Old', glAccount: '7' } }, 'trusted');
    expect(change({ Bakery: '2' }, (update) => withIn(update, V, { count: 1 }))).toBe('permission_denied');
    expect(change({ Bakery: '2' })).toBe('written');
  });

  it('are refused where the list differs, until it is accepted as it is', () => {
    expect(change({ Shop: '1' })).toBe('written');
    write({ 'gl_mappings/Shop/glAccount': '2' }, 'trusted');
    expect(change({ Bakery: '2' })).toBe('permission_denied');
    expect(accept({ count: 1, sum: 77 })).toBe('permission_denied');
    expect(accept(sumOf(listNow()))).toBe('written');
    expect(change({ Bakery: '2' })).toBe('written');
    expect(log.warn).toHaveBeenCalledWith('An entry of the list that says what is not so was refused', {
      lie: 'the stored list is not what its history says, and has to be accepted first',
    });
  });

  it('of writes in one commit are counted one after the other', () => {
    const outcomes: string[] = [];
    const send = (description: string, former: ReturnType<typeof plan>) => {
      const { update, version } = entryUpdate(former, [
        { key: mappingKey(description), before: null, after: { description, glAccount: '1' } },
      ]);
      database.write(
        {
          assignments: Object.entries(update).map(([path, data]) => ({ path: path.split('/'), data })),
          by: null,
        },
        (error) => {
          outcomes.push(statusOf(error));
        },
      );
      return { ...plan(), former: readListVersion(version), sum: { count: version.count, sum: version.sum } };
    };
    const second = send('Shop', plan());
    send('Bakery', second);
    send('Hotel', plan());
    store.settle();
    expect(outcomes).toEqual(['written', 'written', 'permission_denied']);
  });
});

/** Without what is written to mappings, and the version. */
function noMappings(update: Nodes): Nodes {
  return Object.fromEntries(
    Object.entries(update).filter(([path]) => !path.startsWith('gl_mappings/') && path !== V),
  );
}
