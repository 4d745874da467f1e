import { describe, expect, it } from 'vitest';
import { serializeMappings } from '#contract/serializedMappings.ts';
import { normaliseEmail } from '#model/email.ts';
import { readBehindEntry, readHistoryEntry } from '#model/history.ts';
import { readListVersion } from '#model/log/version.ts';
import type { MappingKey } from '#model/mapping.ts';
import { loadRules } from '#server/rules/loadRules.ts';
import { createAdminData } from '#workers/ledger/adminData.ts';
import type { Changes } from '#workers/ledger/database.ts';
import type { TreeValue } from '../rules/support/actions.ts';
import { partsOf, type Tree, viewOf, withValue } from '../rules/support/memoryTree.ts';
import { authContext } from '../rules/support/people.ts';
import { settled } from '../support/fakeTiming.ts';
import { ACCOUNT } from '../support/ledgerSetup.ts';
import { mapping } from '../support/mapping.ts';
import { plainUploader } from '../support/plainUploader.ts';
import { saveKeyword } from '../support/saveKeyword.ts';
import { setupTable, undoOf } from '../support/tableSetup.ts';

const rules = loadRules().database;
const auth = authContext(ACCOUNT.uid, { email: ACCOUNT.email, email_verified: true });
const ENTRY = { email: ACCOUNT.email, allow: true, admin: true, uid: ACCOUNT.uid };

const PREMIER = mapping('Premier Inn', '6200');

/** A table over a database whose every update is held against the rules. */
async function setup() {
  const stored = { OLD: '77', 'OLD NUMBER': { description: 'OLD NUMBER', glAccount: 5 }, ODD: { x: 1 } };
  const table = await setupTable(Object.entries({ 'Premier Inn': '6200', 'Tesco Stores': '6100' }), {
    stored,
  });
  const { database } = table;
  let tree = applied(undefined, {
    'access/ann%2Elee@example%2Ecom': ENTRY,
    gl_mappings: database.stored('gl_mappings'),
  });
  const { update } = database;
  database.update = async (changes) => {
    const now = Date.now();
    const after = applied(tree, changes, now);
    const paths = Object.keys(changes).map(partsOf);
    const isAllowed = rules.mayWrite({ auth, paths, root: viewOf(tree), newRoot: viewOf(after), now });
    expect(isAllowed, JSON.stringify(changes)).toBe(true);
    await update(changes);
    tree = after;
  };
  /** Kinds of the entries of the history so far, oldest first. */
  const kinds = () =>
    Object.entries((database.stored('gl_mappings_history') ?? {}) as object)
      .map(([id, stored]) => readHistoryEntry(id, stored))
      .toSorted((a, b) => Number(a?.seq) - Number(b?.seq))
      .map((entry) => entry?.kind);
  return { ...table, kinds };
}

function applied(tree: Tree | undefined, changes: Changes, now = 0): Tree | undefined {
  return Object.entries(changes).reduce(
    (sum, [path, value]) => withValue(sum, partsOf(path), value as TreeValue, now),
    tree,
  );
}

