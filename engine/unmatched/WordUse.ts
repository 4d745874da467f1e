import { COMMON_WORDS, isCommonWord } from '#model/commonWords.ts';
import { isUsable, type Mapping } from '#model/mapping.ts';
import { normalise } from '../normalise.ts';
import { LineWords, type Word } from './LineWords.ts';
import { TokenReader } from './tokens.ts';

/** A phrase that this many accounts share, none of them having the larger half, is uninformative. */
const MANY_ACCOUNTS = 4;
/** A word of many accounts that more than one in so many mappings have is part of a form and no name. */
const ONE_OF = 20;
/** In a short list a few mappings are a large part already. */
const MANY_MAPPINGS = 50;

/** How many mappings have something, and how many of them the account has that has most. */
type AccountShare = { readonly mappings: number; readonly accounts: number; readonly most: number };

/** Whether what these mappings have in common does not point to an account. */
export function isUninformative({ mappings, accounts, most }: AccountShare): boolean {
  return accounts >= MANY_ACCOUNTS && most * 2 < mappings;
}

/** A mapping with a word of the lines; its text is normalised when it is asked for first. */
type ListedMapping = { readonly description: string; readonly account: string; text: string | null };

/** How a mapping begins, {@link COMMON_WORDS} and codes left out. */
export type Beginning = {
  /** Up to the first word that no line has. */
  readonly words: readonly Word[];
  /** That word; null where there is none. */
  readonly other: string | null;
  readonly account: string;
};

/** What the mappings say of the words in a set of lines: how often each is used, and for which accounts. */
export class WordUse {
  /** Number of mappings that can match. */
  #usable = 0;
  /** Those with a word of the lines. */
  readonly #listed: ListedMapping[] = [];
  readonly #words = new LineWords();
  readonly #tokens = new TokenReader();

  constructor() {
    for (const word of COMMON_WORDS) this.#words.enter(word).isCommon = true;
  }

  /** Has a word followed: call it for the words of the lines before any mapping is added. */
  expect(word: string): void {
    this.#words.enter(word);
  }

  /**
   * Takes one mapping of the list in; one that cannot match is left out. Returns how it begins, or null where no line has
   * its first word.
   */
  add(mapping: Mapping): Beginning | null {
    if (!isUsable(mapping)) return null;
    this.#usable++;
    const { words, begin, other } = this.#readWords(mapping.description);
    if (words.length === 0) return null;
    const account = mapping.glAccount.trim();
    const at = this.#listed.push({ description: mapping.description, account, text: null }) - 1;
    for (const { mappings } of words) if (mappings.at(-1) !== at) mappings.push(at);
    return begin > 0 ? { words: words.slice(0, begin), other, account } : null;
  }

  /** The words of the lines in a description; how many of them stand before the first other word; and this word. */
  #readWords(description: string) {
    const tokens = this.#tokens;
    const words: Word[] = [];
    let begin = -1;
    let other: string | null = null;
    tokens.readTyped(description);
    while (tokens.next()) {
      if (tokens.isCode) continue;
      const word = this.#words.find(tokens.units, tokens.start, tokens.end);
      if (word !== undefined && word.isCommon === null) words.push(word);
      if (word !== undefined || begin >= 0 || isJoinedCommon(tokens)) continue;
      begin = words.length;
      if (begin > 0) other = tokens.text();
    }
    return { words, begin: begin < 0 ? words.length : begin, other };
  }

  /** The accounts of the mappings that have the phrase; `word` is the first word of it. */
  accountsOf(word: string, phrase = word): AccountShare {
    const counts = new Map<string, number>();
    let mappings = 0;
    for (const at of this.#words.get(word)?.mappings ?? []) {
      const mapping = this.#listed[at] as ListedMapping;
      if (phrase !== word && !textOf(mapping).includes(phrase)) continue;
      mappings++;
      counts.set(mapping.account, (counts.get(mapping.account) ?? 0) + 1);
    }
    return { mappings, accounts: counts.size, most: Math.max(0, ...counts.values()) };
  }

  /**
   * Whether a word of the lines stands in lines of any kind and names nobody: `LIMITED`, `PAYMENT`, and a word of many
   * accounts that a large part of the list has. Call it when every mapping has been taken in.
   */
  isCommon(text: string): boolean {
    const word = this.#words.enter(text);
    word.isCommon ??= isCommonWord(text) || this.#isInLargePart(word);
    return word.isCommon;
  }

  #isInLargePart({ text, mappings }: Word): boolean {
    const isLarge = mappings.length * ONE_OF > this.#usable && mappings.length >= MANY_MAPPINGS;
    return isLarge && isUninformative(this.accountsOf(text));
  }
}

/** The first letter of Japanese: only then can a word be several common ones without a gap. */
const FIRST_KANA = 0x3040;

function isJoinedCommon(tokens: TokenReader): boolean {
  return (tokens.units[tokens.start] as number) >= FIRST_KANA && isCommonWord(tokens.text());
}

function textOf(mapping: ListedMapping): string {
  mapping.text ??= normalise(mapping.description);
  return mapping.text;
}
