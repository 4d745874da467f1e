import { normalise } from '#engine/normalise.ts';
import type { LineGroup } from '#engine/unmatched/groupLines.ts';
import {
  endsName,
  hasCommonWordsOnly,
  isCommonWord,
  isOnlyBeginning,
  isPartOfPayment,
} from '#model/commonWords.ts';
import { isUsable, type Mapping, nonSpaceLength } from '#model/mapping.ts';

/*
 * The groups of lines as plain loops over all lines and mappings (docs/unmatched.md), for texts without combining marks.
 */

type Token = { readonly text: string; readonly start: number; readonly end: number };

const isCode = ({ text }: Token) => /\p{Nd}/u.test(text);
const IDEOGRAPH = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

function tokens(text: string): Token[] {
  return [...text.matchAll(/[\p{L}\p{Nd}]+/gu)].map(({ 0: token, index }) => ({
    text: token,
    start: index,
    end: index + token.length,
  }));
}

/** Four accounts or more, and none has half of the mappings. */
function isUninformative(mappings: readonly Mapping[]): boolean {
  const accounts = mappings.map(({ glAccount }) => glAccount.trim());
  const distinct = [...new Set(accounts)];
  const most = Math.max(0, ...distinct.map((one) => accounts.filter((account) => account === one).length));
  return distinct.length >= 4 && most * 2 < accounts.length;
}

export function groupNaively(descriptions: readonly string[], list: readonly Mapping[]): LineGroup[] {
  const mappings = list.filter(isUsable);
  const wordsOf = (text: string) => tokens(text).filter((token) => !isCode(token));
  const withWord = (word: string) =>
    mappings.filter(({ description }) => wordsOf(normalise(description)).some(({ text }) => text === word));
  const isCommon = (word: string) =>
    isCommonWord(word) ||
    (withWord(word).length >= 50 &&
      withWord(word).length * 20 > mappings.length &&
      isUninformative(withWord(word)));
  const namingWords = (text: string) => wordsOf(text).filter((token) => !isCommon(token.text));
  const nameWords = (text: string) => {
    const all = tokens(text);
    const nextTo = ({ start }: Token) => all[all.findIndex((token) => token.start === start) + 1]?.text;
    return namingWords(text).filter((token) => !isPartOfPayment(token.text, nextTo(token)));
  };
  const texts = [...new Set(descriptions.map(normalise))];
  const beginnings = texts.map((text) => nameWords(text).map(({ text }) => text));
  const mappingBeginnings = mappings.map(({ description }) =>
    namingWords(normalise(description)).map(({ text }) => text),
  );
  const beginsWith = (words: readonly string[], name: readonly string[]) =>
    name.every((word, i) => words[i] === word);

  const isBroad = (name: readonly string[]) => {
    const last = name.at(-1) ?? '';
    if ((last.length <= 2 && !IDEOGRAPH.test(last)) || isOnlyBeginning(last)) return true;
    const lines = beginnings.filter((words) => beginsWith(words, name));
    const like = mappings.filter((_, i) => beginsWith(mappingBeginnings[i] ?? [], name));
    const next = [...lines, ...mappingBeginnings.filter((words) => beginsWith(words, name))].flatMap(
      (words) => words[name.length] ?? [],
    );
    const differentNext = new Set(next).size;
    if (differentNext * 2 < lines.length + like.length) return false;
    return like.length < 4 ? differentNext >= 12 : isUninformative(like);
  };
  const nameOf = (words: readonly string[]) => {
    let length = Math.min(1, words.length);
    while (length < Math.min(3, words.length) && isBroad(words.slice(0, length))) length++;
    return words.slice(0, length);
  };

  const tells = (phrase: string, word: string) =>
    nonSpaceLength(phrase) >= 5 &&
    (/\p{L}{3}/u.test(phrase) || IDEOGRAPH.test(phrase)) &&
    phrase.lastIndexOf('(') <= phrase.lastIndexOf(')') &&
    !hasCommonWordsOnly(phrase) &&
    !isUninformative(
      withWord(word).filter(({ description }) => phrase === word || normalise(description).includes(phrase)),
    );
  /** The phrases of the first text that begin with the name and grow by a word, while every text has them. */
  const growing = (group: readonly string[], start: number) => {
    const [first = ''] = group;
    const from = tokens(first).filter((token) => token.start >= start);
    const code = from.findIndex(isCode);
    return (code < 0 ? from : from.slice(0, code))
      .map((last, i, all) => ({ phrase: first.slice(start, last.end), last, before: all.slice(0, i) }))
      .filter(({ phrase }) => group.every((text) => text.includes(phrase)));
  };
  const phraseOf = (group: readonly string[], name: readonly string[]) => {
    const [first = ''] = group;
    const [begin] = nameWords(first);
    if (begin === undefined) return null;
    const longer = grown(group, name, begin);
    return longer ?? (group.length === 1 && tells(first, begin.text) ? first : null);
  };
  const grown = (group: readonly string[], name: readonly string[], begin: Token) => {
    const words = nameWords(group[0] ?? '');
    const end = words[name.length - 1]?.end ?? 0;
    let best: string | null = null;
    for (const { phrase, last, before } of growing(group, begin.start)) {
      const isFiller = (word: string) => isCommon(word) || endsName(word);
      const isWhole = before.filter(({ text }) => !isFiller(text)).length >= 2;
      if (best !== null && last.end > end && (isFiller(last.text) || isWhole)) break;
      if (tells(phrase, begin.text)) best = phrase;
    }
    return best;
  };

  const keyOf = (text: string) =>
    nameOf(nameWords(text).map((word) => word.text)).join(' ') || `(${text.replace(/\p{Nd}+/gu, '0')})`;
  const groups = [...new Set(texts.map(keyOf))].map((name): LineGroup => {
    const own = texts.filter((text) => keyOf(text) === name);
    const lines = [...descriptions.keys()].filter((i) => own.includes(normalise(descriptions[i] ?? '')));
    const words = nameOf(nameWords(own[0] ?? '').map((word) => word.text));
    return { name, phrase: phraseOf(own, words), lines };
  });
  return groups.sort((a, b) => b.lines.length - a.lines.length || (a.lines[0] ?? 0) - (b.lines[0] ?? 0));
}
