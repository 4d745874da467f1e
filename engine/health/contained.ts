import { type KeywordNumber, NO_KEYWORD } from '../keywords.ts';
import type { Containment } from './containment.ts';
import { type ListedKeywords, spellingsOf, winnerOf } from './listedKeywords.ts';

/** Where the keywords of a list stand in one another. */
export type Contained = {
  /** By keyword, 1 where another keyword, or the text of a mapping that can never match, contains it. */
  readonly isContained: Uint8Array;
  /** By keyword, 1 where it contains one with the same account. */
  readonly hasSameInside: Uint8Array;
  /** By keyword, the mappings of other accounts that contain it: by account their number, and the first in the list. */
  readonly inOtherAccounts: ReadonlyMap<KeywordNumber, ContainingByAccount>;
};

/** By the number of the account. */
export type ContainingByAccount = ReadonlyMap<number, Containing>;

/** Mappings of one account that contain a keyword: how many, and the place of the first. */
export type Containing = { readonly count: number; readonly first: number };

/** Between two of the shares that are yielded, so many keywords are processed. */
const STEP = 512;

/** Finds out which keywords stand in which. Yields the share done. */
export function* findContained(
  listed: ListedKeywords,
  containment: Containment,
): Generator<number, Contained> {
  const { count } = listed.table;
  const isContained = new Uint8Array(count);
  const hasSameInside = new Uint8Array(count);
  const inOtherAccounts = new Map<KeywordNumber, Map<number, Containing>>();
  for (let k = 0; k < count; k++) {
    const spellings = spellingsOf(listed, k);
    containment.visit(k, (found) => {
      isContained[found] = 1;
      const account = listed.accounts[winnerOf(listed, found)];
      for (const place of spellings) {
        if (listed.accounts[place] !== account)
          note(inOtherAccounts, found, listed.accounts[place] as number, place);
      }
      if (listed.accounts[winnerOf(listed, k)] === account) hasSameInside[k] = 1;
    });
    if (k % STEP === 0) yield k / count;
  }
  // The own text of a mapping that can never match is a known text too.
  for (const [place, { description }] of listed.list.entries()) {
    if (listed.keywords[place] !== NO_KEYWORD) continue;
    containment.visitText(description, (found) => {
      isContained[found] = 1;
    });
  }
  return { isContained, hasSameInside, inOtherAccounts };
}

function note(
  inOtherAccounts: Map<KeywordNumber, Map<number, Containing>>,
  found: KeywordNumber,
  account: number,
  place: number,
): void {
  let accounts = inOtherAccounts.get(found);
  if (accounts === undefined) {
    accounts = new Map();
    inOtherAccounts.set(found, accounts);
  }
  const { count, first } = accounts.get(account) ?? { count: 0, first: place };
  accounts.set(account, { count: count + 1, first: Math.min(first, place) });
}
