import { withoutInvisible } from '#model/hiddenCharacters.ts';
import { isUsable, type Mapping, mappingKey } from '#model/mapping.ts';
import {
  appendUnit,
  type ComparedTexts,
  compareTextAt,
  lengthOf,
  PhraseTable,
  type PhraseVisitor,
  prepareTexts,
  sameUnits,
  shiftFor,
  slotOf,
  type UnitTexts,
} from './comparedTexts.ts';
import { MIN_PHRASE_LENGTH } from './phraseTree.ts';

/** The input of an analysis. Keys in `list` must be unique. */
export type AnalysisInput = {
  /** The list that would be consolidated: the stored list, or the pending pairs of an upload. */
  readonly list: readonly Mapping[];
  /** For an upload: the stored list. Consolidations never change it, but it counts for conflicts and for accounts. */
  readonly stored?: readonly Mapping[];
  /**
   * Known texts that decisions have replaced by keywords: they are no mappings any more, but keep their accounts unless a
   * consolidation says that they change.
   */
  readonly replaced?: readonly Mapping[];
};

/** In place of the number of a keyword: the mapping never matches. */
export const NO_KEYWORD = -1;
/** In place of the number of a mapping. */
export const NO_ROW = -1;
/** In place of the number of an account: no keyword is contained in the text. */
export const NO_ACCOUNT = -1;

/**
 * The mappings of an analysis. Mappings (first those of the list, then the stored ones), accounts and keywords have
 * numbers. Mappings with the same keyword number are case variants: the classifier takes their keywords for one. The
 * replaced texts are numbered behind the mappings; they have a text and an account, and no keyword.
 */
export class MappingSet {
  readonly mappings: readonly Mapping[];
  /** Mappings before this number are the list, which can be changed; the others are the stored list of an upload. */
  readonly listSize: number;
  /** Mappings from this number on are replaced texts. */
  readonly replacedFrom: number;
  readonly texts: ComparedTexts;
  readonly accounts: readonly string[];
  readonly accountOf: Int32Array;
  /** The mappings by keyword in match form; blank and unusable mappings have no keyword. */
  readonly variants: CaseVariants;

  constructor({ list, stored = [], replaced = [] }: AnalysisInput, texts: ComparedTexts) {
    const more = stored.length + replaced.length;
    this.mappings = more > 0 ? [...list, ...stored, ...replaced] : list;
    this.listSize = list.length;
    this.replacedFrom = list.length + stored.length;
    this.texts = texts;
    const accounts = new Map<string, number>();
    this.accountOf = new Int32Array(this.mappings.length);
    this.mappings.forEach(({ glAccount }, row) => {
      this.accountOf[row] = numberOf(accounts, glAccount);
    });
    this.accounts = [...accounts.keys()];
    this.variants = new CaseVariants(
      texts.match,
      (row) => row < this.replacedFrom && isUsable(this.mapping(row)),
    );
  }

  mapping(row: number): Mapping {
    return this.mappings[row] as Mapping;
  }

  /** Number of the mapping's keyword in match form; {@link NO_KEYWORD} for blank, unusable and removed mappings. */
  keywordOf(row: number): number {
    return this.variants.keywordOf[row] as number;
  }

  isStored(row: number): boolean {
    return row >= this.listSize && row < this.replacedFrom;
  }

  isReplaced(row: number): boolean {
    return row >= this.replacedFrom;
  }

  /** Removes mappings from the analysis. */
  remove(rows: Iterable<number>): void {
    for (const row of rows) this.variants.remove(row);
  }

  /** For each account the numbers of the list's mappings that can match. */
  listRowsByAccount(): number[][] {
    const rows: number[][] = this.accounts.map(() => []);
    for (let row = 0; row < this.listSize; row++) {
      if (this.keywordOf(row) !== NO_KEYWORD) rows[this.accountOf[row] as number]?.push(row);
    }
    return rows;
  }

