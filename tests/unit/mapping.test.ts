import { describe, expect, it } from 'vitest';
import { entryUpdate } from '#model/historyUpdate.ts';
import { EMPTY_SUM } from '#model/listChecksum.ts';
import { NO_VERSION, newEntryId } from '#model/log/version.ts';
import {
  fieldsOf,
  isDraftOfMapping,
  isMappingFields,
  isSameMapping,
  MAPPING_FIELDS,
  type Mapping,
  makeMapping,
  readMapping,
  trimmedFields,
  withAccount,
} from '#model/mapping.ts';
import { WHOLE, WHOLE_FIELDS, WITH_LATER_FIELD, wholeAt } from '../support/wholeMapping.ts';

describe('every field of a mapping', () => {
  it('is one of those that the list of fields names', () => {
    expect(Object.keys(WHOLE_FIELDS)).toEqual(MAPPING_FIELDS);
  });

  it('is kept by what makes, reads, trims or stores a mapping', () => {
    expect(makeMapping(WHOLE_FIELDS)).toEqual(WHOLE);
    expect(makeMapping(WHOLE_FIELDS, wholeAt('OLD KEY').key)).toEqual(wholeAt('OLD KEY'));
    expect(readMapping(WHOLE.key, WHOLE_FIELDS)).toEqual(WHOLE);
    expect(fieldsOf(WHOLE)).toEqual(WHOLE_FIELDS);
    const padded = Object.fromEntries(MAPPING_FIELDS.map((name) => [name, ` ${WHOLE_FIELDS[name]}\t`]));
    expect(trimmedFields(padded as Mapping)).toEqual(WHOLE_FIELDS);
    expect(isDraftOfMapping(WHOLE_FIELDS)).toBe(true);
    expect(isDraftOfMapping({ ...WHOLE_FIELDS, glAccount: 6200 })).toBe(false);
  });

  it('stays with another account, also one that only a later version knows', () => {
    expect(withAccount(WHOLE, '7000')).toEqual({ ...WHOLE, glAccount: '7000' });
    expect(withAccount(WITH_LATER_FIELD, '7000')).toEqual({ ...WITH_LATER_FIELD, glAccount: '7000' });
  });

  it.each(MAPPING_FIELDS)('is compared: %s', (name) => {
    const other = { ...WHOLE, [name]: `${WHOLE[name]}.` };
    expect(isSameMapping(WHOLE, other)).toBe(false);
    expect(isSameMapping(other, WHOLE)).toBe(false);
    expect(isSameMapping(WHOLE, null)).toBe(false);
    expect(isSameMapping(undefined, WHOLE)).toBe(false);
  });

  it('is in the history with its former value', () => {
    const id = newEntryId((bytes) => crypto.getRandomValues(bytes));
    const changeSet = { kind: 'delete', by: { uid: 'ann' }, batch: id } as const;
    const plan = { id, former: NO_VERSION, sum: EMPTY_SUM, changeSet };
    const { update } = entryUpdate(plan, [
      { key: WHOLE.key, before: { ...WHOLE_FIELDS, shape: 'former' }, after: null },
    ]);
    const expected = { seq: 1, changes: { [WHOLE.key]: { before: WHOLE_FIELDS } } };
    expect(update[`gl_mappings_changes/${id}`]).toEqual(expected);
  });
});

it('the comparison of mappings passes over the key, and takes none for the same as none', () => {
  expect(isSameMapping(WHOLE, wholeAt('OLD KEY'))).toBe(true);
  expect(isSameMapping(WHOLE, { ...WHOLE_FIELDS })).toBe(true);
  expect(isSameMapping(null, undefined)).toBe(true);
});

describe('the stored form of today', () => {
  it('is all fields, and no other', () => {
    expect(isMappingFields(WHOLE_FIELDS)).toBe(true);
    for (const other of [
      { ...WHOLE_FIELDS, shape: 'former' },
      { description: WHOLE.description },
      { description: WHOLE.description, account: WHOLE.glAccount },
      { ...WHOLE_FIELDS, glAccount: 6200 },
      { ...WHOLE_FIELDS, glAccount: ' ' },
      '6200',
      6200,
      null,
    ])
      expect(isMappingFields(other), JSON.stringify(other)).toBe(false);
  });

  it('has its fields in one order, so that what is sent does not change', () => {
    expect(JSON.stringify(fieldsOf({ glAccount: '6200', description: 'ACME' }))).toBe(
      '{"description":"ACME","glAccount":"6200"}',
    );
  });
});
