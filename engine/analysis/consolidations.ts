import type { ChangedText, Choice, Consolidation, KeepReason } from '#model/consolidation.ts';
import { type MappingKey, mappingKey } from '#model/mapping.ts';
import { better, mayBeContained } from '../keywords.ts';
import type { Containment, KeywordGroup } from './containment.ts';
import { KeywordSearch } from './KeywordSearch.ts';
import { type MappingSet, NO_ACCOUNT, NO_TEXT } from './MappingSet.ts';
import { compareText } from './texts.ts';
import { Usage } from './Usage.ts';

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
  const search = new KeywordSearch(set, containment.contained);
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
  { groupOf }: Containment,
): Generator<number, void> {
  const rows = new Set(groupOf.flatMap(({ replaced }) => replaced));
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
  readonly #groupOf: readonly KeywordGroup[];
  readonly #choices: Choices;
  /** As far as computed: once per group, since a keyword may be proposed for very many accounts. */
  readonly #usages = new Map<KeywordGroup, Usage>();
  /** By account and key of the keyword, as far as computed. */
  readonly #alternatives = new Map<string, Choice>();

  constructor(set: MappingSet, findings: readonly Finding[], containment: Containment, choices: Choices) {
    this.#set = set;
    this.#findings = findings;
    this.#groupOf = containment.groupOf;
    this.#choices = choices;
  }

  consolidation(number: number): Consolidation {
    const { account, keyword, rows } = this.#findings[number] as Finding;
    const group = this.#groupOf[number] as KeywordGroup;
    const written = this.#written(keyword, group);
    const conflict = this.#usageOf(group).conflictOf(account);
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

  #usageOf(group: KeywordGroup): Usage {
    const usage = this.#usages.get(group) ?? new Usage(this.#set, group);
    this.#usages.set(group, usage);
    return usage;
  }

  /**
   * The choice of the other account. Its originals are those that the keyword is proposed for there, else all mappings
   * of that account in the list that contain the keyword.
   */
  #alternative(written: WrittenKeyword, account: number, group: KeywordGroup): Choice {
    const id = `${account} ${written.key}`;
    const known = this.#alternatives.get(id) ?? this.#choiceOfOther(written, account, group);
    this.#alternatives.set(id, known);
    return known;
  }

  #choiceOfOther(written: WrittenKeyword, account: number, { keywords, rows }: KeywordGroup): Choice {
    const sibling = keywords
      .map((number) => this.#findings[number] as Finding)
      .find((finding) => finding.account === account);
    const originals =
      sibling?.rows ?? rows.filter((row) => this.#set.accountOf[row] === account && !this.#set.isStored(row));
    return this.#choices.choose(written, account, originals);
  }

  #written(keyword: string, { text, replaced }: KeywordGroup): WrittenKeyword {
    return { key: mappingKey(keyword), text, replaced };
  }
}

/** A proposed keyword in the forms that are compared. */
type WrittenKeyword = {
  readonly key: MappingKey;
  /** Number of its match form. */
  readonly text: number;
  /** The replaced texts that contain it. */
  readonly replaced: readonly number[];
};

/** Computes what giving a keyword to an account would do. */
class Choices {
  readonly #set: MappingSet;
  readonly #search: KeywordSearch;
  /** Mappings of the list by their keys where these are of proposed keywords: no other keyword removes them. */
  readonly #rowOfKey = new Map<MappingKey, number>();

