import { describe, expect, it } from 'vitest';
import { deserializeMappings, serializeMappings } from '#contract/serializedMappings.ts';
import type { MappingKey } from '#model/mapping.ts';
import { HISTORY_PATH } from '#model/paths.ts';
import type { MappingEditor } from '#workers/ledger/table/MappingEditor.ts';
import { mapping } from '../support/mapping.ts';
import { entriesIn, leftIn, type MemoryDatabase } from '../support/memoryDatabase.ts';
import { setupTable, undoOf } from '../support/tableSetup.ts';

const LIST = [
  ['Premier Inn', '6200'],
  ['Tesco Stores', '6100'],
  ['Northern Rail', '6300'],
] as const;
const PREMIER = mapping('Premier Inn', '6200');
const TESCO = mapping('Tesco Stores', '6100');
const RAIL = mapping('Northern Rail', '6300');
const DENIED = 'PERMISSION_DENIED: Permission denied';
const fieldsOf = (description: string, glAccount: string) => ({ description, glAccount });
const setup = () => setupTable(LIST);

describe('editing an entry', () => {
  it('of the same description changes its account in place', async () => {
    const { editor, at } = await setup();
    const result = await editor.edit(PREMIER.key, PREMIER, fieldsOf(' Premier Inn ', ' 7000 '));
    expect(result.kind).toBe('saved');
    expect(at('Premier Inn')).toEqual(fieldsOf('Premier Inn', '7000'));
  });

  it('to another description moves it, and leaves nothing at the old key', async () => {
    const { editor, at } = await setup();
    await editor.edit(PREMIER.key, PREMIER, fieldsOf('Premier [Inn] Ltd.', '6200'));
    expect(at('Premier Inn')).toBeNull();
    expect(at('Premier _Inn_ Ltd_')).toEqual(fieldsOf('Premier [Inn] Ltd.', '6200'));
  });

  it('to a description that has the same key changes it in place', async () => {
    const { editor, at } = await setupTable([['A.B Stores', '6100']]);
    const before = mapping('A.B Stores', '6100');
    await editor.edit(before.key, before, fieldsOf('A#B Stores', '6100'));
    expect(at('A_B Stores')).toEqual(fieldsOf('A#B Stores', '6100'));
  });

  it('is refused when another entry holds the new key, which is named; both stay', async () => {
    const { editor, at } = await setup();
    const result = await editor.edit(PREMIER.key, PREMIER, fieldsOf('Tesco Stores', '1'));
    expect(result).toEqual({ kind: 'taken', holder: mapping('Tesco Stores', '6100') });
    expect(at('Premier Inn')).toEqual(fieldsOf('Premier Inn', '6200'));
    expect(at('Tesco Stores')).toEqual(fieldsOf('Tesco Stores', '6100'));
  });

  it.each([
    ['changed', '9999', mapping('Premier Inn', '9999')],
    ['deleted', null, null],
  ])(
    'that somebody else has %s meanwhile writes nothing and returns what is stored',
    async (_what, account, stored) => {
      for (const fields of [fieldsOf('Premier Inn', '7000'), fieldsOf('Premier Inn Ltd', '7000')]) {
        const { editor, at, writeElsewhere } = await setup();
        writeElsewhere('Premier Inn', account);
        expect(await editor.edit(PREMIER.key, PREMIER, fields)).toEqual({ kind: 'changed', stored });
        expect(at('Premier Inn')).toEqual(account && fieldsOf('Premier Inn', account));
        expect(at('Premier Inn Ltd')).toBeNull();
      }
    },
  );

  it.each(['Premier Inn', 'Premier Inn Ltd'])(
    'to %s whose answer is lost while another entry changes is saved, and can be undone',
    async (description) => {
      const { editor, at, database, writeElsewhere } = await setup();
      database.loseAnswer(() => writeElsewhere('Pizza Hut', '6300'));
      const result = await editor.edit(PREMIER.key, PREMIER, fieldsOf(description, '7000'));
      expect(result).toMatchObject({ kind: 'saved' });
      expect(at(description)).toEqual(fieldsOf(description, '7000'));
      const undone = { kind: 'undone', count: expect.any(Number), skipped: [] };
      expect(await editor.undo(undoOf(result))).toEqual(undone);
      expect(at('Premier Inn')).toEqual(fieldsOf('Premier Inn', '6200'));
    },
  );

  it.each(['Premier Inn', 'Premier Inn Ltd'])(
    'to %s that is stored already, as by an attempt whose answer went with the page, is saved',
    async (description) => {
      const { editor } = await setup();
      const fields = fieldsOf(description, '7000');
      await editor.edit(PREMIER.key, PREMIER, fields);
      expect(await editor.edit(PREMIER.key, PREMIER, fields)).toMatchObject({ kind: 'saved' });
    },
  );

  it('whose answer is lost while somebody else changes the same entry has succeeded, before theirs', async () => {
    const { editor, database, writeElsewhere, ledger } = await setup();
    database.loseAnswer(() => writeElsewhere('Premier Inn', '9999'));
    const fields = fieldsOf('Premier Inn', '7000');
    expect(await editor.edit(PREMIER.key, PREMIER, fields)).toMatchObject({ kind: 'saved' });
    expect(ledger.list.entries.get(PREMIER.key)).toEqual(mapping('Premier Inn', '9999'));
  });

  it('brings back an entry that was deleted meanwhile, when that is wanted', async () => {
    const { editor, at, writeElsewhere } = await setup();
    writeElsewhere('Premier Inn', null);
    const fields = fieldsOf('Premier Inn', '7000');
    expect(await editor.edit(PREMIER.key, null, fields)).toMatchObject({ kind: 'saved' });
    expect(at('Premier Inn')).toEqual(fields);
  });

  it('of an older entry, or of one without usable fields, writes the form of today', async () => {
    const { editor, at } = await setupTable([], { stored: { 'Old entry': '6100', 'No fields': { x: 1 } } });
    const old = { key: 'Old entry' as MappingKey, description: 'Old entry', glAccount: '6100' };
    const none = { key: 'No fields' as MappingKey, description: 'No fields', glAccount: 'Unknown' };
    await editor.edit(old.key, old, fieldsOf('Old entry', '6200'));
    await editor.edit(none.key, none, fieldsOf('No fields', '6300'));
    expect(at('Old entry')).toEqual(fieldsOf('Old entry', '6200'));
    expect(at('No fields')).toEqual(fieldsOf('No fields', '6300'));
  });

  it('keeps an odd key while the description stays', async () => {
    const { editor, at } = await setupTable([], {
      stored: { k1: fieldsOf('Premier Inn', '6200') },
    });
    const before = { ...PREMIER, key: 'k1' as MappingKey };
    await editor.edit(before.key, before, fieldsOf('Premier Inn', '7000'));
    expect(at('k1')).toEqual(fieldsOf('Premier Inn', '7000'));
    expect(at('Premier Inn')).toBeNull();
  });

  it.each([
    ['control characters', 'Premier\u0007 Inn', 'unstorable-character'],
    ['half a character', 'Premier \ud83d Inn', 'unstorable-character'],
    ['more than the database takes', 'ü'.repeat(400), 'key-too-long'],
    ['a reserved name', 'hasOwnProperty', 'reserved-key'],
    ['what makes a reserved name', '[#proto..', 'reserved-key'],
  ])('to a description with %s is refused', async (_name, description, problem) => {
    const { editor, database } = await setup();
    const result = await editor.edit(PREMIER.key, PREMIER, fieldsOf(description, '1'));
    expect(result).toEqual({ kind: 'unstorable', problem });
    expect(database.updates).toEqual([]);
  });

  it('fails with the reason when the server refuses', async () => {
    const { editor, database } = await setup();
    database.refuse = true;
    const edited = editor.edit(PREMIER.key, PREMIER, fieldsOf('Premier Inn', '1'));
    await expect(edited).rejects.toThrow(DENIED);
  });
});

