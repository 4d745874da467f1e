import { isUsable, type Mapping } from '#model/mapping.ts';
import { normalise } from '../normalise.ts';
import { tokensOf } from './tokens.ts';

/**
 * Words that stand in lines of any kind: of payments, of companies, of addresses. In an empty list nothing else would
 * say so.
 */
export const COMMON_WORDS = new Set(
  `card payment payments purchase debit credit direct transfer contactless pos visa mastercard standing order
  ref reference invoice inv to from for and of the limited ltd plc llp inc gmbh sarl bv co com uk eu org net
  www http https`.split(/\s+/),
);

/** From so many accounts on, a phrase that none of them has the larger half of tells nothing. */
export const MANY_ACCOUNTS = 4;
/** A word of many accounts that more than one in so many mappings have is part of a form and no name. */
const ONE_OF = 20;
/** In a short list a few mappings are a large part already. */
const MANY_MAPPINGS = 50;

/** How many mappings have something, and how many of them the account has that has most. */
export type AccountShare = { readonly mappings: number; readonly accounts: number; readonly most: number };

/** Whether what these mappings have in common says nothing about the account. */
export function tellsNothing({ mappings, accounts, most }: AccountShare): boolean {
  return accounts >= MANY_ACCOUNTS && most * 2 < mappings;
}

const NO_WORDS: readonly string[] = [];

type MappingText = { readonly text: string; readonly account: string };

/** What the mappings say of the words in a set of lines: how often each is used, and for which accounts. */
export class WordUse {
  /** The mappings that can match. */
  readonly #texts: MappingText[] = [];
  /** By expected word, the places in the list above. */
  readonly #mappingsOf = new Map<string, number[]>();
  readonly #isCommon = new Map<string, boolean>();

  /** Has a word followed: call it for the words of the lines before any mapping is added. */
  expect(word: string): void {
    if (!this.#mappingsOf.has(word)) this.#mappingsOf.set(word, []);
  }

  /**
   * Takes one mapping of the list in; one that cannot match is left out. Returns its words, without codes; none where no
   * word is expected.
   */
  add(mapping: Mapping): readonly string[] {
    if (!isUsable(mapping)) return NO_WORDS;
    const text = normalise(mapping.description);
    const at = this.#texts.length;
    this.#texts.push({ text, account: mapping.glAccount.trim() });
    const words: string[] = [];
    let isExpected = false;
    for (const { text: word, isCode } of tokensOf(text)) {
      if (isCode) continue;
      words.push(word);
      const of = this.#mappingsOf.get(word);
      if (of === undefined) continue;
      isExpected = true;
      if (of.at(-1) !== at) of.push(at);
    }
    return isExpected ? words : NO_WORDS;
  }

  /** The accounts of the mappings that have the phrase; `word` is the first word of it. */
  accountsOf(word: string, phrase = word): AccountShare {
    const counts = new Map<string, number>();
    let mappings = 0;
    for (const at of this.#mappingsOf.get(word) ?? []) {
      const { text, account } = this.#texts[at] as MappingText;
      if (phrase !== word && !text.includes(phrase)) continue;
      mappings++;
      counts.set(account, (counts.get(account) ?? 0) + 1);
    }
    return { mappings, accounts: counts.size, most: Math.max(0, ...counts.values()) };
  }

  /**
   * Whether a word stands in lines of any kind and names nobody: `LIMITED`, `PAYMENT`, and a word of many accounts that a
   * large part of the list has. Call it when every mapping has been taken in.
   */
  isCommon(word: string): boolean {
    const known = this.#isCommon.get(word);
    if (known !== undefined) return known;
    const isCommon = COMMON_WORDS.has(word) || this.#isInLargePart(word);
    this.#isCommon.set(word, isCommon);
    return isCommon;
  }

  #isInLargePart(word: string): boolean {
    const mappings = this.#mappingsOf.get(word)?.length ?? 0;
    const isLarge = mappings * ONE_OF > this.#texts.length && mappings >= MANY_MAPPINGS;
    return isLarge && tellsNothing(this.accountsOf(word));
  }
}