  constructor(set: MappingSet, search: KeywordSearch, proposedKeys: ReadonlySet<MappingKey>) {
    this.#set = set;
    this.#search = search;
    for (let row = 0; row < set.listSize; row++) {
      const { key } = set.mapping(row);
      if (proposedKeys.has(key)) this.#rowOfKey.set(key, row);
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
    endangered: readonly number[],
  ): KeepReason | null {
    if (this.#rowOfKey.has(this.#set.mapping(row).key)) return 'keyword';
    const own = this.#set.textOf[row] as number;
    const isCovered = this.#search.contained.has(own, keyword.text);
    if (!isCovered || !mayBeContained(this.#set.table, keyword.text)) return 'spelling';
    if (own !== keyword.text && this.#belongsElsewhere(own, account)) return 'rival';
    if (this.#hasBetterRival(row, keyword)) return 'rival';
    return endangered.some((other) => this.#search.contained.has(other, own)) ? 'rival' : null;
  }

  /** Whether a keyword of another account than the text's, and not its own, is in the text and beats the new keyword. */
  #hasBetterRival(row: number, keyword: WrittenKeyword): boolean {
    const account = this.#set.accountOf[row] as number;
    const text = this.#set.textOf[row] as number;
    const isOwn = (other: number) => other === text && !this.#set.isReplaced(row);
    const rival = this.#search.best(text, (other) => !isOwn(other) && this.#belongsElsewhere(other, account));
    return rival !== keyword.text && this.#isBetter(rival, keyword);
  }

  #isBetter(other: number, keyword: WrittenKeyword): boolean {
    return other !== NO_TEXT && better(this.#set.table, other, keyword.text) === other;
  }

  /** Whether a mapping of an account other than `account` has this keyword. */
  #belongsElsewhere(keyword: number, account: number): boolean {
    return this.#set.effectiveVariants(keyword).some((row) => this.#set.accountOf[row] !== account);
  }

  /**
   * The replaced texts of the account that contain the keyword, but would not get the account from it: a mapping of the
   * account that one of them contains may be what keeps it there.
   */
  #endangeredTexts(keyword: WrittenKeyword, account: number): number[] {
    return keyword.replaced
      .filter((row) => this.#set.accountOf[row] === account && this.#hasBetterRival(row, keyword))
      .map((row) => this.#set.textOf[row] as number);
  }

  /** Whether a case variant of another account beats the keyword: a stored one, or one with a lower key. */
  #isOverruled(keyword: WrittenKeyword, account: number): boolean {
    return this.#set
      .effectiveVariants(keyword.text)
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
    const isNew = overwritten === undefined && this.#set.variantsOf(keyword.text).length === 0;
    if (isNew && keyword.replaced.length === 0) return [];
    const gone = new Set(removed);
    if (overwritten !== undefined) gone.add(overwritten);
    const after = (row: number) => this.#accountAfter(row, keyword, account, gone);
    const changed = this.#changesOf(keyword.text, this.#accountOfKeyword(keyword, account, gone));
    const lost = overwritten === undefined ? NO_TEXT : (this.#set.textOf[overwritten] as number);
    const isLost = overwritten !== undefined && lost !== NO_TEXT && lost !== keyword.text;
    if (isLost) changed.push(...this.#changesOf(lost, after(overwritten)));
    for (const row of isLost ? this.#allReplaced() : keyword.replaced) {
      const now = isLost ? accountNow(this.#set, this.#search, row) : (this.#set.accountOf[row] as number);
      changed.push(...this.#changeOf(row, now, after(row)));
    }
    return changed.length > 1 ? changed.sort(byDescription) : changed;
  }

  #allReplaced(): number[] {
    const { replacedFrom, mappings } = this.#set;
    const rows = Array.from({ length: mappings.length - replacedFrom }, (_unused, i) => replacedFrom + i);
    return rows.filter((row) => this.#set.textOf[row] !== NO_TEXT);
  }

  /** Account of text `row` once the mappings `gone` are removed and the keyword is stored for `account`. */
  #accountAfter(row: number, keyword: WrittenKeyword, account: number, gone: ReadonlySet<number>): number {
    const remaining = (other: number) =>
      this.#set.effectiveVariants(other).filter((variant) => !gone.has(variant));
    const best = this.#search.bestOfAll(
      row,
      (other) => other !== keyword.text && remaining(other).length > 0,
    );
    const isFound = this.#search.isFound(keyword.text, this.#set.textOf[row] as number);
    if (isFound && !this.#isBetter(best, keyword)) return this.#accountOfKeyword(keyword, account, gone);
    return this.#set.accountOf[this.#set.preferred(remaining(best)) ?? -1] ?? NO_ACCOUNT;
  }

  /** Account of the keyword itself, once stored: a case variant that stays may win over it. */
  #accountOfKeyword(keyword: WrittenKeyword, account: number, gone: ReadonlySet<number>): number {
    const variants = this.#set.effectiveVariants(keyword.text);
    const winner = this.#set.preferred(variants.filter((row) => !gone.has(row)));
    if (winner === undefined) return account;
    const keywordWins = !this.#set.isStored(winner) && keyword.key < this.#set.mapping(winner).key;
    return keywordWins ? account : (this.#set.accountOf[winner] as number);
  }

  /** The mappings with this keyword, where its account is another one afterwards. */
  #changesOf(keyword: number, after: number): ChangedText[] {
    const winner = this.#set.preferred(this.#set.effectiveVariants(keyword));
    const now = this.#set.accountOf[winner ?? -1] ?? NO_ACCOUNT;
    return this.#set.variantsOf(keyword).flatMap((row) => this.#changeOf(row, now, after));
  }

  #changeOf(row: number, from: number, to: number): ChangedText[] {
    if (from === to) return [];
    const { accounts } = this.#set;
    const { description } = this.#set.mapping(row);
    return [{ description, from: accounts[from] ?? null, to: accounts[to] ?? null }];
  }
}

function byDescription(a: ChangedText, b: ChangedText): number {
  return compareText(a.description, b.description);
}