describe('editing an entry into another spelling of a keyword', () => {
  const listWithVariant = [...LIST, ['premier  inn', '6999']] as const;
  const variant = mapping('premier  inn', '6999');

  it('needs consent, and says which of the two the classifier would use', async () => {
    const { editor, database } = await setupTable(listWithVariant);
    // Of two spellings the classifier takes the one with the lesser key.
    const result = await editor.edit(TESCO.key, TESCO, fieldsOf('PREMIER INN.', '1'));
    expect(result.kind).toBe('saved');
    for (const [description, wins] of [
      ['PREMIER INN', 'edited'],
      ['premier inn', 'variant'],
    ] as const) {
      const asked = await editor.edit(RAIL.key, RAIL, fieldsOf(description, '1'));
      expect(asked).toEqual({ kind: 'case-variant', variant: PREMIER, wins });
    }
    expect(database.updates).toHaveLength(1);
  });

  it('is done when that is wanted', async () => {
    const { editor, at } = await setupTable(listWithVariant);
    const fields = fieldsOf('PREMIER INN', '1');
    expect((await editor.edit(RAIL.key, RAIL, fields, true)).kind).toBe('saved');
    expect(at('PREMIER INN')).toEqual(fields);
  });

  it('needs no consent where it was another spelling before, or only the account changes', async () => {
    const { editor } = await setupTable([['Acme Stores', '1']]);
    const acme = mapping('Acme Stores', '1');
    const respelt = await editor.edit(acme.key, acme, fieldsOf('ACME Stores', '1'));
    expect(respelt.kind).toBe('saved');
    const both = await setupTable(listWithVariant);
    expect((await both.editor.edit(variant.key, variant, { ...variant, glAccount: '2' })).kind).toBe('saved');
  });
});

