import { normalise, type TracedText, traceNormalise } from '#engine/normalise.ts';
import { wordsOf } from '#engine/phrases.ts';
import { isUsable, type Mapping, MIN_KEYWORD_LENGTH, nonSpaceLength } from '#model/mapping.ts';
import type { ResultTable } from './ResultTable.ts';

/** Words of a description that are looked at, and words of a phrase at most. */
const MAX_WORDS = 40;
const MAX_PHRASE_WORDS = 8;

/** Two letters can be the start of a reference number (`UK*MW`); three, or one ideograph, are part of a name. */
const NAMES_SOMETHING = /\p{L}{3}|[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;
const HAS_DIGIT = /\p{Nd}/u;
/** Shorter words are mostly `TO THE` or `OF`, and in many lines. */
const HAS_LONG_WORD = /\p{L}{4}|[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

/** Offsets of a phrase in a normalised description, `end` excluded, and its text. */
type Phrase = { readonly start: number; readonly end: number; readonly text: string };

/**
 * The shortest phrase of whole words of a row's description that no mapping and no row of another account contains. A
 * phrase without digits comes first, since digits vary from line to line, then one with a word of four letters. Where there
 * is none: the whole description.
 */
export function suggestKeyword(
  table: ResultTable,
  row: number,
  mappings: Iterable<Mapping>,
  glAccount: string,
): string {
  const description = table.description(row);
  const traced = traceNormalise(description);
  const left = withoutContained(phrasesOf(traced.text), textsOfOthers(table, mappings, glAccount));
  const [best] = left.toSorted(
    (a, b) =>
      Number(HAS_DIGIT.test(a.text)) - Number(HAS_DIGIT.test(b.text)) ||
      Number(HAS_LONG_WORD.test(b.text)) - Number(HAS_LONG_WORD.test(a.text)) ||
      a.text.length - b.text.length ||
      a.start - b.start,
  );
  return (best === undefined ? description : asTyped(description, traced, best)).trim().replace(/\s+/gu, ' ');
}

/** The phrases of a normalised text that could be a keyword. */
function phrasesOf(text: string): Phrase[] {
  const words = wordsOf(text).slice(0, MAX_WORDS);
  const phrases = new Map<string, Phrase>();
  for (const [first, { start }] of words.entries()) {
    for (const { end } of words.slice(first, first + MAX_PHRASE_WORDS)) {
      const phrase = text.slice(start, end);
      if (nonSpaceLength(phrase) < MIN_KEYWORD_LENGTH || !NAMES_SOMETHING.test(phrase)) continue;
      if (!phrases.has(phrase)) phrases.set(phrase, { start, end, text: phrase });
    }
  }
  return [...phrases.values()];
}

function* textsOfOthers(
  table: ResultTable,
  mappings: Iterable<Mapping>,
  glAccount: string,
): Generator<string> {
  for (const mapping of mappings) {
    if (isUsable(mapping) && mapping.glAccount.trim() !== glAccount) yield mapping.description;
  }
  for (let row = 0; row < table.rows.count; row++) {
    if (table.shown(row) >= 0 && table.account(row) !== glAccount) yield table.description(row);
  }
}

function withoutContained(phrases: readonly Phrase[], texts: Iterable<string>): readonly Phrase[] {
  let left = phrases;
  for (const text of texts) {
    if (left.length === 0) break;
    const normalised = normalise(text);
    if (left.some((phrase) => normalised.includes(phrase.text)))
      left = left.filter((phrase) => !normalised.includes(phrase.text));
  }
  return left;
}

function asTyped(description: string, { starts, ends }: TracedText, { start, end }: Phrase): string {
  return description.slice(starts[start], ends[end - 1]);
}
