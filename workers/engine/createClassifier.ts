import type { Mapping } from '../../src/model/mapping.ts';
import { applyChange } from './changes.ts';
import { BLANK, type Classifier, type MappingId, UNMATCHED } from './classifier.ts';
import { BLANK_TEXT } from './decide.ts';
import { explain } from './explain.ts';
import { buildKeyIndex, countMatching, type KeyIndex } from './keyIndex.ts';
import type { KeywordNumber } from './keywords.ts';
import { createMappingList } from './mappingList.ts';
import { matchRows, matchText } from './match.ts';
import { signRows } from './rowSignatures.ts';

/** Keys that are prepared along with a batch of rows: some tenths of a millisecond. */
const KEYS_AHEAD = 1000;

/**
 * Makes a list of mappings ready to classify with. Takes time and memory linear in the total length of the
 * keywords; classifying is linear in the text (docs/engine.md).
 *
 * @example
 * const classifier = createClassifier([{ key, description: 'ACME Ltd', glAccount: '6100' }]);
 * classifier.mapping(classifier.classify('payment to acme ltd')).glAccount; // '6100'
 */
export function createClassifier(mappings: Iterable<Mapping>): Classifier {
  const list = createMappingList(mappings);
  let index = buildKeyIndex(list.mappings, list.idsInForce());
  return {
    get size() {
      return countMatching(index);
    },
    mapping(id) {
      const mapping = list.mappings[id];
      if (!mapping)
        throw new RangeError(`There is no mapping ${id}; ids run from 0 to ${list.mappings.length - 1}.`);
      return mapping;
    },
    classify: (description) => idOf(index, matchText(index, description, 0, description.length)),
    classifyRows(rows, from, to, out) {
      matchRows(index, rows, from, to, out);
      for (let i = 0; i < to - from; i++) out[i] = idOf(index, out[i] ?? BLANK_TEXT);
    },
    prepareRows(rows, from, to) {
      signRows(rows, from, to);
      list.prepareKeys(KEYS_AHEAD);
    },
    explain: (description) => explain(index, list.mappings, description),
    apply: (set, removed) => applyChange(index, list, set, removed),
    compact() {
      index = buildKeyIndex(list.mappings, list.idsInForce());
    },
  };
}

function idOf(index: KeyIndex, k: KeywordNumber): MappingId {
  if (k >= 0) return index.table.winners[k] ?? UNMATCHED;
  return k === BLANK_TEXT ? BLANK : UNMATCHED;
}
