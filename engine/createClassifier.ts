import { BLANK, type MappingId, UNMATCHED } from '#model/classification.ts';
import type { Mapping } from '#model/mapping.ts';
import { applyChange } from './changes.ts';
import type { Classifier, Rows } from './classifier.ts';
import { BLANK_TEXT } from './decide.ts';
import { explain } from './explain.ts';
import type { KeywordNumber } from './keywords.ts';
import { buildLayers, countMatching, type LayeredIndex } from './layers.ts';
import { createMappingList, type MappingList } from './mappingList.ts';
import { matchRows, matchText } from './match.ts';
import { better } from './verify.ts';

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
  return classifierOf(list, buildLayers(list));
}

/** The classifier over a list and its index, which it changes. */
export function classifierOf(list: MappingList, index: LayeredIndex): Classifier {
  return {
    get size() {
      return countMatching(index);
    },
    mapping(id) {
      const mapping = list.get(id);
      if (!mapping) throw new RangeError(`There is no mapping ${id} in force.`);
      return mapping;
    },
    findMapping: (id) => list.get(id),
    classify(description) {
      let best: KeywordNumber = BLANK_TEXT;
      for (const layer of index.layers) {
        best = bestOf(index, best, matchText(layer, description, 0, description.length));
      }
      return idOf(index, best);
    },
    classifyRows(rows, from, to, out) {
      matchLayers(index, rows, from, to, out);
      for (let i = 0; i < to - from; i++) out[i] = idOf(index, out[i] ?? BLANK_TEXT);
    },
    explain: (description) => explain(index, list, description),
    apply: (set, removed) => applyChange(index, list, set, removed),
  };
}

function matchLayers(index: LayeredIndex, rows: Rows, from: number, to: number, out: Int32Array): void {
  const [first, ...others] = index.layers;
  if (first) matchRows(first, rows, from, to, out);
  if (others.length === 0) return;
  const found = new Int32Array(to - from);
  for (const layer of others) {
    matchRows(layer, rows, from, to, found);
    for (let i = 0; i < found.length; i++) {
      out[i] = bestOf(index, out[i] as KeywordNumber, found[i] as KeywordNumber);
    }
  }
}

/** Of what two layers say about one text: the better keyword, else that there is none, else that it is blank. */
function bestOf({ table }: LayeredIndex, a: KeywordNumber, b: KeywordNumber): KeywordNumber {
  return a < 0 || b < 0 ? Math.max(a, b) : better(table, a, b);
}

function idOf({ table }: LayeredIndex, k: KeywordNumber): MappingId {
  if (k >= 0) return table.winners[k] ?? UNMATCHED;
  return k === BLANK_TEXT ? BLANK : UNMATCHED;
}
