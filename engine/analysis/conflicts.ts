import type { Mapping } from '#model/mapping.ts';
import { compareTextAt } from './comparedTexts.ts';
import type { MappingSet } from './MappingSet.ts';

/** The mappings of one account that contain a keyword. */
export type AccountTally = {
  readonly account: number;
  count: number;
  /** Whether one of them is the keyword itself to the classifier; not looked for where there is no other account. */
  sameKeyword: boolean;
  /** The mapping that speaks for the account against others: a same keyword first, else the first in the alphabet. */
  strongest: number;
};

/**
 * Tallies the mappings `rows`, which contain a keyword, by account, strongest claim first: an account that has the
 * keyword itself, then the one with the most mappings, then the alphabetical order of their mappings.
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
  // Most keywords are one account's alone: then nobody asks who speaks for it, and no text need be read.
  if (tallies.size > 1) findStrongest(set, rows, isSameKeyword, tallies);
  return [...tallies.values()].sort(
    (a, b) =>
      Number(b.sameKeyword) - Number(a.sameKeyword) ||
      b.count - a.count ||
      alphabetical(set, a.strongest, b.strongest),
  );
}

/** What an account's keyword runs into. */
export type Conflict = {
  readonly mapping: Mapping;
  readonly account: number;
  readonly mappings: number;
  readonly accounts: number;
};

/** The conflict for a keyword of `account`, or null if no other account is in `tallies`. */
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
