import type { Mapping } from '#model/mapping.ts';
import { normalise } from '../normalise.ts';
import { divideGroup, type NamedText } from './divideGroup.ts';
import { NameTree } from './NameTree.ts';
import { nameWords, type Token, tokensOf } from './tokens.ts';
import { type Beginning, WordUse } from './WordUse.ts';

/** Lines that begin with the same name, or one line that shares its name with no other. */
export type LineGroup = {
  /** What the lines have in common, normalised; no two groups have the same. */
  readonly name: string;
  /** The keyword to offer, normalised; null where the lines have none in common that tells something. */
  readonly phrase: string | null;
  /** Indices of the lines, ascending. */
  readonly lines: readonly number[];
};

/** Lines, mappings or groups that are looked at between two steps. */
const PER_STEP = 100;

/** A distinct text, and the lines that have it. */
type Text = { readonly text: string; readonly tokens: readonly Token[]; readonly lines: number[] };
type GroupInWork = { readonly length: number; readonly texts: NamedText[] };

/**
 * Groups lines by the name that they begin with, and offers a keyword for each group. Numbers, reference codes and what
 * follows the name do not split a group; words that stand in lines of any kind begin none. Every line is in exactly one
 * group; those of more lines come first, ties in the order of the first line.
 *
 * A step yields the share done, 0 to 1, and takes about a millisecond. Near-linear in the length of lines and list.
 *
 * @example
 * const job = groupLines(['AMAZON.CO.UK*M12', 'Amazon Prime', 'TESCO 7'], []);
 * // at its end: amazon [0, 1], tesco [2]
 */
export function* groupLines(
  descriptions: readonly string[],
  mappings: Iterable<Mapping>,
): Generator<number, LineGroup[]> {
  const texts = yield* distinctTexts(descriptions);
  const use = new WordUse();
  for (const [i, { tokens }] of texts.entries()) {
    for (const { text, isCode } of tokens) if (!isCode) use.expect(text);
    if (i % PER_STEP === 0) yield 0.2;
  }
  const known = yield* readMappings(mappings, use);
  const tree = new NameTree();
  const named = yield* nameTexts(texts, use, tree);
  for (const [i, { words, other, account }] of known.entries()) {
    const names = words.filter((word) => !use.isCommon(word.text)).map((word) => word.text);
    tree.addMapping(other === null ? names : [...names, other], account);
    if (i % PER_STEP === 0) yield 0.6;
  }
  return yield* offerPhrases(yield* groupByName(named, tree), use);
}

function* distinctTexts(descriptions: readonly string[]): Generator<number, Text[]> {
  const byText = new Map<string, Text>();
  for (const [line, description] of descriptions.entries()) {
    const text = normalise(description);
    const known = byText.get(text);
    if (known === undefined) byText.set(text, { text, tokens: tokensOf(text), lines: [line] });
    else known.lines.push(line);
    if (line % PER_STEP === 0) yield (0.2 * line) / descriptions.length;
  }
  return [...byText.values()];
}

function* readMappings(mappings: Iterable<Mapping>, use: WordUse): Generator<number, Beginning[]> {
  const known: Beginning[] = [];
  let seen = 0;
  for (const mapping of mappings) {
    const beginning = use.add(mapping);
    if (beginning !== null) known.push(beginning);
    if (++seen % PER_STEP === 0) yield 0.4;
  }
  return known;
}

function* nameTexts(texts: readonly Text[], use: WordUse, tree: NameTree): Generator<number, NamedText[]> {
  const named: NamedText[] = [];
  for (const text of texts) {
    const words = nameWords(text.tokens, (word) => use.isCommon(word));
    named.push({ text: text.text, tokens: text.tokens, lines: text.lines, words });
    tree.addText(words.map((word) => word.text));
    if (named.length % PER_STEP === 0) yield 0.5;
  }
  return named;
}

function* groupByName(
  texts: readonly NamedText[],
  tree: NameTree,
): Generator<number, Map<string, GroupInWork>> {
  const groups = new Map<string, GroupInWork>();
  for (const [i, text] of texts.entries()) {
    const words = text.words.slice(0, tree.nameLength(text.words.map((word) => word.text)));
    const name = words.length > 0 ? words.map((word) => word.text).join(' ') : withoutNumbers(text.text);
    const group = groups.get(name);
    if (group === undefined) groups.set(name, { length: words.length, texts: [text] });
    else group.texts.push(text);
    if (i % PER_STEP === 0) yield 0.7;
  }
  return groups;
}

/** The name of a line without a word that could be one. The marks keep it apart from the names of other lines. */
function withoutNumbers(text: string): string {
  return `(${text.replace(/\p{Nd}+/gu, '0')})`;
}

function* offerPhrases(
  groups: ReadonlyMap<string, GroupInWork>,
  use: WordUse,
): Generator<number, LineGroup[]> {
  const done: LineGroup[] = [];
  for (const [group, { length, texts }] of groups) {
    for (const { name, phrase, texts: own } of divideGroup(group, texts, length, use)) {
      const lines = own.flatMap((text) => text.lines).sort((a, b) => a - b);
      done.push({ name, phrase, lines });
    }
    if (done.length % PER_STEP === 0) yield Math.min(1, 0.7 + (0.3 * done.length) / groups.size);
  }
  return done.sort((a, b) => b.lines.length - a.lines.length || (a.lines[0] ?? 0) - (b.lines[0] ?? 0));
}