describe('deleting', () => {
  it('removes an entry that is as it was shown', async () => {
    const { editor, at } = await setup();
    expect(await editor.remove(PREMIER)).toMatchObject({ kind: 'saved' });
    expect(at('Premier Inn')).toBeNull();
  });

  it('does not remove an entry that somebody else has changed meanwhile', async () => {
    const { editor, at, writeElsewhere } = await setup();
    writeElsewhere('Premier Inn', '9999');
    expect(await editor.remove(PREMIER)).toEqual({ kind: 'changed', stored: mapping('Premier Inn', '9999') });
    expect(at('Premier Inn')).not.toBeNull();
  });

  it('of the selected ones goes in updates of at most 500, with progress', async () => {
    const many = Array.from({ length: 1_201 }, (_unused, i) => [`Acme ${i}`, '6100'] as const);
    const { view, editor, database } = await setupTable([...many, ['Bolt Ltd', '1']]);
    await view.selectFound({ kind: 'search', text: 'acme' });
    const progress: number[] = [];
    const result = await editor.removeSelected((removed) => progress.push(removed));
    expect(result).toMatchObject({ kind: 'saved', count: 1_201 });
    expect(database.updates.map(entriesIn)).toEqual([500, 500, 201]);
    expect(database.updates.map(leftIn)).toEqual([701, 201, 0]);
    expect(progress).toEqual([500, 1_000, 1_201]);
    expect(await view.page({ kind: 'search', text: '' }, 1)).toMatchObject({ total: 1, selected: 0 });
  });

  it('that fails half way says how far it came, and can be undone as far', async () => {
    const many = Array.from({ length: 1_700 }, (_unused, i) => [`Acme ${i}`, '6100'] as const);
    const { view, editor, database } = await setupTable(many);
    await view.selectFound({ kind: 'search', text: 'acme' });
    const result = await editor.removeSelected(() => {
      database.refuse = true;
    });
    // The second entry was on its way when the first was answered.
    expect(result).toMatchObject({ kind: 'failed', count: 1_000 });
    database.refuse = false;
    const undone = { kind: 'undone', count: 1_000, skipped: [] };
    expect(await editor.undo((result as { undo: string }).undo)).toEqual(undone);
    expect(await view.page({ kind: 'search', text: '' }, 1)).toMatchObject({ total: 1_700 });
  });
});

