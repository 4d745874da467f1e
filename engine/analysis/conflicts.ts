import type { Mapping } from '#model/mapping.ts';
import { compareTextAt, lengthOf, prepareTexts, type UnitTexts } from './comparedTexts.ts';
import { type MappingSet, NO_KEYWORD } from './MappingSet.ts';
import { PhraseTable, type PhraseVisitor } from './PhraseTable.ts';
import { MIN_PHRASE_LENGTH } from './phraseTree.ts';

/*
 * Which mappings contain a proposed keyword, and which of them, of other accounts, it conflicts with.
 */

const ROWS_PER_STEP = 4096;

/** Proposed keywords that the classifier takes for one, and the mappings that contain them. */
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
  /** The keywords in match form. */
  readonly match: UnitTexts;
};

/**
 * Finds the mappings that contain proposed keywords, either in match form, as the classifier compares, or in upper
 * case, as the analysis does. The two differ only for complex texts. Yields every few thousand mappings.
 */
export function* findContaining(set: MappingSet, keywords: readonly string[]): Generator<void, Containment> {
  const texts = yield* prepareTexts(keywords);
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
  const inMatch = { shortest: 0, visit: (phrase: number) => addRow(groups, phrase, row) };
  const inUpper = {
    shortest: 0,
    visit: (phrase: number) => addRow(groups, groupOfUpper[phrase] as number, row),
  };
  for (row = 0; row < set.mappings.length; row++) {
    if (set.keywordOf(row) === NO_KEYWORD) continue;
    searchRow(byMatch.table, set.texts.match, row, inMatch);
    if (set.texts.complex[row] === 1) searchRow(byUpper.table, set.texts.upper, row, inUpper);
    if (row % ROWS_PER_STEP === 0) yield;
  }
  return { groupOf: byMatch.numbers, groups, match: texts.match };
}

function addRow(groups: readonly KeywordGroup[], group: number, row: number): void {
  const rows = (groups[group] as KeywordGroup).rows;
  if (rows[rows.length - 1] !== row) rows.push(row);
}

function searchRow(table: PhraseTable, { units, starts }: UnitTexts, row: number, visitor: PhraseVisitor) {
  table.search(units, starts[row] as number, (starts[row + 1] as number) - 1, visitor);
}

/** A table of all `texts`, and the phrase number of each. */
function tableOf(texts: UnitTexts): { table: PhraseTable; numbers: Int32Array } {
  const count = texts.starts.length - 1;
  let gram = MIN_PHRASE_LENGTH;
  for (let i = 0; i < count; i++) gram = Math.min(gram, lengthOf(texts, i));
  const table = new PhraseTable(texts.units, gram, count);
  const numbers = new Int32Array(count);
  for (let i = 0; i < count; i++) numbers[i] = table.add(texts.starts[i] as number, lengthOf(texts, i));
  return { table, numbers };
}

/** The mappings of one account that contain a keyword. */
export type AccountTally = {
  readonly account: number;
  count: number;
  /** Whether one of them has the keyword itself in match form; not determined where there is no other account. */
  sameKeyword: boolean;
  /** The account's strongest mapping: one with the keyword itself, else the first in the alphabet. */
  strongest: number;
};

/**
 * Counts the mappings `rows`, which contain a keyword, by account, strongest account first: one with the keyword
 * itself, then the one with the most mappings, then by the alphabetical order of their strongest mappings.
 */
export function tallyByAccount(
  set: MappingSet,
  rows: readonly number[],
  isSameKeyword: (row: number) => boolean,
): AccountTally[] {
  const tallies = new Map<number, AccountTally>();
  for (const row of rows) {
    const account = set.accountOf[row] as number;
    const tally = tallies.get(account);
    if (tally) tally.count++;
    else tallies.set(account, { account, count: 1, sameKeyword: false, strongest: row });
  }
  // Most keywords are contained in mappings of one account only; its strongest mapping is not needed.
  if (tallies.size > 1) findStrongest(set, rows, isSameKeyword, tallies);
  return [...tallies.values()].sort(
    (a, b) =>
      Number(b.sameKeyword) - Number(a.sameKeyword) ||
      b.count - a.count ||
      alphabetical(set, a.strongest, b.strongest),
  );
}

/** The mapping and account that a keyword conflicts with most, and how many there are of either. */
type Conflict = {
  readonly mapping: Mapping;
  readonly account: number;
  readonly mappings: number;
  readonly accounts: number;
};

/**
 * The conflict for a keyword of `account` that `total` mappings contain, with their `tallies`; null where all of them
 * are of that account.
 */
export function conflictOf(
  set: MappingSet,
  tallies: readonly AccountTally[],
  total: number,
  account: number,
): Conflict | null {
  const strongest = tallies.find((tally) => tally.account !== account);
  if (!strongest) return null;
  const own = tallies.find((tally) => tally.account === account);
  return {
    mapping: set.mapping(strongest.strongest),
    account: strongest.account,
    mappings: total - (own?.count ?? 0),
    accounts: tallies.length - (own ? 1 : 0),
  };
}

function findStrongest(
  set: MappingSet,
  rows: readonly number[],
  isSameKeyword: (row: number) => boolean,
  tallies: ReadonlyMap<number, AccountTally>,
): void {
  for (const row of rows) {
    const tally = tallies.get(set.accountOf[row] as number) as AccountTally;
    const sameKeyword = isSameKeyword(row);
    if (isStronger(set, row, sameKeyword, tally)) tally.strongest = row;
    tally.sameKeyword ||= sameKeyword;
  }
}

function isStronger(set: MappingSet, row: number, sameKeyword: boolean, tally: AccountTally): boolean {
  if (sameKeyword !== tally.sameKeyword) return sameKeyword;
  return alphabetical(set, row, tally.strongest) < 0;
}

/** By compared text, then by key. */
function alphabetical(set: MappingSet, a: number, b: number): number {
  return compareTextAt(set.texts.upper, a, b) || (set.mapping(a).key < set.mapping(b).key ? -1 : 1);
}
