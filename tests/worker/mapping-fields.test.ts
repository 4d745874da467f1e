import { describe, expect, it } from 'vitest';
import { deserializeMappings, serializeMappings } from '#contract/serializedMappings.ts';
import type { MappingChange } from '#model/history.ts';
import { fieldsOf, MAPPING_FIELDS, type Mapping, mappingKey } from '#model/mapping.ts';
import { ChangeSetWriter } from '#workers/ledger/list/ChangeSetWriter.ts';
import { putInPlace, writeMappings } from '#workers/ledger/list/listWrites.ts';
import { createAccountChanges } from '#workers/ledger/table/accountChanges.ts';
import type { Selection } from '#workers/ledger/table/TableView.ts';
import { createMemoryPlans } from '../support/memoryPlans.ts';
import { setupTable, undoOf } from '../support/tableSetup.ts';
import { WHOLE, WHOLE_FIELDS, WITH_LATER_FIELD } from '../support/wholeMapping.ts';

const setup = () => setupTable([], { stored: { [WHOLE.key]: WHOLE_FIELDS } });

describe('every field of a mapping', () => {
  it('is read from the database, and passed on between workers', async () => {
    const { view } = await setup();
    expect(await view.entry(WHOLE.key)).toEqual(WHOLE);
    expect(await deserializeMappings(serializeMappings([WHOLE, WHOLE]))).toEqual([WHOLE, WHOLE]);
  });

  it('is in the lines that are exported', async () => {
    const { view } = await setup();
    const { lines } = await view.lines({ kind: 'all' }, 'file');
    expect((await lines.text()).split('\t')).toEqual(MAPPING_FIELDS.map((name) => WHOLE[name]));
  });

  it.each(MAPPING_FIELDS)('is stored when it is edited, and restored by an undo: %s', async (name) => {
    const { editor, at } = await setup();
    const fields = { ...WHOLE_FIELDS, [name]: `${WHOLE[name]} 2` };
    const result = await editor.edit(WHOLE.key, WHOLE, fields);
    expect(at(mappingKey(fields.description))).toEqual(fields);
    await editor.undo(undoOf(result));
    expect(at(WHOLE.key)).toEqual(WHOLE_FIELDS);
  });

  it('stays when the selected mappings get another account, and when that is undone', async () => {
    const { editor, view, at } = await setup();
    view.select([WHOLE.key], true);
    const result = await editor.changeAccounts('7000', null, () => {});
    expect(at(WHOLE.key)).toEqual({ ...WHOLE_FIELDS, glAccount: '7000' });
    await editor.undo(undoOf(result));
    expect(at(WHOLE.key)).toEqual(WHOLE_FIELDS);
  });

  it('stays when a finding is mended, and comes back after a deletion', async () => {
    const { editor, at } = await setup();
    await editor.changeMany(serializeMappings([WHOLE]), ['7000'], () => {});
    expect(at(WHOLE.key)).toEqual({ ...WHOLE_FIELDS, glAccount: '7000' });
    const changed = serializeMappings([{ ...WHOLE, glAccount: '7000' }]);
    const removal = await editor.changeMany(changed, null, () => {});
    expect(at(WHOLE.key)).toBeNull();
    await editor.undo(undoOf(removal));
    expect(at(WHOLE.key)).toEqual({ ...WHOLE_FIELDS, glAccount: '7000' });
  });
});

describe('a field of a stored mapping', () => {
  /** A list with a field that this version does not know of; `changes` gets what is written. */
  function laterList() {
    const changes: MappingChange[] = [];
    const write = async (_act: unknown, plan: () => readonly MappingChange[]) => {
      changes.push(...plan());
      return plan();
    };
    const entries = new Map<Mapping['key'], Mapping>([[WHOLE.key, WITH_LATER_FIELD]]);
    return { entries, classifier: null, write, writePipelined: write, closeBatch: async () => {}, changes };
  }
  const after = { ...WITH_LATER_FIELD, glAccount: '7000' };
  const wanted = { ...WHOLE, glAccount: '7000' };

  it('stays when many mappings get another account', async () => {
    const list = laterList();
    const selection: Selection = new Set([WHOLE.key]);
    const preview = () => Promise.reject(new Error('no preview is asked for'));
    const writer = new ChangeSetWriter(list, createMemoryPlans());
    const accounts = createAccountChanges({ list, writer, selection, preview });
    await accounts.changeAccounts('7000', null, () => {});
    expect(list.changes).toEqual([{ key: WHOLE.key, before: WITH_LATER_FIELD, after }]);
  });

  it('stays when a row, the queue or a proposal gives its keyword another account', async () => {
    const list = laterList();
    expect(await writeMappings(list, 'add', [wanted])).toMatchObject({ kind: 'saved' });
    expect(list.changes).toEqual([{ key: WHOLE.key, before: WITH_LATER_FIELD, after }]);
    expect(putInPlace(laterList().entries, wanted).after).toEqual(after);
  });

  it('is not invented where the key holds nothing', () => {
    expect(putInPlace(new Map(), wanted)).toEqual({ key: WHOLE.key, before: null, after: wanted });
    expect(fieldsOf(wanted)).toEqual({ ...WHOLE_FIELDS, glAccount: '7000' });
  });
});
