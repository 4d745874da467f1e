import type { MappingId } from '#model/classification.ts';
import { MIN_KEYWORD_LENGTH } from '#model/mapping.ts';
import { FOLD, learnUnits } from './fold.ts';
import type { MappingList } from './mappingList.ts';
import { normalise } from './normalise.ts';

/** Number of a distinct normalised keyword in a {@link KeywordTable}. */
export type KeywordNumber = number;
/** In place of a keyword number. */
export const NO_KEYWORD = -1;
/** In place of a mapping id: no mapping has this keyword any more. */
export const NO_MAPPING = -1;

/** Four units that are not white space with one space between each two: no longer keyword is too short to be contained. */
export const MAX_SHORT_LENGTH = 7;

const SPACE = 32;
const SPACE_BIT = 1 << 30;

/**
 * The distinct normalised keywords, side by side in one array: keyword k is
 * `units[starts[k]] … units[starts[k + 1] - 1]`. Memory: two bytes per unit and eight per keyword.
 */
export type KeywordTable = {
  count: number;
  units: Uint16Array<ArrayBuffer>;
  /** One more entry than there are keywords. */
  starts: Int32Array<ArrayBuffer>;
  /** The mapping that answers for each keyword, {@link NO_MAPPING} once all of them are removed. */
  winners: Int32Array<ArrayBuffer>;
  /** How many keywords have no mapping any more. */
  unused: number;
  /** Where several mappings normalise to one keyword: the ids of those that do not answer for it. */
  readonly others: Map<KeywordNumber, MappingId[]>;
};

/** An empty table with room for `keywords` and `units` before it has to grow. */
export function createKeywordTable(keywords: number, units: number): KeywordTable {
  return {
    count: 0,
    units: new Uint16Array(units),
    starts: new Int32Array(keywords + 1),
    winners: new Int32Array(keywords),
    unused: 0,
    others: new Map(),
  };
}

/**
 * Writes the normalised form of `description` behind the last keyword and returns its length in units (0 where
 * nothing is left of it). It only becomes a keyword by {@link acceptKeyword}.
 */
export function writeCandidate(table: KeywordTable, description: string): number {
  const at = table.starts[table.count] ?? 0;
  reserveUnits(table, at + description.length);
  const length = foldInto(table.units, at, description);
  if (length >= 0) return length;
  learnUnits(description, 0, description.length);
  const retried = foldInto(table.units, at, description);
  return retried >= 0 ? retried : writeNormalised(table, at, description);
}

/** Makes the text written last a keyword. */
export function acceptKeyword(table: KeywordTable, length: number, winner: MappingId): KeywordNumber {
  const keyword = table.count++;
  if (keyword === table.winners.length) growKeywords(table);
  table.winners[keyword] = winner;
  table.starts[keyword + 1] = (table.starts[keyword] ?? 0) + length;
  return keyword;
}

/** Length of keyword `k` in UTF-16 units. */
export function keywordLength(table: KeywordTable, k: KeywordNumber): number {
  return (table.starts[k + 1] ?? 0) - (table.starts[k] ?? 0);
}

/** Whether the normalised text may match by containment: it has at least 5 units that are not white space. */
export function mayBeContained(table: KeywordTable, at: number, length: number): boolean {
  // White space stands alone and at neither end.
  if (length >= 2 * MIN_KEYWORD_LENGTH - 1) return true;
  let found = 0;
  for (let i = at; i < at + length && found < MIN_KEYWORD_LENGTH; i++) if (table.units[i] !== SPACE) found++;
  return found === MIN_KEYWORD_LENGTH;
}

/** Negative, zero or positive as keyword `a` stands before, is or stands behind `b` by code units. */
export function compareKeywords(table: KeywordTable, a: KeywordNumber, b: KeywordNumber): number {
  const { units, starts } = table;
  const lengthA = keywordLength(table, a);
  const lengthB = keywordLength(table, b);
  const [atA = 0, atB = 0] = [starts[a], starts[b]];
  const shared = Math.min(lengthA, lengthB);
  for (let i = 0; i < shared; i++) {
    const difference = (units[atA + i] ?? 0) - (units[atB + i] ?? 0);
    if (difference !== 0) return difference;
  }
  return lengthA - lengthB;
}

/**
 * Gives keyword `k` one more mapping. The one with the lowest stored key answers for it (docs: matching).
 */
export function addWinner(table: KeywordTable, k: KeywordNumber, id: MappingId, list: MappingList): void {
  const shown = table.winners[k] ?? NO_MAPPING;
  if (shown === NO_MAPPING) {
    table.winners[k] = id;
    table.unused--;
    return;
  }
  const wins = keyOf(list, id) < keyOf(list, shown);
  if (wins) table.winners[k] = id;
  const others = table.others.get(k);
  const loser = wins ? shown : id;
  if (others) others.push(loser);
  else table.others.set(k, [loser]);
}

/** Takes one mapping away from keyword `k`; the lowest stored key of the rest answers for it. */
export function removeWinner(table: KeywordTable, k: KeywordNumber, id: MappingId, list: MappingList): void {
  const others = table.others.get(k) ?? [];
  const rest = others.filter((other) => other !== id);
  if (table.winners[k] === id) {
    const next = lowest(rest, list);
    table.winners[k] = next;
    if (next === NO_MAPPING) table.unused++;
    setOthers(
      table,
      k,
      rest.filter((other) => other !== next),
    );
  } else {
    setOthers(table, k, rest);
  }
}

function setOthers(table: KeywordTable, k: KeywordNumber, ids: MappingId[]): void {
  if (ids.length > 0) table.others.set(k, ids);
  else table.others.delete(k);
}

function lowest(ids: readonly MappingId[], list: MappingList): MappingId {
  let best = NO_MAPPING;
  for (const id of ids) if (best === NO_MAPPING || keyOf(list, id) < keyOf(list, best)) best = id;
  return best;
}

function keyOf(list: MappingList, id: MappingId): string {
  return list.get(id)?.key ?? '';
}

/**
 * Folds unit by unit; -1 when a unit needs the full normalising or is not known yet. White space that follows white
 * space, or stands first, is overwritten by what comes next.
 */
function foldInto(units: Uint16Array, at: number, text: string): number {
  let end = at;
  let previous = SPACE_BIT;
  let all = 0;
  for (let i = 0; i < text.length; i++) {
    const folded = FOLD[text.charCodeAt(i)] as number;
    units[end] = folded;
    end += 1 - (((folded & previous) >>> 30) & 1);
    previous = folded;
    all |= folded;
  }
  if (all < 0) return -1;
  return end > at && units[end - 1] === SPACE ? end - 1 - at : end - at;
}

function writeNormalised(table: KeywordTable, at: number, description: string): number {
  const text = normalise(description);
  learnUnits(text, 0, text.length);
  reserveUnits(table, at + text.length);
  for (let i = 0; i < text.length; i++) table.units[at + i] = text.charCodeAt(i);
  return text.length;
}

function reserveUnits(table: KeywordTable, needed: number): void {
  if (needed <= table.units.length) return;
  const larger = new Uint16Array(Math.max(needed, table.units.length + (table.units.length >>> 2)));
  larger.set(table.units);
  table.units = larger;
}

function growKeywords(table: KeywordTable): void {
  const room = table.winners.length + Math.max(16, table.winners.length >>> 2);
  const starts = new Int32Array(room + 1);
  starts.set(table.starts);
  table.starts = starts;
  const winners = new Int32Array(room);
  winners.set(table.winners);
  table.winners = winners;
}
