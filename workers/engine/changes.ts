import { isUsable, type Mapping, type MappingKey } from '../../src/model/mapping.ts';
import { findAffectedRows } from './affectedRows.ts';
import type { ClassifierChange, MappingId } from './classifier.ts';
import { learnUnits } from './fold.ts';
import { addKeyword, buildKeyIndex, type KeyIndex } from './keyIndex.ts';
import { addWinner, NO_KEYWORD, NO_MAPPING, removeWinner, writeCandidate } from './keywords.ts';
import { findKeyword } from './lookup.ts';
import type { MappingList } from './mappingList.ts';
import { matchText } from './match.ts';
import { normalise } from './normalise.ts';

/**
 * Brings a change of the list into the index: removals first, then additions and replacements. Costs the length
 * of the keywords named, whatever the size of the list.
 */
export function applyChange(
  index: KeyIndex,
  list: MappingList,
  set: readonly Mapping[],
  removed: readonly MappingKey[],
): ClassifierChange {
  const staleIds = new Set<MappingId>();
  const gained: MappingId[] = [];
  for (const key of removed) {
    detach(index, list, key, staleIds);
    list.keys().delete(key);
  }
  for (const mapping of set) {
    const shown = list.mappings[list.keys().get(mapping.key) ?? NO_MAPPING];
    if (shown && sameFields(shown, mapping)) continue;
    detach(index, list, mapping.key, staleIds);
    const id = list.mappings.push(mapping) - 1;
    list.keys().set(mapping.key, id);
    if (attach(index, list, id, staleIds)) gained.push(id);
  }
  return describeChange(list.mappings, staleIds, gained);
}

function sameFields(a: Mapping, b: Mapping): boolean {
  return a.description === b.description && a.glAccount === b.glAccount;
}

function detach(index: KeyIndex, list: MappingList, key: MappingKey, staleIds: Set<MappingId>): void {
  const id = list.keys().get(key);
  const mapping = id === undefined ? undefined : list.mappings[id];
  if (id === undefined || !mapping || !isUsable(mapping)) return;
  const k = keywordOf(index, mapping);
  if (k === NO_KEYWORD) return;
  if (index.table.winners[k] === id) staleIds.add(id);
  removeWinner(index.table, k, id, list.mappings);
}

/** True when a keyword begins to match that did not before. */
function attach(index: KeyIndex, list: MappingList, id: MappingId, staleIds: Set<MappingId>): boolean {
  const mapping = list.mappings[id];
  if (!mapping || !isUsable(mapping)) return false;
  const { table } = index;
  const k = keywordOf(index, mapping);
  if (k === NO_KEYWORD) {
    const length = writeCandidate(table, mapping.description);
    if (length > 0) addKeyword(index, length, id);
    return length > 0;
  }
  const before = table.winners[k] ?? NO_MAPPING;
  addWinner(table, k, id, list.mappings);
  if (before !== NO_MAPPING && table.winners[k] !== before) staleIds.add(before);
  return before === NO_MAPPING;
}

function keywordOf(index: KeyIndex, mapping: Mapping): number {
  const keyword = normalise(mapping.description);
  learnUnits(keyword, 0, keyword.length);
  return findKeyword(index, keyword);
}

/** Only the keywords that began to match are searched for in rows already answered. */
function describeChange(
  mappings: readonly Mapping[],
  staleIds: ReadonlySet<MappingId>,
  gained: readonly MappingId[],
): ClassifierChange {
  const index = gained.length > 0 ? buildKeyIndex(mappings, gained) : null;
  return {
    staleIds,
    affects: (description) => index !== null && matchText(index, description, 0, description.length) >= 0,
    affectedRows: (rows, ids) => findAffectedRows(rows, ids, staleIds, index),
  };
}
