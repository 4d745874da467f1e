import { MIN_KEYWORD_LENGTH, nonSpaceLength } from '#model/mapping.ts';
import type { Token } from './tokens.ts';
import { tellsNothing, type WordUse } from './WordUse.ts';

/** Two letters can be the start of a reference number (`UK*MW`); three, or one ideograph, are part of a name. */
const NAMES_SOMETHING = /\p{L}{3}|[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;
/** `SIMPSON (YORK` reads like a mistake. */
const HAS_OPEN_BRACKET = /\([^)]*$/u;
/** A phrase that tells something grows to so many words besides common ones. */
const ENOUGH_WORDS = 2;

type Text = { readonly text: string; readonly tokens: readonly Token[] };

/**
 * The keyword to offer for texts that begin with the same name, of which `words` are the tokens in the first text. It
 * begins with the name, is part of every text, ends before the first number or code, and tells something: it is long
 * enough, has a word that is not common, and is not in mappings of many accounts. One text alone has itself as the last
 * resort. Null: there is none.
 */
export function offeredPhrase(texts: readonly Text[], words: readonly Token[], use: WordUse): string | null {
  const [first] = texts;
  const [begin] = words;
  if (first === undefined || begin === undefined) return null;
  const nameEnd = words.at(-1)?.end ?? begin.end;
  let best: string | null = null;
  let names = 0;
  for (const { end, text } of wordsUpToCode(first, begin.start)) {
    const isCommon = use.isCommon(text);
    const isEnough = best !== null && end > nameEnd && (isCommon || names >= ENOUGH_WORDS);
    const phrase = first.text.slice(begin.start, end);
    if (isEnough || !texts.every((other) => other.text.includes(phrase))) break;
    if (!isCommon) names++;
    if (canBeOffered(phrase, begin.text, use)) best = phrase;
  }
  if (best === null && texts.length === 1 && canBeOffered(first.text, begin.text, use)) return first.text;
  return best;
}

/** The tokens from `start` on, before the first number or code. */
function wordsUpToCode({ tokens }: Text, start: number): readonly Token[] {
  const from = tokens.findIndex((token) => token.start === start);
  const code = tokens.findIndex((token, i) => i >= from && token.isCode);
  return tokens.slice(from, code < 0 ? tokens.length : code);
}

/** @param word the first word of the phrase that is not common */
function canBeOffered(phrase: string, word: string, use: WordUse): boolean {
  if (nonSpaceLength(phrase) < MIN_KEYWORD_LENGTH || !NAMES_SOMETHING.test(phrase)) return false;
  if (HAS_OPEN_BRACKET.test(phrase)) return false;
  return !tellsNothing(use.accountsOf(word, phrase));
}
