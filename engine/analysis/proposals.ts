import { type MappingKey, MIN_KEYWORD_LENGTH, mappingKey, nonSpaceLength } from '#model/mapping.ts';
import type { ChangedText, Choice, KeepReason, Proposal } from '#model/proposal.ts';
import { compareAsKeywords, lengthOf, PhraseTable, textOf, type UnitTexts } from './comparedTexts.ts';
import {
  type AccountTally,
  type Containment,
  conflictOf,
  type KeywordGroup,
  type MappingSet,
  NO_KEYWORD,
  NO_ROW,
  tallyByAccount,
} from './MappingSet.ts';
import { MIN_PHRASE_LENGTH } from './phraseTree.ts';

/** A keyword found for an account, and the mappings that it was found in. */
export type Finding = {
  readonly account: number;
  readonly keyword: string;
  readonly rows: readonly number[];
};

const PROPOSALS_PER_STEP = 64;

/**
 * A proposal for each finding, from the mappings that contain its keyword. Yields the share of the proposals made, 0 to
 * 1.
 */
export function* buildProposals(
  set: MappingSet,
  findings: readonly Finding[],
  containment: Containment,
): Generator<number, Proposal[]> {
  const builder = new ProposalBuilder(set, findings, containment);
  const proposals: Proposal[] = [];
  for (const number of findings.keys()) {
    proposals.push(builder.proposal(number));
    if (number % PROPOSALS_PER_STEP === 0) yield number / findings.length;
  }
  return proposals;
}

/** Turns findings into proposals: what each conflicts with, and what each choice would do. */
class ProposalBuilder {
  readonly #set: MappingSet;
  readonly #findings: readonly Finding[];
  readonly #containment: Containment;
  readonly #choices: Choices;
  /** Per group the number of its keyword in the set, NO_KEYWORD where no mapping has it. */
  readonly #existing: readonly number[];
  /** Per group, as far as computed. */
  readonly #tallies: AccountTally[][] = [];
  /** By account and key of the keyword, as far as computed. */
  readonly #alternatives = new Map<string, Choice>();

  constructor(set: MappingSet, findings: readonly Finding[], containment: Containment) {
    this.#set = set;
    this.#findings = findings;
    this.#containment = containment;
    const keys = new Set<MappingKey>(findings.map(({ keyword }) => mappingKey(keyword)));
    const lengths = findings.map((_finding, number) => lengthOf(containment.match, number));
    const shortest = lengths.reduce((least, length) => Math.min(least, length), MIN_PHRASE_LENGTH);
    this.#choices = new Choices(set, new Rivals(set, shortest), keys);
    this.#existing = containment.groups.map((group) => this.#existingKeyword(group));
  }