describe('an entry under a key that is too long for the history', () => {
  const LONG = mapping('L'.repeat(696), '6100');
  const setupLong = async () => {
    const setup = await setupTable([...LIST, [LONG.description, LONG.glAccount]]);
    await setup.view.selectFound({ kind: 'search', text: 'LLL' });
    return setup;
  };

  it('is neither changed, moved nor removed; the refusal says which it is', async () => {
    const { editor, database } = await setupLong();
    const named = { kind: 'unchangeable', description: LONG.description };
    const unnamed = { kind: 'unchangeable' };
    for (const description of [LONG.description, 'Short'])
      expect(await editor.edit(LONG.key, LONG, fieldsOf(description, '7000'))).toEqual(unnamed);
    expect(await editor.remove(LONG)).toEqual(unnamed);
    expect(await editor.removeSelected(() => {})).toEqual(named);
    expect(await editor.removeDuplicates([PREMIER.key, LONG.key])).toEqual(named);
    expect(await editor.apply({ set: [PREMIER], remove: [LONG.key] })).toEqual(named);
    expect(database.updates).toEqual([]);
  });

  it('does not hinder the change of another, and one with the longest key is an ordinary one', async () => {
    const { editor } = await setupTable([...LIST, ['M'.repeat(695), '1'], [LONG.description, '1']]);
    const longest = mapping('M'.repeat(695), '1');
    expect((await editor.remove(longest)).kind).toBe('saved');
    expect((await editor.remove(PREMIER)).kind).toBe('saved');
  });
});

describe('a write whose answer is lost while another entry changes', () => {
  async function setupLoss() {
    const opened = await setup();
    opened.database.loseAnswer(() => opened.writeElsewhere('Pizza Hut', '6300'));
    return opened;
  }

  it('counts what it has deleted', async () => {
    const { editor, view } = await setupLoss();
    view.select(['Premier Inn', 'Tesco Stores'] as MappingKey[], true);
    expect(await editor.removeSelected(() => {})).toMatchObject({ kind: 'saved', count: 2 });
  });

  it('does not take its own consolidation for outdated', async () => {
    const { editor } = await setupLoss();
    editor.takeSnapshot();
    const change = { set: [mapping('INNS AND HOTELS', '6200')], remove: [PREMIER.key] };
    expect(await editor.apply(change)).toMatchObject({ kind: 'saved', count: 2 });
  });

  it('says what it has undone', async () => {
    const { editor, database, writeElsewhere } = await setup();
    const undo = undoOf(await editor.remove(PREMIER));
    database.loseAnswer(() => writeElsewhere('Pizza Hut', '6300'));
    expect(await editor.undo(undo)).toEqual({ kind: 'undone', count: 1, skipped: [] });
  });
});

describe('undoing', () => {
  const moved = async (editor: MappingEditor) =>
    undoOf(await editor.edit(PREMIER.key, PREMIER, fieldsOf('Travelodge', '1')));

  it('a move puts the entry back at its old key', async () => {
    const { editor, at } = await setup();
    const undo = await moved(editor);
    expect(await editor.undo(undo)).toMatchObject({ kind: 'undone', skipped: [] });
    expect(at('Premier Inn')).toEqual(fieldsOf('Premier Inn', '6200'));
    expect(at('Travelodge')).toBeNull();
  });

  it('a move of an entry that somebody has changed since changes nothing, and names it', async () => {
    const { editor, at, elsewhere } = await setup();
    const undo = await moved(editor);
    await elsewhere({ Travelodge: '2' });
    expect(await editor.undo(undo)).toEqual({ kind: 'undone', count: 0, skipped: ['Travelodge'] });
    expect(at('Travelodge')).toEqual(fieldsOf('Travelodge', '2'));
    expect(at('Premier Inn')).toBeNull();
  });

  it('a deletion of several leaves those alone that somebody has written since, and names them', async () => {
    const { view, editor, at, elsewhere } = await setup();
    view.select(['Premier Inn', 'Tesco Stores'] as MappingKey[], true);
    const undo = undoOf(await editor.removeSelected(() => {}));
    await elsewhere({ 'Tesco Stores': '9999' });
    expect(await editor.undo(undo)).toEqual({ kind: 'undone', count: 1, skipped: ['Tesco Stores'] });
    expect(at('Premier Inn')).toEqual(fieldsOf('Premier Inn', '6200'));
    expect(at('Tesco Stores')).toEqual(fieldsOf('Tesco Stores', '9999'));
  });

  it('is possible for any change, in any order, and a second time does nothing', async () => {
    const { editor, at } = await setup();
    const first = undoOf(await editor.remove(PREMIER));
    const second = undoOf(await editor.remove(TESCO));
    expect(await editor.undo(first)).toEqual({ kind: 'undone', count: 1, skipped: [] });
    expect(await editor.undo(second)).toMatchObject({ kind: 'undone', count: 1 });
    expect(await editor.undo(second)).toEqual({ kind: 'undone', count: 0, skipped: [] });
    expect(at('Premier Inn')).toEqual(fieldsOf('Premier Inn', '6200'));
  });

  it('says so when the history does not have the change', async () => {
    const { editor } = await setup();
    expect(await editor.undo('no such batch')).toEqual({ kind: 'gone' });
  });

  it('fails with the reason when the server refuses', async () => {
    const { editor, database } = await setup();
    const undo = undoOf(await editor.remove(PREMIER));
    database.refuse = true;
    await expect(editor.undo(undo)).rejects.toThrow(DENIED);
  });
});

