import type { Mapping } from '#model/mapping.ts';
import type { KeywordGroup } from './containment.ts';
import { type MappingSet, NO_ACCOUNT } from './MappingSet.ts';
import { compareText, upperForm } from './texts.ts';

/** The text and account that a keyword conflicts with most, and how much contains it besides its own account. */
type Conflict = {
  readonly mapping: Mapping;
  readonly account: number;
  readonly mappings: number;
  readonly replaced: number;
  readonly accounts: number;
};

/** What contains the keywords of a group, by account. */
export class Usage {
  readonly #set: MappingSet;
  readonly #group: KeywordGroup;
  readonly #rows: readonly number[];
  /** How many rows each account has, and how many of these are replaced texts. */
  readonly #counts = new Map<number, { all: number; replaced: number }>();
  /** Accounts of texts that are the keyword itself. */
  readonly #owners: ReadonlySet<number>;
  /** The strongest row, and the strongest of another account than that. */
  readonly #strongest: readonly (number | undefined)[];

  constructor(set: MappingSet, group: KeywordGroup) {
    this.#set = set;
    this.#group = group;
    this.#rows = [...group.rows, ...group.replaced].filter((row) => set.accountOf[row] !== NO_ACCOUNT);
    const owners = new Set<number>();
    for (const row of this.#rows) {
      const account = set.accountOf[row] as number;
      const count = this.#counts.get(account) ?? { all: 0, replaced: 0 };
      count.all++;
      if (set.isReplaced(row)) count.replaced++;
      this.#counts.set(account, count);
      if (this.#isKeyword(row)) owners.add(account);
    }
    this.#owners = owners;
    const first = this.#counts.size > 1 ? this.#strongestOf(NO_ACCOUNT) : undefined;
    this.#strongest = first === undefined ? [] : [first, this.#strongestOf(set.accountOf[first] as number)];
  }

  /** The conflict for a keyword of `account`; null where everything that contains it is of that account. */
  conflictOf(account: number): Conflict | null {
    const row = this.#strongest.find((one) => one !== undefined && this.#set.accountOf[one] !== account);
    if (row === undefined) return null;
    const strongest = this.#set.accountOf[row] as number;
    const others = [...this.#counts].filter(([other]) => other !== account).map(([, count]) => count);
    const replaced = others.reduce((sum, count) => sum + count.replaced, 0);
    return {
      mapping: { ...this.#set.mapping(row), glAccount: this.#set.accounts[strongest] as string },
      account: strongest,
      mappings: others.reduce((sum, { all }) => sum + all, -replaced),
      replaced,
      accounts: others.length,
    };
  }

  #isKeyword(row: number): boolean {
    return this.#set.textOf[row] === this.#group.text;
  }

  #strongestOf(exceptAccount: number): number | undefined {
    return this.#rows.reduce<number | undefined>((best, row) => {
      if (this.#set.accountOf[row] === exceptAccount) return best;
      return best === undefined || this.#compareStrength(row, best) < 0 ? row : best;
    }, undefined);
  }

  /**
   * Strongest first: of an account that has the keyword itself, then of the one with the most rows; the keyword itself, then
   * the first in the alphabet.
   */
  #compareStrength(a: number, b: number): number {
    const [accountA, accountB] = [this.#set.accountOf[a] as number, this.#set.accountOf[b] as number];
    const countOf = (account: number) => this.#counts.get(account)?.all ?? 0;
    return (
      Number(this.#owners.has(accountB)) - Number(this.#owners.has(accountA)) ||
      countOf(accountB) - countOf(accountA) ||
      Number(this.#isKeyword(b)) - Number(this.#isKeyword(a)) ||
      compareText(upperForm(this.#set.mapping(a).description), upperForm(this.#set.mapping(b).description)) ||
      compareText(this.#set.mapping(a).key, this.#set.mapping(b).key)
    );
  }
}