  proposal(number: number): Proposal {
    const { account, keyword, rows } = this.#findings[number] as Finding;
    const group = this.#containment.groupOf[number] as number;
    const containing = (this.#containment.groups[group] as KeywordGroup).rows;
    const written = this.#written(number, group);
    const tallies = this.#talliesOf(group);
    const conflict = conflictOf(this.#set, tallies, containing.length, account);
    return {
      ...this.#choices.choose(written, account, rows),
      status: conflict ? 'CONFLICT' : 'OK',
      keyword,
      count: rows.length,
      originals: rows.map((row) => this.#set.mapping(row)),
      conflict: conflict?.mapping ?? null,
      conflictMappings: conflict?.mappings ?? 0,
      conflictAccounts: conflict?.accounts ?? 0,
      alternative: conflict && this.#alternative(written, conflict.account, group),
    };
  }

  /** Computed once, since a keyword may be proposed for very many accounts. */
  #talliesOf(group: number): AccountTally[] {
    const existing = this.#existing[group] as number;
    this.#tallies[group] ??= tallyByAccount(
      this.#set,
      (this.#containment.groups[group] as KeywordGroup).rows,
      (row) => this.#set.keywordOf(row) === existing,
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
    const { match } = this.#containment;
    return {
      key: mappingKey((this.#findings[number] as Finding).keyword),
      match,
      number,
      text: textOf(match, number),
      existing: this.#existing[group] as number,
    };
  }

  /** Number of the group's keyword in the set, NO_KEYWORD where no mapping has it. */
  #existingKeyword({ keywords, rows }: KeywordGroup): number {
    const { match } = this.#containment;
    const text = textOf(match, keywords[0] as number);
    const variant = rows.find(
      (row) =>
        lengthOf(this.#set.texts.match, row) === text.length && textOf(this.#set.texts.match, row) === text,
    );
    return variant === undefined ? NO_KEYWORD : this.#set.keywordOf(variant);
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
};

/** Computes what giving a keyword to an account would do. */
class Choices {
  readonly #set: MappingSet;
  readonly #rivals: Rivals;
  /** 1 for mappings stored under the key of a proposed keyword: they are not removed on behalf of another keyword. */
  readonly #hasProposedKey: Uint8Array;
  readonly #rowOfKey = new Map<MappingKey, number>();

  constructor(set: MappingSet, rivals: Rivals, proposedKeys: ReadonlySet<MappingKey>) {
    this.#set = set;
    this.#rivals = rivals;
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
    const removed = originals.filter((row) => {
      const reason = isOverruled ? 'overruled' : this.#reasonToKeep(row, keyword, account);
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

  /** Null where the text of an original keeps its account when the original is removed and the keyword stored. */
  #reasonToKeep(row: number, keyword: WrittenKeyword, account: number): KeepReason | null {
    if (this.#hasProposedKey[row] === 1) return 'keyword';
    if (nonSpaceLength(keyword.text) < MIN_KEYWORD_LENGTH || !this.#covers(keyword, row)) return 'spelling';
    const own = this.#set.keywordOf(row);
    if (own !== keyword.existing && this.#rivals.belongsElsewhere(own, account)) return 'rival';
    const rival = this.#rivals.rivalOf(row);
    if (rival === NO_RIVAL || rival === keyword.existing) return null;
    const rivalRow = this.#rivals.rowOf(rival);
    const wins = compareAsKeywords(keyword.match, keyword.number, this.#set.texts.match, rivalRow) < 0;
    return wins ? null : 'rival';
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
   * The mappings whose text changes its account. Removed originals never do ({@link #reasonToKeep}). Two kinds may: case
   * variants of the keyword, and a mapping with another text that is stored under the keyword's key and overwritten.
   */
  #changedTexts(keyword: WrittenKeyword, account: number, removed: readonly number[]): ChangedText[] {
    const overwritten = this.#rowOfKey.get(keyword.key);
    if (overwritten === undefined && keyword.existing === NO_KEYWORD) return [];
    const gone = new Set(removed);
    if (overwritten !== undefined) gone.add(overwritten);
    const changed = this.#changesOfVariants(keyword, account, gone);
    const lost = overwritten === undefined ? NO_KEYWORD : this.#set.keywordOf(overwritten);
    if (lost !== NO_KEYWORD && lost !== keyword.existing) {
      const after = accountOfLostText(this.#set, lost, gone, keyword) ?? account;
      changed.push(...this.#changesOf(lost, after));
    }
    return changed.length > 1 ? changed.sort(byDescription) : changed;
  }

  #changesOfVariants(keyword: WrittenKeyword, account: number, gone: ReadonlySet<number>): ChangedText[] {
    const variants = this.#set.effectiveVariants(keyword.existing);
    if (variants.some((row) => this.#set.isStored(row))) return [];
    const winner = this.#set.preferred(variants.filter((row) => !gone.has(row)));
    const keywordWins = winner === undefined || keyword.key < this.#set.mapping(winner).key;
    return this.#changesOf(keyword.existing, keywordWins ? account : this.#set.accountOf[winner]);
  }

  /** The mappings with this keyword, where its account is another one afterwards. */
  #changesOf(keyword: number, after: number | undefined): ChangedText[] {
    const now = this.#accountNow(keyword);
    if (after === now) return [];
    const nameOf = (account: number | undefined) => this.#set.accounts[account ?? NO_ACCOUNT] ?? null;
    return Array.from(this.#set.variants.of(keyword), (row) => ({
      description: this.#set.mapping(row).description,
      from: nameOf(now),
      to: nameOf(after),
    }));
  }

  #accountNow(keyword: number): number | undefined {
    const winner = this.#set.preferred(this.#set.effectiveVariants(keyword));
    return winner === undefined ? undefined : this.#set.accountOf[winner];
  }
}

function byDescription(a: ChangedText, b: ChangedText): number {
  return a.description < b.description ? -1 : a.description > b.description ? 1 : 0;
}

/** In place of an account: no keyword is contained in the text any more. */
const NO_ACCOUNT = -1;

/**
 * Account of the text of keyword `lost` once the mappings `gone` are removed and `keyword` is stored: {@link
 * NO_ACCOUNT} for no match, undefined where `keyword` wins. A plain loop over all keywords: it is needed only for
 * mappings stored under a key that is not that of their text, which are rare.
 */
function accountOfLostText(
  set: MappingSet,
  lost: number,
  gone: ReadonlySet<number>,
  keyword: WrittenKeyword,
): number | undefined {
  const remaining = set.effectiveVariants(lost).filter((row) => !gone.has(row));
  const exact = set.preferred(remaining);
  if (exact !== undefined) return set.accountOf[exact];
  const { match } = set.texts;
  const text = textOf(match, set.variants.first(lost));
  let best: number | undefined;
  for (let other = 0; other < set.variants.size; other++) {
    const row = set.preferred(set.effectiveVariants(other).filter((variant) => !gone.has(variant)));
    if (row === undefined || !isContained(textOf(match, row), text)) continue;
    if (best === undefined || compareAsKeywords(match, row, match, best) < 0) best = row;
  }
  const byKeyword = isContained(keyword.text, text);
  if (best === undefined) return byKeyword ? undefined : NO_ACCOUNT;
  const keywordIsBetter = compareAsKeywords(keyword.match, keyword.number, match, best) < 0;
  return byKeyword && keywordIsBetter ? undefined : set.accountOf[best];
}

function isContained(keyword: string, text: string): boolean {
  return nonSpaceLength(keyword) >= MIN_KEYWORD_LENGTH && text.includes(keyword);
}

/** In place of a keyword number: the text contains no keyword of another account. */
const NO_RIVAL = -1;

/** In place of a keyword number: not computed yet. */
const UNKNOWN = -2;
/** In place of an account number: case variants of several accounts have the keyword. */
const MIXED = -1;

/**
 * Finds the rival of a mapping: the best keyword of another account (in the classifier's order: longest, then
 * alphabetical) that is contained in its text and is not its own. If the mapping were removed, its text would get the
 * rival's account unless a better keyword is stored. Keywords shorter than `shortest` are not considered.
 */
class Rivals {
  readonly #set: MappingSet;
  readonly #shortest: number;
  readonly #table: PhraseTable;
  /** Keyword number of each phrase of the table. */
  readonly #keywords: number[] = [];
  /** Account of each keyword, or {@link MIXED}. */
  readonly #accounts: Int32Array;
  /** Rival of each mapping, as far as computed. */
  readonly #rivals: Int32Array;

  constructor(set: MappingSet, shortest: number) {
    this.#set = set;
    this.#shortest = Math.max(shortest, 1);
    this.#accounts = new Int32Array(set.variants.size);
    for (let keyword = 0; keyword < set.variants.size; keyword++) {
      this.#accounts[keyword] = accountOfKeyword(set, keyword);
    }
    this.#rivals = new Int32Array(set.mappings.length).fill(UNKNOWN);
    this.#table = this.#buildTable();
  }

  /** Number of the rival keyword of mapping `row`, or {@link NO_RIVAL}. */
  rivalOf(row: number): number {
    const known = this.#rivals[row] as number;
    if (known !== UNKNOWN) return known;
    const rival = this.#search(row);
    this.#rivals[row] = rival;
    return rival;
  }

  /** Whether a mapping of an account other than `account` has this keyword. */
  belongsElsewhere(keyword: number, account: number): boolean {
    return this.#accounts[keyword] !== account;
  }

  /** A mapping that has this keyword. */
  rowOf(keyword: number): number {
    return this.#set.variants.first(keyword);
  }

  #buildTable(): PhraseTable {
    const { match } = this.#set.texts;
    const { variants } = this.#set;
    const table = new PhraseTable(match.units, Math.min(this.#shortest, MIN_PHRASE_LENGTH), variants.size);
    for (let keyword = 0; keyword < variants.size; keyword++) {
      const row = variants.first(keyword);
      if (row === NO_ROW || !this.#isEligible(row)) continue;
      this.#keywords[table.add(match.starts[row] as number, lengthOf(match, row))] = keyword;
    }
    return table;
  }

  #isEligible(row: number): boolean {
    const { match } = this.#set.texts;
    const length = lengthOf(match, row);
    // No two spaces meet, so of 10 units at least 5 are no spaces.
    if (length < this.#shortest) return false;
    return length >= 2 * MIN_KEYWORD_LENGTH || nonSpaceLength(textOf(match, row)) >= MIN_KEYWORD_LENGTH;
  }

  #search(row: number): number {
    const { match } = this.#set.texts;
    const own = this.#set.keywordOf(row);
    const account = this.#set.accountOf[row] as number;
    let best = NO_RIVAL;
    const visitor = {
      shortest: this.#shortest,
      visit: (phrase: number) => {
        const keyword = this.#keywords[phrase] as number;
        if (keyword === own || !this.belongsElsewhere(keyword, account)) return;
        if (best !== NO_RIVAL && !this.#isBetter(keyword, best)) return;
        best = keyword;
        visitor.shortest = lengthOf(match, this.rowOf(keyword));
      },
    };
    this.#table.search(
      match.units,
      match.starts[row] as number,
      (match.starts[row + 1] as number) - 1,
      visitor,
    );
    return best;
  }

  #isBetter(keyword: number, than: number): boolean {
    const { match } = this.#set.texts;
    return compareAsKeywords(match, this.rowOf(keyword), match, this.rowOf(than)) < 0;
  }
}

function accountOfKeyword(set: MappingSet, keyword: number): number {
  if (set.variants.isSingle(keyword)) return set.accountOf[set.variants.first(keyword)] as number;
  const rows = set.effectiveVariants(keyword);
  const account = set.accountOf[rows[0] as number] ?? MIXED;
  return rows.every((row) => set.accountOf[row] === account) ? account : MIXED;
}