describe('what an analysis proposes', () => {
  const CHANGE = {
    set: [mapping('INNS AND HOTELS', '6200')],
    remove: ['Premier Inn', 'Tesco Stores'] as MappingKey[],
  };

  it('is handed the whole list', async () => {
    const { editor } = await setup();
    expect(await deserializeMappings(editor.takeSnapshot())).toEqual(
      LIST.map(([description, account]) => mapping(description, account)),
    );
  });

  it('is written in one update, and undone as one', async () => {
    const { editor, database, at } = await setup();
    editor.takeSnapshot();
    const undo = undoOf(await editor.apply(CHANGE));
    expect(database.updates).toHaveLength(1);
    expect(at('INNS AND HOTELS')).toEqual(fieldsOf('INNS AND HOTELS', '6200'));
    expect([at('Premier Inn'), at('Tesco Stores')]).toEqual([null, null]);
    await editor.undo(undo);
    expect([at('INNS AND HOTELS'), at('Premier Inn')]).toEqual([null, fieldsOf('Premier Inn', '6200')]);
  });

  it('of more than one update says how many removals are left', async () => {
    const many = Array.from({ length: 700 }, (_unused, i) => mapping(`Acme ${i}`, '6200'));
    const pairs = many.map(({ description, glAccount }) => [description, glAccount] as const);
    const { editor, database } = await setupTable(pairs);
    editor.takeSnapshot();
    const remove = many.map(({ key }) => key);
    const result = await editor.apply({ set: [mapping('Acme', '6200')], remove });
    expect(result).toMatchObject({ kind: 'saved', count: 701 });
    expect(database.updates.map(entriesIn)).toEqual([500, 201]);
    expect(database.updates.map(leftIn)).toEqual([201, 0]);
  });

  it('is refused by name when it writes a reserved name', async () => {
    const { editor, database } = await setup();
    const result = await editor.apply({ set: [mapping('hasOwnProperty', '6200')], remove: [PREMIER.key] });
    const refusal = { kind: 'unstorable', description: 'hasOwnProperty', problem: 'reserved-key' };
    expect(result).toMatchObject(refusal);
    expect(database.updates).toEqual([]);
  });

  it('may write a keyword over the original that has its key', async () => {
    const { editor, at } = await setup();
    editor.takeSnapshot();
    const result = await editor.apply({ set: [mapping('Premier Inn', '7000')], remove: [PREMIER.key] });
    expect(result.kind).toBe('saved');
    expect(at('Premier Inn')).toEqual(fieldsOf('Premier Inn', '7000'));
  });

  it.each([
    ['changed by somebody else', 'Premier Inn', '9999'],
    ['removed by somebody else', 'Premier Inn', null],
    ['added by somebody else', 'INNS AND HOTELS', '9999'],
  ])('is outdated when an entry was %s since', async (_name, description, account) => {
    const { editor, database, elsewhere } = await setup();
    editor.takeSnapshot();
    await elsewhere({ [description]: account });
    expect(await editor.apply(CHANGE)).toEqual({ kind: 'outdated', description });
    expect(database.updates).toEqual([]);
  });

  it.each([
    ['another account gets a keyword that contains the new one', 'GRAND INNS AND HOTELS', '9999', true],
    ['another account gets a keyword that would take a removed text', 'premier', '9999', true],
    ['another account gets the keyword in another spelling', 'inns  and hotels', '9999', true],
    ['the same account gets a keyword that contains the new one', 'GRAND INNS AND HOTELS', '6200', false],
    ['another account gets a keyword that has nothing to do with it', 'Travelodge', '9999', false],
    ['a keyword of less than five characters is in a removed text', 'inn', '9999', false],
  ])('heeds what was added since: %s', async (_name, description, account, isOutdated) => {
    const { editor, view, elsewhere } = await setup();
    editor.takeSnapshot();
    await elsewhere({ [description]: account });
    expect(await view.page({ kind: 'search', text: '' }, 1)).toMatchObject({ changedSinceAnalysis: 1 });
    const result = await editor.apply(CHANGE);
    expect(result).toMatchObject(isOutdated ? { kind: 'outdated', description } : { kind: 'saved' });
    expect(await view.page({ kind: 'search', text: '' }, 1)).toMatchObject({ changedSinceAnalysis: 1 });
  });

  it('is not outdated by a change that was taken back', async () => {
    const { editor, view, writeElsewhere, elsewhere } = await setup();
    editor.takeSnapshot();
    writeElsewhere('Premier Inn', '9999');
    await elsewhere({ 'Premier Inn': '6200' });
    expect(await view.page({ kind: 'search', text: '' }, 1)).toMatchObject({ changedSinceAnalysis: 0 });
    expect((await editor.apply(CHANGE)).kind).toBe('saved');
  });

  it("is outdated by one's own edit too, but not by what it proposed itself", async () => {
    const { editor } = await setup();
    editor.takeSnapshot();
    await editor.removeDuplicates(['Northern Rail'] as MappingKey[]);
    await editor.undo(undoOf(await editor.apply(CHANGE)));
    expect(await editor.apply(CHANGE)).toMatchObject({ kind: 'saved' });
    editor.takeSnapshot();
    const keyword = mapping('INNS AND HOTELS', '6200');
    await editor.edit(keyword.key, keyword, { description: keyword.description, glAccount: '7000' });
    expect(await editor.apply({ set: [keyword], remove: [] })).toMatchObject({ kind: 'outdated' });
  });
});