  /**
   * The mappings with this keyword that the classifier would see: stored ones if any, since an upload skips the others.
   */
  effectiveVariants(keyword: number): readonly number[] {
    const rows = this.variants.of(keyword);
    if (this.listSize === this.replacedFrom) return rows;
    const stored = rows.filter((row) => this.isStored(row));
    return stored.length > 0 ? stored : rows;
  }

  /** The case variant that the classifier prefers: the one with the lowest key. */
  preferred(rows: readonly number[]): number | undefined {
    return rows.reduce<number | undefined>(
      (best, row) => (best === undefined || this.mapping(row).key < this.mapping(best).key ? row : best),
      undefined,
    );
  }
}

/**
 * Numbers of the list's mappings that are duplicates: they repeat another one's lower-cased description and account. Of
 * such mappings the one whose key is the sanitised description stays, else the first. But where case variants of
 * another account exist, the mapping that the classifier prefers now stays, so that removing the others changes no
 * account.
 */
export function findDuplicates(set: MappingSet): number[] {
  const duplicates: number[] = [];
  for (let keyword = 0; keyword < set.variants.size; keyword++) {
    if (set.variants.isSingle(keyword)) continue;
    const rows = set.variants.of(keyword);
    const winner = set.preferred(set.effectiveVariants(keyword));
    for (const same of groupsOfSame(set, rows)) {
      const remaining =
        same.find((row) => row === winner && isContested(set, rows)) ?? sanitisedOrFirst(set, same);
      for (const row of same) if (row !== remaining) duplicates.push(row);
    }
  }
  return duplicates.sort((a, b) => a - b);
}

function sanitisedOrFirst(set: MappingSet, rows: readonly number[]): number | undefined {
  return rows.find((row) => mappingKey(set.mapping(row).description) === set.mapping(row).key) ?? rows[0];
}

/** Whether the mappings are of several accounts. */
function isContested(set: MappingSet, rows: readonly number[]): boolean {
  return rows.some((row) => set.accountOf[row] !== set.accountOf[rows[0] as number]);
}

/** The list's mappings among `rows`, grouped by lower-cased description and account. */
function groupsOfSame(set: MappingSet, rows: readonly number[]): Iterable<number[]> {
  const groups = new Map<string, number[]>();
  for (const row of rows) {
    if (set.isStored(row)) continue;
    const { description, glAccount } = set.mapping(row);
    const id = JSON.stringify([withoutInvisible(description).toLowerCase(), glAccount]);
    const group = groups.get(id);
    if (group) group.push(row);
    else groups.set(id, [row]);
  }
  return groups.values();
}

/**
 * The mappings of each keyword in match form. Keywords are numbered in the order of their first mapping. Their mappings
 * are linked lists, since an array for each of a hundred thousand keywords would cost too much.
 */
class CaseVariants {
  /** Number of the mapping's keyword, or {@link NO_KEYWORD}. */
  readonly keywordOf: Int32Array;
  #keywords = 0;
  /** First mapping of each keyword, and the next one of each mapping. */
  readonly #first: Int32Array;
  readonly #next: Int32Array;

  /**
   * `texts` are the descriptions in match form. Blank ones, and those for which `canMatch` is false, have no keyword.
   */
  constructor(texts: UnitTexts, canMatch: (row: number) => boolean) {
    const rows = texts.starts.length - 1;
    this.keywordOf = new Int32Array(rows).fill(NO_KEYWORD);
    this.#first = new Int32Array(rows);
    this.#next = new Int32Array(rows).fill(NO_ROW);
    this.#group(texts, canMatch);
  }

  /** Number of keywords. */
  get size(): number {
    return this.#keywords;
  }

  /** A mapping that has this keyword, the first of them; {@link NO_ROW} if all were removed. */
  first(keyword: number): number {
    return this.#first[keyword] as number;
  }

  /** Whether exactly one mapping has this keyword. */
  isSingle(keyword: number): boolean {
    const first = this.first(keyword);
    return first !== NO_ROW && this.#next[first] === NO_ROW;
  }

  /** The mappings of a keyword in order; none for {@link NO_KEYWORD}. */
  of(keyword: number): number[] {
    const rows: number[] = [];
    for (let row = this.#first[keyword] ?? NO_ROW; row !== NO_ROW; row = this.#next[row] as number) {
      rows.push(row);
    }
    return rows;
  }

