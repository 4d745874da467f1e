import { NO_KEYWORD } from './CaseVariants.ts';
import { compareTexts, lengthOf, type UnitTexts } from './comparedTexts.ts';
import type { MappingSet } from './MappingSet.ts';
import { PhraseTable, type PhraseVisitor } from './PhraseTable.ts';
import { MIN_PHRASE_LENGTH } from './rules.ts';

const ROWS_PER_STEP = 4096;

/** Proposed keywords that are one and the same to the classifier, and the mappings that contain them. */
export type KeywordGroup = {
  /** Numbers of the proposed keywords. */
  readonly keywords: number[];
  /** Ascending numbers of the mappings of any account whose text contains one of them. */
  readonly rows: number[];
};

export type Containment = {
  /** Group of each proposed keyword. */
  readonly groupOf: Int32Array;
  readonly groups: readonly KeywordGroup[];
  /** The keywords' match forms. */
  readonly match: UnitTexts;
};

/**
 * Finds the mappings that contain proposed keywords: in match form, as the classifier would see it, or in upper
 * case, as the analysis does. The two differ only for texts that do not fold unit by unit.
 */
export function* findContaining(set: MappingSet, keywords: readonly string[]): Generator<void, Containment> {
  const texts = yield* compareTexts(keywords);
  const byMatch = tableOf(texts.match);
  const groups: KeywordGroup[] = [];
  for (const [keyword, group] of byMatch.numbers.entries()) {
    groups[group] ??= { keywords: [], rows: [] };
    groups[group].keywords.push(keyword);
  }
  const byUpper = tableOf(texts.upper);
  const groupOfUpper: number[] = [];
  for (const [keyword, phrase] of byUpper.numbers.entries()) {
    groupOfUpper[phrase] = byMatch.numbers[keyword] as number;
  }
  let row = 0;
  const inMatch = { shortest: 0, visit: (phrase: number) => note(groups, phrase, row) };
  const inUpper = {
    shortest: 0,
    visit: (phrase: number) => note(groups, groupOfUpper[phrase] as number, row),
  };
  for (row = 0; row < set.mappings.length; row++) {
    if (set.keywordOf(row) === NO_KEYWORD) continue;
    searchRow(byMatch.table, set.texts.match, row, inMatch);
    if (set.texts.complex[row] === 1) searchRow(byUpper.table, set.texts.upper, row, inUpper);
    if (row % ROWS_PER_STEP === 0) yield;
  }
  return { groupOf: byMatch.numbers, groups, match: texts.match };
}

function note(groups: readonly KeywordGroup[], group: number, row: number): void {
  const rows = (groups[group] as KeywordGroup).rows;
  if (rows[rows.length - 1] !== row) rows.push(row);
}

function searchRow(table: PhraseTable, { units, starts }: UnitTexts, row: number, visitor: PhraseVisitor) {
  table.search(units, starts[row] as number, (starts[row + 1] as number) - 1, visitor);
}

/** All `texts` in one table, and the phrase number of each. */
function tableOf(texts: UnitTexts): { table: PhraseTable; numbers: Int32Array } {
  const count = texts.starts.length - 1;
  let gram = MIN_PHRASE_LENGTH;
  for (let i = 0; i < count; i++) gram = Math.min(gram, lengthOf(texts, i));
  const table = new PhraseTable(texts.units, gram, count);
  const numbers = new Int32Array(count);
  for (let i = 0; i < count; i++) numbers[i] = table.add(texts.starts[i] as number, lengthOf(texts, i));
  return { table, numbers };
}