/** The last entry of the history. */
function lastEntry(database: MemoryDatabase): unknown {
  const entries = Object.values((database.stored(HISTORY_PATH) ?? {}) as Record<string, { seq: number }>);
  return entries.toSorted((a, b) => b.seq - a.seq)[0];
}

describe('changing many entries as an analysis saw them', () => {
  it('removes them in one change set that can be undone', async () => {
    const { editor, at, database } = await setup();
    const done: number[] = [];
    const result = await editor.changeMany(serializeMappings([PREMIER, TESCO]), null, (n) => done.push(n));
    expect(result).toMatchObject({ kind: 'saved', count: 2 });
    expect([at('Premier Inn'), at('Tesco Stores'), done]).toEqual([null, null, [2]]);
    expect(lastEntry(database)).toMatchObject({ kind: 'delete', removed: 2 });
    expect(await editor.undo(undoOf(result))).toMatchObject({ kind: 'undone', count: 2 });
    expect(at('Premier Inn')).toMatchObject({ glAccount: '6200' });
  });

  it('gives each its account, and leaves alone what somebody has changed since', async () => {
    const { editor, at, database, elsewhere } = await setup();
    await elsewhere({ 'Tesco Stores': '9999' });
    const result = await editor.changeMany(serializeMappings([PREMIER, TESCO]), ['1', '2'], () => {});
    expect(result).toMatchObject({ kind: 'saved', count: 1 });
    expect(at('Premier Inn')).toEqual(fieldsOf('Premier Inn', '1'));
    expect(at('Tesco Stores')).toMatchObject({ glAccount: '9999' });
    expect(lastEntry(database)).toMatchObject({ kind: 'accounts' });
  });

  it('is an edit where it is one entry, and changes nothing where none is as it was', async () => {
    const { editor, database } = await setup();
    await editor.changeMany(serializeMappings([PREMIER]), ['1'], () => {});
    expect(lastEntry(database)).toMatchObject({ kind: 'edit' });
    const again = await editor.changeMany(serializeMappings([PREMIER]), ['2'], () => {});
    expect(again).toEqual({ kind: 'saved', count: 0, undo: null });
  });
});
