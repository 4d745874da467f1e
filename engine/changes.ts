import type { MappingId } from '#model/classification.ts';
import { isUsable, type Mapping, type MappingKey } from '#model/mapping.ts';
import { findAffectedRows } from './affectedRows.ts';
import type { ClassifierChange } from './classifier.ts';
import type { KeyIndex } from './keyIndex.ts';
import { findKeyword, findOrAddCandidate } from './keywordSet.ts';
import {
  acceptKeyword,
  addWinner,
  NO_KEYWORD,
  NO_MAPPING,
  removeWinner,
  writeCandidate,
} from './keywords.ts';
import { buildLayers, indexNewKeywords, type LayeredIndex } from './layers.ts';
import { createMappingList, type MappingList } from './mappingList.ts';
import { matchText } from './match.ts';

/**
 * Brings a change of the list into the index: removals first, then additions and replacements. Over many changes each
 * costs the length of the keywords named times the logarithm of the size of the list.
 */
export function applyChange(
  index: LayeredIndex,
  list: MappingList,
  set: readonly Mapping[],
  removed: readonly MappingKey[],
): ClassifierChange {
  const stale = new Map<MappingId, Mapping>();
  const gained: Mapping[] = [];
  for (const key of removed) remove(index, list, key, stale);
  for (const mapping of set) {
    const shown = list.get(list.idOf(mapping.key) ?? NO_MAPPING);
    if (shown && sameFields(shown, mapping)) continue;
    remove(index, list, mapping.key, stale);
    if (add(index, list, mapping, stale)) gained.push(mapping);
  }
  indexNewKeywords(index, list);
  return describeChange(stale, gained);
}

function sameFields(a: Mapping, b: Mapping): boolean {
  return a.description === b.description && a.glAccount === b.glAccount;
}

function remove(
  { table, set }: LayeredIndex,
  list: MappingList,
  key: MappingKey,
  stale: Map<MappingId, Mapping>,
): void {
  const id = list.idOf(key) ?? NO_MAPPING;
  const mapping = list.get(id);
  list.remove(key);
  if (!mapping || !isUsable(mapping)) return;
  const length = writeCandidate(table, mapping.description);
  const k = findKeyword(set, table, table.units, table.starts[table.count] ?? 0, length);
  if (k === NO_KEYWORD) return;
  if (table.winners[k] === id) stale.set(id, mapping);
  removeWinner(table, k, id, list);
}

/** True when a keyword begins to match that did not before. */
function add(
  { table, set }: LayeredIndex,
  list: MappingList,
  mapping: Mapping,
  stale: Map<MappingId, Mapping>,
): boolean {
  const id = list.add(mapping);
  if (!isUsable(mapping)) return false;
  const length = writeCandidate(table, mapping.description);
  if (length === 0) return false;
  const k = findOrAddCandidate(set, table, length);
  if (k === table.count) {
    acceptKeyword(table, length, id);
    return true;
  }
  const before = table.winners[k] ?? NO_MAPPING;
  addWinner(table, k, id, list);
  const loser = list.get(before);
  if (loser && table.winners[k] !== before) stale.set(before, loser);
  return before === NO_MAPPING;
}

/** Only the keywords that began to match are searched for in rows already answered: an index of these, made when asked for. */
function describeChange(
  stale: ReadonlyMap<MappingId, Mapping>,
  gained: readonly Mapping[],
): ClassifierChange {
  let index: KeyIndex | undefined;
  const gainedIndex = (): KeyIndex | null => {
    if (gained.length === 0) return null;
    index ??= buildLayers(createMappingList(gained)).layers[0];
    return index ?? null;
  };
  return {
    stale,
    affects(description) {
      const keywords = gainedIndex();
      return keywords !== null && matchText(keywords, description, 0, description.length) >= 0;
    },
    affectedRows: (rows, ids) => findAffectedRows(rows, ids, stale, gainedIndex()),
  };
}
