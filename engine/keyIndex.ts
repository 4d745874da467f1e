import { type Automaton, buildAutomaton } from './automaton.ts';
import { buildGramIndex } from './buildGramIndex.ts';
import type { GramIndex } from './gramIndex.ts';
import type { KeywordSet } from './keywordSet.ts';
import { type KeywordNumber, type KeywordTable, keywordLength, mayBeContained } from './keywords.ts';
import { createVerificationQuota, type VerificationQuota } from './verificationQuota.ts';

/** A range of the keywords made ready: which structure finds a keyword follows from its length and its grams. */
export type KeyIndex = {
  readonly table: KeywordTable;
  /** All keywords of the table, those outside the range included, for texts too short to contain one. */
  readonly set: KeywordSet;
  /** The range: keywords `first` to `end` (excluded) of the table. */
  readonly first: KeywordNumber;
  readonly end: KeywordNumber;
  /** Keywords found through their rarest gram. */
  readonly grams: GramIndex;
  /** Keywords that share their rarest gram with too many others, or null where there are none. */
  readonly hard: Automaton | null;
  /** All keywords of the range that may be contained; built for the first line that costs too much otherwise. */
  all: Automaton | null;
  readonly budget: VerificationQuota;
};

/** Makes the keywords from number `first` on ready. Linear in their total length. */
export function buildKeyIndex(table: KeywordTable, set: KeywordSet, first: KeywordNumber): KeyIndex {
  const { index: grams, hard } = buildGramIndex(table, containedKeywords(table, first, table.count));
  return {
    table,
    set,
    first,
    end: table.count,
    grams,
    hard: hard.length > 0 ? buildAutomaton(table, hard) : null,
    all: null,
    budget: createVerificationQuota(),
  };
}

/** Those of the keywords `first` to `end` that may be contained in a description. */
export function containedKeywords(table: KeywordTable, first: KeywordNumber, end: KeywordNumber): Int32Array {
  const contained = new Int32Array(end - first);
  let count = 0;
  for (let k = first; k < end; k++) {
    if (mayBeContained(table, table.starts[k] as number, keywordLength(table, k))) contained[count++] = k;
  }
  return contained.subarray(0, count);
}
