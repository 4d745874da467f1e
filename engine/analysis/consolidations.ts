import type { ChangedText, Choice, Consolidation, KeepReason } from '#model/consolidation.ts';
import { type MappingKey, MIN_KEYWORD_LENGTH, mappingKey, nonSpaceLength } from '#model/mapping.ts';
import { normalise } from '../normalise.ts';
import { compareAsKeywords, lengthOf, textOf, type UnitTexts } from './comparedTexts.ts';
import { isFound, KeywordSearch } from './KeywordSearch.ts';
import {
  type Containment,
  conflictOf,
  type KeywordGroup,
  type MappingSet,
  NO_ACCOUNT,
  NO_KEYWORD,
  tallyByAccount,
  type UsageCounter,
} from './MappingSet.ts';
import { MIN_PHRASE_LENGTH } from './phraseTree.ts';

/** A keyword found for an account, and the mappings that it was found in. */
export type Finding = {
  readonly account: number;
  readonly keyword: string;
  readonly rows: readonly number[];
};

const CONSOLIDATIONS_PER_STEP = 64;
const TEXTS_PER_STEP = 1024;

/**
 * A consolidation for each finding, from the mappings that contain its keyword. `keywords` are all that the analysis has
 * found, decided ones included. Yields the share of the consolidations made, 0 to 1.
 */
export function* buildConsolidations(
  set: MappingSet,
  findings: readonly Finding[],
  containment: Containment,
  keywords: readonly string[],
): Generator<number, Consolidation[]> {
  const lengths = keywords.map((keyword) => normalise(keyword).length);
  const shortest = lengths.reduce((least, length) => Math.min(least, length), MIN_PHRASE_LENGTH);
  const search = new KeywordSearch(set, shortest);
  yield* classifyReplaced(set, search, containment);
  const choices = new Choices(set, search, new Set(keywords.map(mappingKey)));
  const builder = new ConsolidationBuilder(set, findings, containment, choices);
  const consolidations: Consolidation[] = [];
  for (const number of findings.keys()) {
    consolidations.push(builder.consolidation(number));
    if (number % CONSOLIDATIONS_PER_STEP === 0) yield number / findings.length;
  }
  return consolidations;
}

/** Gives the replaced texts that contain a proposed keyword the account that they have by the list. */
function* classifyReplaced(
  set: MappingSet,
  search: KeywordSearch,
  { groups }: Containment,
): Generator<number, void> {
  const rows = new Set(groups.flatMap(({ replaced }) => replaced));
  let done = 0;
  for (const row of rows) {
    set.accountOf[row] = accountNow(set, search, row);
    if (++done % TEXTS_PER_STEP === 0) yield 0;
  }
}

/** The account of a text by the list; {@link NO_ACCOUNT} for no match. */
function accountNow(set: MappingSet, search: KeywordSearch, row: number): number {
  const keyword = search.bestOfAll(row, () => true);
  return set.accountOf[set.preferred(set.effectiveVariants(keyword)) ?? -1] ?? NO_ACCOUNT;
}

/** Turns findings into consolidations: what each conflicts with, and what each choice would do. */
class ConsolidationBuilder {
  readonly #set: MappingSet;
  readonly #findings: readonly Finding[];
  readonly #containment: Containment;
  readonly #choices: Choices;
  /** Per group the number of its keyword in the set, NO_KEYWORD where no mapping has it. */
  readonly #existing: readonly number[];
  /** Per group, as far as computed. */
  readonly #tallies: UsageCounter[] = [];
  /** By account and key of the keyword, as far as computed. */
  readonly #alternatives = new Map<string, Choice>();

  constructor(set: MappingSet, findings: readonly Finding[], containment: Containment, choices: Choices) {
    this.#set = set;
    this.#findings = findings;
    this.#containment = containment;
    this.#choices = choices;
    this.#existing = containment.groups.map((group) => this.#existingKeyword(group));
  }