  /** Takes a mapping out of the list of its keyword. */
  remove(row: number): void {
    const keyword = this.keywordOf[row] as number;
    if (keyword === NO_KEYWORD) return;
    this.keywordOf[row] = NO_KEYWORD;
    const after = this.#next[row] as number;
    if (this.#first[keyword] === row) this.#first[keyword] = after;
    else this.#next[this.#before(row, keyword)] = after;
  }

  #before(row: number, keyword: number): number {
    let before = this.first(keyword);
    while (this.#next[before] !== row) before = this.#next[before] as number;
    return before;
  }

  #group(texts: UnitTexts, canMatch: (row: number) => boolean): void {
    const rows = this.keywordOf.length;
    const shift = shiftFor(rows);
    /** Open addressing: keyword number + 1 (0: free). */
    const slots = new Int32Array(2 ** (32 - shift));
    const hashes = new Int32Array(rows);
    const last = new Int32Array(rows);
    for (let row = 0; row < rows; row++) {
      const length = lengthOf(texts, row);
      if (length === 0 || !canMatch(row)) continue;
      const hash = hashOf(texts, row, length);
      let slot = slotOf(hash, shift);
      let keyword = (slots[slot] as number) - 1;
      while (
        keyword >= 0 &&
        !(hashes[keyword] === hash && sameText(texts, this.first(keyword), row, length))
      ) {
        slot = (slot + 1) % slots.length;
        keyword = (slots[slot] as number) - 1;
      }
      if (keyword < 0) {
        keyword = this.#keywords++;
        slots[slot] = keyword + 1;
        hashes[keyword] = hash;
        this.#first[keyword] = row;
      } else this.#next[last[keyword] as number] = row;
      last[keyword] = row;
      this.keywordOf[row] = keyword;
    }
  }
}

function hashOf({ units, starts }: UnitTexts, row: number, length: number): number {
  const start = starts[row] as number;
  let hash = length;
  for (let i = start; i < start + length; i++) hash = appendUnit(hash, units[i] as number);
  return hash;
}

function sameText(texts: UnitTexts, a: number, b: number, length: number): boolean {
  const { units, starts } = texts;
  return (
    lengthOf(texts, a) === length && sameUnits(units, starts[a] as number, units, starts[b] as number, length)
  );
}

function numberOf(numbers: Map<string, number>, name: string): number {
  const known = numbers.get(name);
  if (known !== undefined) return known;
  numbers.set(name, numbers.size);
  return numbers.size - 1;
}

/*
 * Which mappings contain a proposed keyword, and which of them, of other accounts, it conflicts with.
 */

const ROWS_PER_STEP = 4096;

/** Proposed keywords that the classifier takes for one, and the known texts that contain them. */
export type KeywordGroup = {
  /** Numbers of the proposed keywords. */
  readonly keywords: number[];
  /** Ascending numbers of the mappings of any account whose text contains one of them. */
  readonly rows: number[];
  /** The same of the replaced texts. */
  readonly replaced: number[];
};

export type Containment = {
  /** Group of each proposed keyword. */
  readonly groupOf: Int32Array;
  readonly groups: readonly KeywordGroup[];
  /** The keywords in match form. */
  readonly match: UnitTexts;
};

/**
 * Finds the mappings and replaced texts that contain proposed keywords, either in match form, as the classifier compares, or in upper
 * case, as the analysis does. The two differ only for complex texts. Yields every few thousand mappings.
 */
