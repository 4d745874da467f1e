import { type MappingKey, MIN_KEYWORD_LENGTH, nonSpaceLength } from '#model/mapping.ts';
import type { Choice } from '#model/proposal.ts';
import { NO_KEYWORD } from './CaseVariants.ts';
import { compareAsKeywords, textOf } from './comparedTexts.ts';
import { accountOfLostText } from './lostTexts.ts';
import type { MappingSet } from './MappingSet.ts';
import { NO_RIVAL, type Rivals } from './Rivals.ts';
import type { WrittenKeyword } from './writtenKeyword.ts';

/** Works out what giving a keyword to an account would do. */
export class Choices {
  readonly #set: MappingSet;
  readonly #rivals: Rivals;
  /** 1 for mappings stored under the key of a proposed keyword: none is removed on behalf of another. */
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
    const isKeyword = nonSpaceLength(keyword.text) >= MIN_KEYWORD_LENGTH;
    const removed =
      isKeyword && !this.#isOverruled(keyword, account)
        ? originals.filter((row) => this.#canGo(row, keyword, account))
        : [];
    return {
      glAccount: this.#set.accounts[account] as string,
      idsToDelete: removed.map((row) => this.#set.mapping(row).key),
      changes: this.#countChanges(keyword, account, removed),
    };
  }

  /** Whether the text of an original stays with its account when the original is gone and the keyword written. */
  #canGo(row: number, keyword: WrittenKeyword, account: number): boolean {
    if (this.#hasProposedKey[row] === 1 || !this.#covers(keyword, row)) return false;
    const own = this.#set.keywordOf(row);
    if (own !== keyword.existing && this.#rivals.belongsElsewhere(own, account)) return false;
    const rival = this.#rivals.rivalOf(row);
    if (rival === NO_RIVAL || rival === keyword.existing) return true;
    const rivalRow = this.#rivals.rowOf(rival);
    return compareAsKeywords(keyword.match, keyword.number, this.#set.texts.match, rivalRow) < 0;
  }

  /** Whether the classifier finds the keyword in the mapping's text. */
  #covers(keyword: WrittenKeyword, row: number): boolean {
    return this.#set.texts.complex[row] === 0 || textOf(this.#set.texts.match, row).includes(keyword.text);
  }

  /** Whether another account's twin of the keyword beats it: a stored one, or one with a lesser key. */
  #isOverruled(keyword: WrittenKeyword, account: number): boolean {
    return this.#set
      .effectiveTwins(keyword.existing)
      .some(
        (row) =>
          this.#set.accountOf[row] !== account &&
          (this.#set.isStored(row) || this.#set.mapping(row).key < keyword.key),
      );
  }

  /**
   * Number of mappings whose text changes its account. The removed ones never do ({@link #canGo}); left are twins of
   * the keyword, and texts that go because an entry of another text is stored under the keyword's key.
   */
  #countChanges(keyword: WrittenKeyword, account: number, removed: readonly number[]): number {
    const overwritten = this.#rowOfKey.get(keyword.key);
    if (overwritten === undefined && keyword.existing === NO_KEYWORD) return 0;
    const gone = new Set(removed);
    if (overwritten !== undefined) gone.add(overwritten);
    const changes = this.#changesOfTwins(keyword, account, gone);
    if (overwritten === undefined) return changes;
    const lost = this.#set.keywordOf(overwritten);
    if (lost === NO_KEYWORD || lost === keyword.existing) return changes;
    const after = accountOfLostText(this.#set, lost, gone, keyword) ?? account;
    return changes + (after === this.#accountNow(lost) ? 0 : this.#sizeOf(lost));
  }

  #changesOfTwins(keyword: WrittenKeyword, account: number, gone: ReadonlySet<number>): number {
    const twins = this.#set.effectiveTwins(keyword.existing);
    if (twins.some((row) => this.#set.isStored(row))) return 0;
    const winner = this.#set.preferred(twins.filter((row) => !gone.has(row)));
    const keywordWins = winner === undefined || keyword.key < this.#set.mapping(winner).key;
    const after = keywordWins ? account : this.#set.accountOf[winner];
    return after === this.#accountNow(keyword.existing) ? 0 : this.#sizeOf(keyword.existing);
  }

  #accountNow(keyword: number): number | undefined {
    const winner = this.#set.preferred(this.#set.effectiveTwins(keyword));
    return winner === undefined ? undefined : this.#set.accountOf[winner];
  }

  #sizeOf(keyword: number): number {
    return this.#set.twins.of(keyword).length;
  }
}
