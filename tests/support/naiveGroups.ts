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

  const canBeKeyword = (phrase: string) =>
    nonSpaceLength(phrase) >= 5 &&
    (/\p{L}{3}/u.test(phrase) || IDEOGRAPH.test(phrase)) &&
    phrase.lastIndexOf('(') <= phrase.lastIndexOf(')') &&
    !hasCommonWordsOnly(phrase);
  const tells = (phrase: string, word: string) =>
    canBeKeyword(phrase) &&
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
    if (begin === undefined) return repeated(group);
    const longer = grown(group, name, begin);
    return longer ?? (group.length === 1 && tells(first, begin.text) ? first : null);
  };
  const linesOf = (group: readonly string[]) =>
    [...descriptions.keys()].filter((i) => group.includes(normalise(descriptions[i] ?? '')));
  const repeated = (group: readonly string[]) => {
    const [first = ''] = group;
    return group.length === 1 && linesOf(group).length > 1 && canBeKeyword(first) ? first : null;
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
  /** The name's first words in a text, up to the number `length`, as they stand there; '' where a code is between. */
  const rawName = (text: string, length: number) => {
    const words = nameWords(text);
    const [begin, end] = [words[0], words[length - 1]];
    if (begin === undefined || end === undefined) return '';
    const between = tokens(text).filter(({ start }) => start > begin.start && start < end.start);
    return between.some(isCode) ? '' : text.slice(begin.start, end.end);
  };
  type Named = { readonly name: string; readonly phrase: string | null; readonly texts: readonly string[] };
  const divide = (name: string, group: readonly string[], length: number): Named[] => {
    const phrase = phraseOf(
      group,
      nameWords(group[0] ?? '')
        .slice(0, length)
        .map(({ text }) => text),
    );
    if (phrase !== null || group.length === 1 || length === 0 || length === 3)
      return [{ name, phrase, texts: group }];
    const keys = [...new Set(group.map((text) => rawName(text, length + 1)))];
    const parts = keys.flatMap((key): Named[] => {
      const own = group.filter((text) => rawName(text, length + 1) === key);
      if (key !== '') return divide(key, own, length + 1);
      const words = nameWords(own[0] ?? '').slice(0, length);
      const whole = phraseOf(
        own,
        words.map(({ text }) => text),
      );
      return [{ name: whole ?? '', phrase: whole, texts: own }];
    });
    const rest = parts.filter((part) => part.phrase === null).flatMap((part) => part.texts);
    const named = parts.filter((part) => part.phrase !== null);
    return rest.length === 0 ? named : [{ name, phrase: null, texts: rest }, ...named];
  };
  const groups = [...new Set(texts.map(keyOf))].flatMap((key) => {
    const own = texts.filter((text) => keyOf(text) === key);
    const { length } = nameOf(nameWords(own[0] ?? '').map((word) => word.text));
    return divide(key, own, length).map(
      ({ name, phrase, texts }): LineGroup => ({ name, phrase, lines: linesOf(texts) }),
    );
  });
  return groups.sort((a, b) => b.lines.length - a.lines.length || (a.lines[0] ?? 0) - (b.lines[0] ?? 0));
}