describe('every change that the app makes is one that the rules allow', () => {
  it('of single mappings, and undoing it', async () => {
    const { editor, ledger, kinds } = await setup();
    await editor.edit(PREMIER.key, PREMIER, { description: 'Premier Inn', glAccount: '6300' });
    const moved = { ...PREMIER, glAccount: '6300' };
    await editor.edit(PREMIER.key, moved, { description: 'Travelodge', glAccount: '6300' });
    const removal = await editor.remove(mapping('Tesco Stores', '6100'));
    expect((await editor.undo(undoOf(removal))).kind).toBe('undone');
    await saveKeyword(ledger.rows, 'Northern Rail', '6300');
    expect(kinds()).toEqual(['edit', 'edit', 'delete', 'undo', 'add']);
  });

  it('that says that entries are missing, and changes nothing', async () => {
    const { editor, database, ledger, kinds } = await setup();
    await saveKeyword(ledger.rows, 'Northern Rail', '6300');
    const before = readListVersion(database.stored('gl_mappings_version'));
    const list = database.stored('gl_mappings');
    expect(await editor.acknowledgeBehind('Entries 2 to 7')).toEqual({ kind: 'saved' });
    const { id, seq, parent, sum } = readListVersion(database.stored('gl_mappings_version'));
    expect([seq, parent, sum]).toEqual([before.seq + 1, before.id, before.sum]);
    expect(readBehindEntry(database.stored('gl_mappings_behind'))).toMatchObject({ id, seq });
    const entry = readHistoryEntry(id, database.stored(`gl_mappings_history/${id}`));
    expect(entry).toMatchObject({ kind: 'behind', set: 0, removed: 0, note: 'Entries 2 to 7' });
    expect(database.stored('gl_mappings')).toEqual(list);
    await saveKeyword(ledger.rows, 'Southern Rail', '6300');
    expect(kinds()).toEqual(['add', 'behind', 'add']);
  });

  it('of mappings in former forms, and undoing it', async () => {
    const { editor, view, at, kinds } = await setup();
    view.select(['OLD', 'OLD NUMBER', 'ODD'] as MappingKey[], true);
    const result = await editor.removeSelected(() => {});
    expect(result).toMatchObject({ kind: 'saved', count: 3 });
    // What could never be an account cannot be written back.
    expect(await editor.undo(undoOf(result))).toEqual({ kind: 'undone', count: 2, skipped: ['ODD'] });
    expect([at('OLD'), at('OLD NUMBER')]).toEqual([
      { description: 'OLD', glAccount: '77' },
      { description: 'OLD NUMBER', glAccount: '5' },
    ]);
    expect(kinds()).toEqual(['delete', 'undo']);
  });

  it('of a mapping in a former form that is edited in place', async () => {
    const { editor, at } = await setup();
    const stored = { key: 'OLD' as MappingKey, description: 'OLD', glAccount: '77' };
    const fields = { description: 'OLD', glAccount: '77' };
    expect((await editor.edit(stored.key, stored, fields)).kind).toBe('saved');
    expect(at('OLD')).toEqual(fields);
  });

  it('of many mappings: upload, consolidation of any size, duplicates', async () => {
    const { ledger, editor, kinds, database } = await setup();
    const shops = Array.from({ length: 620 }, (_unused, i) => mapping(`Shop ${i}`, '6100'));
    const uploader = plainUploader(ledger.list);
    const uploaded = await uploader.upload({ pairs: serializeMappings(shops), batch: 'b1' }, false, () => {});
    expect(uploaded).toMatchObject({ kind: 'complete', added: 620 });
    editor.takeSnapshot();
    const change = { set: [mapping('SHOP', '6100')], remove: shops.slice(0, 510).map(({ key }) => key) };
    const consolidated = await editor.apply(change);
    expect(consolidated).toMatchObject({ kind: 'saved', count: 511 });
    await editor.removeDuplicates(shops.slice(510, 512).map(({ key }) => key));
    expect(await editor.undo(undoOf(consolidated))).toEqual({ kind: 'undone', count: 511, skipped: [] });
    expect(kinds().join(' ')).toBe('upload upload consolidation consolidation duplicates undo undo');
    expect(Object.keys(database.updates[2] ?? {})).toContain('gl_mappings/SHOP');
  });

  it('of a choice', async () => {
    const { ledger, timing, kinds } = await setup();
    ledger.classify(1, 'Premier Inn Leeds');
    await timing.advance(1_000);
    await saveKeyword(ledger.rows, 'Premier Inn', '7000');
    await settled();
    expect((await ledger.rows.takeNew(1, 0, true)).kind).toBe('saved');
    expect(kinds()).toEqual(['add', 'choice']);
  });

  it('of access and usage', async () => {
    const { database, ledger, timing, counters } = await setup();
    const admin = createAdminData(database, ACCOUNT);
    const other = { email: normaliseEmail('bob@example.com'), allow: true, admin: false, uid: 'uid-bob' };
    await admin.writeAccess(other);
    await admin.writeAccess({ ...other, admin: true });
    await admin.removeAccess(other.email);
    ledger.classify(1, 'a 1\nb 2');
    await timing.advance(1_000);
    expect(counters().total).toBe(2);
  });
});