  consolidation(number: number): Consolidation {
    const { account, keyword, rows } = this.#findings[number] as Finding;
    const group = this.#containment.groupOf[number] as number;
    const written = this.#written(number, group);
    const conflict = conflictOf(this.#set, this.#tallyOf(group), account);
    return {
      ...this.#choices.choose(written, account, rows),
      status: conflict ? 'CONFLICT' : 'OK',
      keyword,
      count: rows.length,
      originals: rows.map((row) => this.#set.mapping(row)),
      conflict: conflict?.mapping ?? null,
      conflictMappings: conflict?.mappings ?? 0,
      conflictReplaced: conflict?.replaced ?? 0,
      conflictAccounts: conflict?.accounts ?? 0,
      alternative: conflict && this.#alternative(written, conflict.account, group),
    };
  }

  /** Computed once, since a keyword may be proposed for very many accounts. */
  #tallyOf(group: number): UsageCounter {
    const { groups } = this.#containment;
    const containing = groups[group] as KeywordGroup;
    this.#tallies[group] ??= tallyByAccount(this.#set, containing, (row) =>
      this.#hasKeyword(row, containing),
    );
    return this.#tallies[group];
  }

  /**
   * The choice of the other account. Its originals are those that the keyword is proposed for there, else all mappings
   * of that account in the list that contain the keyword.
   */
  #alternative(written: WrittenKeyword, account: number, group: number): Choice {
    const id = `${account} ${written.key}`;
    const known = this.#alternatives.get(id) ?? this.#choiceOfOther(written, account, group);
    this.#alternatives.set(id, known);
    return known;
  }

  #choiceOfOther(written: WrittenKeyword, account: number, group: number): Choice {
    const { keywords, rows } = this.#containment.groups[group] as KeywordGroup;
    const sibling = keywords
      .map((number) => this.#findings[number] as Finding)
      .find((finding) => finding.account === account);
    const originals =
      sibling?.rows ?? rows.filter((row) => this.#set.accountOf[row] === account && !this.#set.isStored(row));
    return this.#choices.choose(written, account, originals);
  }

  #written(number: number, group: number): WrittenKeyword {
    const { match, groups } = this.#containment;
    return {
      key: mappingKey((this.#findings[number] as Finding).keyword),
      match,
      number,
      text: textOf(match, number),
      existing: this.#existing[group] as number,
      replaced: (groups[group] as KeywordGroup).replaced,
    };
  }

  /** Number of the group's keyword in the set, NO_KEYWORD where no mapping has it. */
  #existingKeyword(group: KeywordGroup): number {
    const variant = group.rows.find((row) => this.#hasKeyword(row, group));
    return variant === undefined ? NO_KEYWORD : this.#set.keywordOf(variant);
  }

  /** Whether a text that contains the group's keyword is the keyword, in match form. */
  #hasKeyword(row: number, { keywords }: KeywordGroup): boolean {
    const { match } = this.#set.texts;
    const keyword = keywords[0] as number;
    const { match: keywordTexts } = this.#containment;
    return (
      lengthOf(match, row) === lengthOf(keywordTexts, keyword) &&
      compareAsKeywords(match, row, keywordTexts, keyword) === 0
    );
  }
}

/** A proposed keyword in the forms that are compared. */
type WrittenKeyword = {
  readonly key: MappingKey;
  /** Its match form: text `number` of `match`, and as a string. */
  readonly match: UnitTexts;
  readonly number: number;
  readonly text: string;
  /** Number of the keyword in the set where mappings have it already, else `NO_KEYWORD`. */
  readonly existing: number;
  /** The replaced texts that contain it. */
  readonly replaced: readonly number[];
};

/** Computes what giving a keyword to an account would do. */
class Choices {
  readonly #set: MappingSet;
  readonly #search: KeywordSearch;
  readonly #rivals: Rivals;
  /** 1 for mappings stored under the key of a proposed keyword: they are not removed on behalf of another keyword. */
  readonly #hasProposedKey: Uint8Array;
  readonly #rowOfKey = new Map<MappingKey, number>();

  constructor(set: MappingSet, search: KeywordSearch, proposedKeys: ReadonlySet<MappingKey>) {
    this.#set = set;
    this.#search = search;
    this.#rivals = new Rivals(set, search);
    this.#hasProposedKey = new Uint8Array(set.mappings.length);
    for (let row = 0; row < set.listSize; row++) {
      const { key } = set.mapping(row);
      if (!proposedKeys.has(key)) continue;
      this.#rowOfKey.set(key, row);
      this.#hasProposedKey[row] = 1;
    }
  }

