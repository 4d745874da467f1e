import { endsName, hasCommonWordsOnly, isCommonWord } from '#model/commonWords.ts';
import { MIN_KEYWORD_LENGTH, nonSpaceLength } from '#model/mapping.ts';
import { normalise } from '../normalise.ts';
import { nameWords, type Token, tokensOf } from './tokens.ts';
import { isUninformative, type WordUse } from './WordUse.ts';

/** Two letters can be the start of a reference number (`UK*MW`); three, or one ideograph, are part of a name. */
const NAMES_SOMETHING = /\p{L}{3}|[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;
/** `SIMPSON (YORK` reads like a mistake. */
const HAS_OPEN_BRACKET = /\([^)]*$/u;
/** A phrase that tells something grows to so many words besides common ones. */
const ENOUGH_WORDS = 2;
/** Words of one text from which its phrases are made. */
const MAX_WORDS = 40;

type Text = { readonly text: string; readonly tokens: readonly Token[] };

/** What decides whether a phrase is worth a mapping. */
type Judge = {
  /** Whether a word stands in lines of any kind. */
  isCommon(word: string): boolean;
  /** Whether a phrase says something about the account. */
  tells(phrase: string): boolean;
};

/**
 * The keyword to offer for texts that begin with the same name, of which `words` are the tokens in the first text. It
 * begins with the name, is part of every text, ends before the first number or code, and tells something: it is long
 * enough, has a word that is not common, and is not in mappings of many accounts. One text alone has itself as the last
 * resort. Null: there is none.
 */
export function suggestKeyword(texts: readonly Text[], words: readonly Token[], use: WordUse): string | null {
  const [first] = texts;
  const [begin] = words;
  if (first === undefined || begin === undefined) return null;
  const judge: Judge = {
    isCommon: (word) => use.isCommon(word),
    tells: (phrase) => !isUninformative(use.accountsOf(begin.text, phrase)),
  };
  const phrase = grow(texts, words, judge);
  if (phrase !== null || texts.length > 1) return phrase;
  return canBeKeyword(first.text) && judge.tells(first.text) ? first.text : null;
}

/**
 * The keyword to offer for one line that gets an account: what is offered for its group, unless a text of another account
 * contains it; else the first name in the line that no such text contains, as {@link suggestKeyword} finds names; else the
 * whole line. Normalised; null where the line has common words only.
 *
 * @param group that of the line, whose name says where the line's own name begins; null where it is not known
 * @param others mappings and lines of other accounts, as typed
 */
export function suggestKeywordFor(
  description: string,
  group: { readonly name: string; readonly phrase: string | null } | null,
  others: Iterable<string>,
): string | null {
  const text = normalise(description);
  const offered = group?.phrase ?? null;
  const runs = runsOf(text, group === null ? undefined : tokensOf(group.name)[0]?.text);
  const phrases = runs.flatMap(phrasesOf);
  const apart = withoutContained(offered === null ? phrases : [offered, ...phrases], others);
  if (offered !== null && apart.has(offered)) return offered;
  const judge: Judge = { isCommon: isCommonWord, tells: (phrase) => apart.has(phrase) };
  for (const run of runs) {
    const words = nameWords(run.tokens, judge.isCommon);
    const phrase = grow([run], words.slice(0, 1), judge);
    if (phrase !== null) return phrase;
    // What follows the number of a short name is not the name: `ALDI 1302 LEEDS`.
    if (isShortName(run, apart)) break;
  }
  return hasCommonWordsOnly(text) ? null : text;
}

/** The longest phrase that the texts are to have: up to the name, then up to {@link ENOUGH_WORDS}. */
function grow(texts: readonly Text[], words: readonly Token[], judge: Judge): string | null {
  const [first] = texts;
  const [begin] = words;
  if (first === undefined || begin === undefined) return null;
  const nameEnd = words.at(-1)?.end ?? begin.end;
  let best: string | null = null;
  let names = 0;
  for (const { end, text } of wordsUpToCode(first, begin.start)) {
    const isFiller = judge.isCommon(text) || endsName(text);
    const isEnough = best !== null && end > nameEnd && (isFiller || names >= ENOUGH_WORDS);
    const phrase = first.text.slice(begin.start, end);
    if (isEnough || !texts.every((other) => other.text.includes(phrase))) break;
    if (!isFiller) names++;
    if (canBeKeyword(phrase) && judge.tells(phrase)) best = phrase;
  }
  return best;
}

/** The tokens from `start` on, before the first number or code. */
function wordsUpToCode({ tokens }: Text, start: number): readonly Token[] {
  const from = tokens.findIndex((token) => token.start === start);
  const code = tokens.findIndex((token, i) => i >= from && token.isCode);
  return tokens.slice(from, code < 0 ? tokens.length : code);
}

/** Whether a phrase is long enough, and no mere number, reference, or words of payments. */
export function canBeKeyword(phrase: string): boolean {
  if (nonSpaceLength(phrase) < MIN_KEYWORD_LENGTH || !NAMES_SOMETHING.test(phrase)) return false;
  return !HAS_OPEN_BRACKET.test(phrase) && !hasCommonWordsOnly(phrase);
}

/** Whether the words name somebody whom no other account has, and are too short for a keyword. */
function isShortName(run: Text, apart: ReadonlySet<string>): boolean {
  const phrases = phrasesOf(run);
  return phrases.some((phrase) => apart.has(phrase)) && !phrases.some(canBeKeyword);
}

/** The words of a text between its numbers and codes, from the first `begin` on; from the first word where there is none. */
function runsOf(text: string, begin: string | undefined): Text[] {
  const tokens = tokensOf(text);
  const from = Math.max(
    0,
    tokens.findIndex((token) => token.text === begin),
  );
  const runs: Token[][] = [[]];
  for (const token of tokens.slice(from, from + MAX_WORDS)) {
    if (token.isCode) runs.push([]);
    else runs.at(-1)?.push(token);
  }
  return runs.map((tokens) => ({ text, tokens }));
}

/** The phrases that begin with the first name word of a run. */
function phrasesOf({ text, tokens }: Text): string[] {
  const [begin] = nameWords(tokens, isCommonWord);
  if (begin === undefined) return [];
  return tokens.filter(({ end }) => end >= begin.end).map(({ end }) => text.slice(begin.start, end));
}

/** The phrases that none of the texts contains. */
function withoutContained(phrases: readonly string[], texts: Iterable<string>): ReadonlySet<string> {
  let left = phrases;
  for (const text of texts) {
    if (left.length === 0) break;
    const normalised = normalise(text);
    if (left.some((phrase) => normalised.includes(phrase)))
      left = left.filter((phrase) => !normalised.includes(phrase));
  }
  return new Set(left);
}
