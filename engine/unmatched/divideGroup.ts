import { MAX_NAME_WORDS } from './NameTree.ts';
import { canBeKeyword, suggestKeyword } from './suggestKeyword.ts';
import type { Token } from './tokens.ts';
import type { WordUse } from './WordUse.ts';

/** A distinct text, the lines that have it, and its tokens that can be part of a name, in order. */
export type NamedText = {
  readonly text: string;
  readonly tokens: readonly Token[];
  readonly words: readonly Token[];
  readonly lines: readonly number[];
};

/** Texts that begin with the same name, and the keyword to offer for all of them; null for none. */
export type NamedTexts = {
  readonly name: string;
  readonly phrase: string | null;
  readonly texts: readonly NamedText[];
};

/**
 * A group whose texts have no keyword in common (`ASDA GEORGE`, `ASDA 1302`: a name of four letters; `WEST MIDLAND METRO`,
 * `WEST COAST TRAINS`: one that tells nothing) is divided by the next word of the name, as far as the parts have a
 * keyword. The others stay together.
 *
 * @param length number of words of the name
 */
export function divideGroup(
  name: string,
  texts: readonly NamedText[],
  length: number,
  use: WordUse,
): NamedTexts[] {
  const phrase = length === 0 ? repeatedText(texts) : suggestKeyword(texts, nameIn(texts, length), use);
  const isWhole = phrase !== null || texts.length === 1 || length === 0 || length === MAX_NAME_WORDS;
  if (isWhole) return [{ name, phrase, texts }];
  const parts = [...partsByName(texts, length + 1)].flatMap(([longer, own]) =>
    longer === null ? withoutNextWord(own, length, use) : divideGroup(longer, own, length + 1, use),
  );
  const rest = parts.filter((part) => part.phrase === null).flatMap((part) => part.texts);
  const named = parts.filter((part) => part.phrase !== null);
  return rest.length > 0 ? [{ name, phrase: null, texts: rest }, ...named] : named;
}

function partsByName(texts: readonly NamedText[], length: number): Map<string | null, NamedText[]> {
  const parts = new Map<string | null, NamedText[]>();
  for (const text of texts) {
    const name = nameOf(text, length);
    const known = parts.get(name);
    if (known) known.push(text);
    else parts.set(name, [text]);
  }
  return parts;
}

/** A text that ends with the name is its own keyword, if it is the only one: numbers do not divide a group. */
function withoutNextWord(texts: readonly NamedText[], length: number, use: WordUse): NamedTexts[] {
  const phrase = suggestKeyword(texts, nameIn(texts, length), use);
  return [{ name: phrase ?? '', phrase, texts }];
}

function nameIn([first]: readonly NamedText[], length: number): readonly Token[] {
  return first?.words.slice(0, length) ?? [];
}

/** A name with a digit (`GO2SIM LTD`) reads like a reference; but a reference varies from line to line. */
function repeatedText([first, second]: readonly NamedText[]): string | null {
  if (first === undefined || second !== undefined || first.lines.length === 1) return null;
  return canBeKeyword(first.text) ? first.text : null;
}

/** The first `length` words of a name as they stand in the text; null where it has fewer before the first code. */
function nameOf({ text, tokens, words }: NamedText, length: number): string | null {
  const [begin, end] = [words[0], words[length - 1]];
  if (begin === undefined || end === undefined) return null;
  const hasCode = tokens.some(({ start, isCode }) => isCode && start > begin.start && start < end.start);
  return hasCode ? null : text.slice(begin.start, end.end);
}