  /** The choice of `account`, whose mappings `originals` contain the keyword. */
  choose(keyword: WrittenKeyword, account: number, originals: readonly number[]): Choice {
    const kept = { overruled: 0, rival: 0, spelling: 0, keyword: 0 };
    const isOverruled = this.#isOverruled(keyword, account);
    const endangered = this.#endangeredTexts(keyword, account);
    const removed = originals.filter((row) => {
      const reason = isOverruled ? 'overruled' : this.#reasonToKeep(row, keyword, account, endangered);
      if (reason !== null) kept[reason]++;
      return reason === null;
    });
    const changedTexts = this.#changedTexts(keyword, account, removed);
    return {
      glAccount: this.#set.accounts[account] as string,
      idsToDelete: removed.map((row) => this.#set.mapping(row).key),
      changes: changedTexts.length,
      changedTexts,
      kept,
    };
  }

  /** Null where the known texts keep their account when the original is removed and the keyword stored. */
  #reasonToKeep(
    row: number,
    keyword: WrittenKeyword,
    account: number,
    endangered: readonly string[],
  ): KeepReason | null {
    if (this.#hasProposedKey[row] === 1) return 'keyword';
    if (nonSpaceLength(keyword.text) < MIN_KEYWORD_LENGTH || !this.#covers(keyword, row)) return 'spelling';
    const own = this.#set.keywordOf(row);
    if (own !== keyword.existing && this.#rivals.belongsElsewhere(own, account)) return 'rival';
    if (this.#hasBetterRival(row, keyword)) return 'rival';
    const text = endangered.length > 0 ? textOf(this.#set.texts.match, row) : '';
    return endangered.some((other) => other.includes(text)) ? 'rival' : null;
  }

  /** Whether a keyword of another account than the text's is in the text and beats the new keyword. */
  #hasBetterRival(row: number, keyword: WrittenKeyword): boolean {
    const rival = this.#rivals.rivalOf(row);
    if (rival === NO_KEYWORD || rival === keyword.existing) return false;
    const rivalRow = this.#search.rowOf(rival);
    return compareAsKeywords(keyword.match, keyword.number, this.#set.texts.match, rivalRow) >= 0;
  }

  /**
   * The replaced texts of the account that contain the keyword, but would not get the account from it: a mapping of the
   * account that one of them contains may be what keeps it there.
   */
  #endangeredTexts(keyword: WrittenKeyword, account: number): string[] {
    return keyword.replaced
      .filter((row) => this.#set.accountOf[row] === account && this.#hasBetterRival(row, keyword))
      .map((row) => textOf(this.#set.texts.match, row));
  }

  /** Whether the classifier finds the keyword in the mapping's text. */
  #covers(keyword: WrittenKeyword, row: number): boolean {
    return this.#set.texts.complex[row] === 0 || textOf(this.#set.texts.match, row).includes(keyword.text);
  }

  /** Whether a case variant of another account beats the keyword: a stored one, or one with a lower key. */
  #isOverruled(keyword: WrittenKeyword, account: number): boolean {
    return this.#set
      .effectiveVariants(keyword.existing)
      .some(
        (row) =>
          this.#set.accountOf[row] !== account &&
          (this.#set.isStored(row) || this.#set.mapping(row).key < keyword.key),
      );
  }

  /**
   * The known texts that change their account. Removed originals never do ({@link #reasonToKeep}). Three kinds may: case
   * variants of the keyword; a mapping with another text that is stored under the keyword's key and overwritten; replaced
   * texts.
   */
  #changedTexts(keyword: WrittenKeyword, account: number, removed: readonly number[]): ChangedText[] {
    const overwritten = this.#rowOfKey.get(keyword.key);
    const isNew = overwritten === undefined && keyword.existing === NO_KEYWORD;
    if (isNew && keyword.replaced.length === 0) return [];
    const gone = new Set(removed);
    if (overwritten !== undefined) gone.add(overwritten);
    const after = (row: number) => this.#accountAfter(row, keyword, account, gone);
    const changed = this.#changesOf(keyword.existing, this.#accountOfKeyword(keyword, account, gone));
    const lost = overwritten === undefined ? NO_KEYWORD : this.#set.keywordOf(overwritten);
    const isLost = lost !== NO_KEYWORD && lost !== keyword.existing;
    if (isLost) changed.push(...this.#changesOf(lost, after(this.#search.rowOf(lost))));
    for (const row of isLost ? this.#allReplaced() : keyword.replaced) {
      const now = isLost ? accountNow(this.#set, this.#search, row) : (this.#set.accountOf[row] as number);
      changed.push(...this.#changeOf(row, now, after(row)));
    }
    return changed.length > 1 ? changed.sort(byDescription) : changed;
  }

  #allReplaced(): number[] {
    const { replacedFrom, mappings } = this.#set;
    return Array.from({ length: mappings.length - replacedFrom }, (_unused, i) => replacedFrom + i);
  }

  /** Account of text `row` once the mappings `gone` are removed and the keyword is stored for `account`. */
  #accountAfter(row: number, keyword: WrittenKeyword, account: number, gone: ReadonlySet<number>): number {
    const { match } = this.#set.texts;
    const remaining = (other: number) =>
      this.#set.effectiveVariants(other).filter((variant) => !gone.has(variant));
    const best = this.#search.bestOfAll(
      row,
      (other) => other !== keyword.existing && remaining(other).length > 0,
    );
    const isBeaten =
      best !== NO_KEYWORD &&
      compareAsKeywords(match, this.#search.rowOf(best), keyword.match, keyword.number) < 0;
    if (!isBeaten && isFound(keyword.text, textOf(match, row)))
      return this.#accountOfKeyword(keyword, account, gone);
    return this.#set.accountOf[this.#set.preferred(remaining(best)) ?? -1] ?? NO_ACCOUNT;
  }

  /** Account of the keyword itself, once stored: a case variant that stays may win over it. */
  #accountOfKeyword(keyword: WrittenKeyword, account: number, gone: ReadonlySet<number>): number {
    const variants = this.#set.effectiveVariants(keyword.existing);
    const winner = this.#set.preferred(variants.filter((row) => !gone.has(row)));
    if (winner === undefined) return account;
    const keywordWins = !this.#set.isStored(winner) && keyword.key < this.#set.mapping(winner).key;
    return keywordWins ? account : (this.#set.accountOf[winner] as number);
  }

  /** The mappings with this keyword, where its account is another one afterwards. */
  #changesOf(keyword: number, after: number): ChangedText[] {
    const winner = this.#set.preferred(this.#set.effectiveVariants(keyword));
    const now = this.#set.accountOf[winner ?? -1] ?? NO_ACCOUNT;
    return this.#set.variants.of(keyword).flatMap((row) => this.#changeOf(row, now, after));
  }

  #changeOf(row: number, from: number, to: number): ChangedText[] {
    if (from === to) return [];
    const { accounts } = this.#set;
    const { description } = this.#set.mapping(row);
    return [{ description, from: accounts[from] ?? null, to: accounts[to] ?? null }];
  }
}

function byDescription(a: ChangedText, b: ChangedText): number {
  return a.description < b.description ? -1 : a.description > b.description ? 1 : 0;
}

/** In place of a keyword number: not computed yet. */
const UNKNOWN = -2;
/** In place of an account number: case variants of several accounts have the keyword. */
const MIXED = -1;

/**
 * Finds the rival of a known text: the best keyword of another account that is contained in it and is not its own. If
 * the mapping were removed, its text would get the rival's account unless a better keyword is stored.
 */
class Rivals {
  readonly #set: MappingSet;
  readonly #search: KeywordSearch;
  /** Account of each keyword, or {@link MIXED}. */
  readonly #accounts: Int32Array;
  /** Rival of each text, as far as computed. */
  readonly #rivals: Int32Array;

  constructor(set: MappingSet, search: KeywordSearch) {
    this.#set = set;
    this.#search = search;
    this.#accounts = new Int32Array(set.variants.size);
    for (let keyword = 0; keyword < set.variants.size; keyword++) {
      this.#accounts[keyword] = accountOfKeyword(set, keyword);
    }
    this.#rivals = new Int32Array(set.mappings.length).fill(UNKNOWN);
  }

  /** Number of the rival keyword of text `row`; `NO_KEYWORD` if it contains none of another account. */
  rivalOf(row: number): number {
    const known = this.#rivals[row] as number;
    if (known !== UNKNOWN) return known;
    const own = this.#set.keywordOf(row);
    const account = this.#set.accountOf[row] as number;
    const rival = this.#search.best(
      row,
      (keyword) => keyword !== own && this.belongsElsewhere(keyword, account),
    );
    this.#rivals[row] = rival;
    return rival;
  }

  /** Whether a mapping of an account other than `account` has this keyword. */
  belongsElsewhere(keyword: number, account: number): boolean {
    return this.#accounts[keyword] !== account;
  }
}

function accountOfKeyword(set: MappingSet, keyword: number): number {
  if (set.variants.isSingle(keyword)) return set.accountOf[set.variants.first(keyword)] as number;
  const rows = set.effectiveVariants(keyword);
  const account = set.accountOf[rows[0] as number] ?? MIXED;
  return rows.every((row) => set.accountOf[row] === account) ? account : MIXED;
}