export function* findContaining(set: MappingSet, keywords: readonly string[]): Generator<void, Containment> {
  const texts = yield* prepareTexts(keywords);
  const byMatch = tableOf(texts.match);
  const groups: KeywordGroup[] = [];
  for (const [keyword, group] of byMatch.numbers.entries()) {
    groups[group] ??= { keywords: [], rows: [], replaced: [] };
    groups[group].keywords.push(keyword);
  }
  const byUpper = tableOf(texts.upper);
  const groupOfUpper: number[] = [];
  for (const [keyword, phrase] of byUpper.numbers.entries()) {
    groupOfUpper[phrase] = byMatch.numbers[keyword] as number;
  }
  let row = 0;
  const add = (group: number) => {
    const { rows, replaced } = groups[group] as KeywordGroup;
    const into = set.isReplaced(row) ? replaced : rows;
    if (into[into.length - 1] !== row) into.push(row);
  };
  const inMatch = { shortest: 0, visit: add };
  const inUpper = { shortest: 0, visit: (phrase: number) => add(groupOfUpper[phrase] as number) };
  for (row = 0; row < set.mappings.length; row++) {
    if (set.keywordOf(row) === NO_KEYWORD && !set.isReplaced(row)) continue;
    searchRow(byMatch.table, set.texts.match, row, inMatch);
    if (set.texts.complex[row] === 1) searchRow(byUpper.table, set.texts.upper, row, inUpper);
    if (row % ROWS_PER_STEP === 0) yield;
  }
  return { groupOf: byMatch.numbers, groups, match: texts.match };
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

/** The mappings and replaced texts of one account that contain a keyword. */
type AccountTally = {
  readonly account: number;
  count: number;
  /** How many of these are replaced texts. */
  replaced: number;
  /** Whether one of them has the keyword itself in match form; not determined where there is no other account. */
  sameKeyword: boolean;
  /** The account's strongest text: one with the keyword itself, else the first in the alphabet. */
  strongest: number;
};

/** What contains a keyword, by account, the strongest account first. */
export type UsageCounter = {
  readonly accounts: readonly AccountTally[];
  readonly mappings: number;
  /** Replaced texts that have an account. */
  readonly replaced: number;
};

/**
 * Counts what contains a keyword by account, strongest account first: one with the keyword itself, then the one with
 * the most texts, then by the alphabetical order of their strongest texts.
 */
export function tallyByAccount(
  set: MappingSet,
  group: Pick<KeywordGroup, 'rows' | 'replaced'>,
  isSameKeyword: (row: number) => boolean,
): UsageCounter {
  const replaced = group.replaced.filter((row) => set.accountOf[row] !== NO_ACCOUNT);
  const rows = replaced.length > 0 ? [...group.rows, ...replaced] : group.rows;
  const tallies = new Map<number, AccountTally>();
  for (const row of rows) {
    const account = set.accountOf[row] as number;
    const tally = tallies.get(account) ?? {
      account,
      count: 0,
      replaced: 0,
      sameKeyword: false,
      strongest: row,
    };
    if (tally.count++ === 0) tallies.set(account, tally);
    if (set.isReplaced(row)) tally.replaced++;
  }
  // Most keywords are contained in mappings of one account only; its strongest mapping is not needed.
  if (tallies.size > 1) findStrongest(set, rows, isSameKeyword, tallies);
  const accounts = [...tallies.values()].sort(
    (a, b) =>
      Number(b.sameKeyword) - Number(a.sameKeyword) ||
      b.count - a.count ||
      alphabetical(set, a.strongest, b.strongest),
  );
  return { accounts, mappings: group.rows.length, replaced: replaced.length };
}

/** The text and account that a keyword conflicts with most, and how much contains it besides its own account. */
type Conflict = {
  readonly mapping: Mapping;
  readonly account: number;
  readonly mappings: number;
  readonly replaced: number;
  readonly accounts: number;
};

/** The conflict for a keyword of `account`; null where everything that contains it is of that account. */
export function conflictOf(
  set: MappingSet,
  { accounts, mappings, replaced }: UsageCounter,
  account: number,
): Conflict | null {
  const strongest = accounts.find((tally) => tally.account !== account);
  if (!strongest) return null;
  const own = accounts.find((tally) => tally.account === account);
  return {
    mapping: { ...set.mapping(strongest.strongest), glAccount: set.accounts[strongest.account] as string },
    account: strongest.account,
    mappings: mappings - (own ? own.count - own.replaced : 0),
    replaced: replaced - (own?.replaced ?? 0),
    accounts: accounts.length - (own ? 1 : 0),
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
