import { MIN_KEYWORD_LENGTH, nonSpaceLength } from '#model/mapping.ts';
import { normalise, traceNormalise } from './normalise.ts';

/** Rows that contain the same phrase, which could be their keyword. */
type PhraseGroup = {
  /** As typed in the first of the rows. */
  readonly phrase: string;
  /** Indices of the descriptions, ascending. */
  readonly rows: readonly number[];
};

type PhraseGroups = {
  /** Largest first; a row is in one group at most. */
  readonly groups: readonly PhraseGroup[];
  /** Rows that share no phrase with another row, ascending. */
  readonly alone: readonly number[];
};

/**
 * How many rows a group has at least, step by step. Phrases of many rows take theirs before phrases of a few: the
 * longest phrase of all is most often one that two rows share by chance. The first step is that of the keyword
 * analysis: more than ten.
 */
export const STEPS = [11, 4, 2] as const;
const HAS_LETTER = /\p{L}/u;

/**
 * Groups descriptions by the longest phrase that they share. In each of the {@link STEPS}, phrases of whole words take
 * the rows that contain them, from the longest phrase down (ties: more rows, then alphabetical by code unit), wherever
 * enough rows are not taken yet. Phrases are compared in match form; they have a letter and are long enough for a
 * keyword. Near-linear in the total number of words.
 */
export function groupByPhrase(descriptions: readonly string[]): PhraseGroups {
  const { texts, rowsOf } = distinct(descriptions);
  const phrases = rank(texts, repeatedPhrases(texts));
  const isLeft = new Uint8Array(texts.length).fill(1);
  const groups: PhraseGroup[] = [];
  for (const least of STEPS) {
    for (const phrase of phrases) {
      if (phrase.weight < least) continue;
      const left = phrase.texts.filter((text) => isLeft[text] === 1);
      if (weightOf(texts, left) < least) continue;
      for (const text of left) isLeft[text] = 0;
      const rows = left.flatMap((text) => rowsOf[text] ?? []).sort((a, b) => a - b);
      groups.push({ phrase: asTyped(descriptions[rows[0] ?? 0] ?? '', phrase.words), rows });
    }
  }
  const alone = rowsOf.filter((_, text) => isLeft[text] === 1).flat();
  return {
    groups: groups.sort((a, b) => b.rows.length - a.rows.length),
    alone: alone.sort((a, b) => a - b),
  };
}

type RankedPhrase = { readonly words: string; readonly weight: number; readonly texts: readonly number[] };

/** The distinct descriptions in match form, and for each the rows that have it. */
function distinct(descriptions: readonly string[]): { texts: WeightedText[]; rowsOf: number[][] } {
  const byText = new Map<string, number[]>();
  descriptions.forEach((description, row) => {
    const text = normalise(description);
    const rows = byText.get(text);
    if (rows) rows.push(row);
    else byText.set(text, [row]);
  });
  return {
    texts: [...byText].map(([text, rows]) => ({ text, weight: rows.length })),
    rowsOf: [...byText.values()],
  };
}

/** The phrases that may be keywords, best first. */
function rank(texts: readonly WeightedText[], phrases: readonly RepeatedPhrase[]): RankedPhrase[] {
  return phrases
    .map(({ text, start, end, texts: of }) => ({
      words: texts[text]?.text.slice(start, end) ?? '',
      weight: weightOf(texts, of),
      texts: of,
    }))
    .filter(({ words }) => nonSpaceLength(words) >= MIN_KEYWORD_LENGTH && HAS_LETTER.test(words))
    .sort((a, b) => b.words.length - a.words.length || b.weight - a.weight || (a.words < b.words ? -1 : 1));
}

/** Number of rows that have one of the texts `of`. */
function weightOf(texts: readonly WeightedText[], of: readonly number[]): number {
  return of.reduce((sum, text) => sum + (texts[text]?.weight ?? 0), 0);
}

/** A normalised phrase as typed in a description that contains it. */
function asTyped(description: string, words: string): string {
  const traced = traceNormalise(description);
  const at = traced.text.indexOf(words);
  return description.slice(traced.starts[at], traced.ends[at + words.length - 1]);
}

/** A text and the number of rows that have it. */
type WeightedText = { readonly text: string; readonly weight: number };

/** A phrase in at least two rows: where it stands first, as offsets in text `text`, and all texts that contain it. */
type RepeatedPhrase = {
  readonly text: number;
  readonly start: number;
  readonly end: number;
  /** Each text once, ascending. */
  readonly texts: readonly number[];
};

/** In place of the number of a phrase: none is known at this place. */
const NONE = -1;

/**
 * All phrases of whole words that at least two rows contain, the separators between the words included.
 *
 * Equal phrases get equal numbers: a phrase of n words by the number of its first n - 1 words and its last word. A
 * place goes on to the next length only where its phrase is repeated. So the cost is the number of places with repeated
 * phrases, and no text is compared with another (naming after R. M. Karp, R. E. Miller, A. L. Rosenberg, 1972).
 */
function repeatedPhrases(texts: readonly WeightedText[]): RepeatedPhrase[] {
  const places = new Places(texts);
  const found: RepeatedPhrase[] = [];
  let numbers = places.words;
  for (let length = 1; ; length++) {
    const repeated = places.repeated(numbers);
    if (repeated.size === 0) return found;
    for (const { at, texts } of repeated.values()) found.push({ ...places.span(at, length), texts });
    numbers = places.extend(numbers, length, repeated);
  }
}

/** Where a phrase stands first, and the texts that contain it. */
type Repetition = { readonly at: number; readonly texts: number[] };

/**
 * The places of all words of all texts. The phrases of one length that begin there have numbers: equal for equal ones.
 */
class Places {
  /** By place the number of its word. */
  readonly words: Int32Array;
  /** By place the number of its word together with the separator before it. */
  readonly #joined: Int32Array;
  readonly #text: Int32Array;
  readonly #start: Int32Array;
  readonly #end: Int32Array;
  readonly #weights: readonly number[];
  #joinedCount = 0;

  constructor(texts: readonly WeightedText[]) {
    this.#weights = texts.map(({ weight }) => weight);
    const words = texts.map(({ text }) => wordsOf(text));
    const count = words.reduce((sum, of) => sum + of.length, 0);
    this.words = new Int32Array(count);
    this.#joined = new Int32Array(count);
    this.#text = new Int32Array(count);
    this.#start = new Int32Array(count);
    this.#end = new Int32Array(count);
    this.#fill(texts, words);
  }

  /** Offsets of the phrase of `length` words at a place. */
  span(at: number, length: number): { text: number; start: number; end: number } {
    return {
      text: this.#text[at] as number,
      start: this.#start[at] as number,
      end: this.#end[at + length - 1] as number,
    };
  }

  /** The phrases, by number, that at least two rows contain. */
  repeated(numbers: Int32Array): Map<number, Repetition> {
    const byNumber = new Map<number, Repetition>();
    numbers.forEach((number, at) => {
      if (number === NONE) return;
      const text = this.#text[at] as number;
      const known = byNumber.get(number);
      if (known === undefined) byNumber.set(number, { at, texts: [text] });
      else if (known.texts.at(-1) !== text) known.texts.push(text);
    });
    for (const [number, { texts }] of byNumber) {
      if (texts.length === 1 && (this.#weights[texts[0] as number] as number) < 2) byNumber.delete(number);
    }
    return byNumber;
  }

  /** The numbers of the phrases that are a word longer than `length`, where the shorter one is repeated. */
  extend(numbers: Int32Array, length: number, repeated: ReadonlyMap<number, Repetition>): Int32Array {
    const longer = new Int32Array(numbers.length).fill(NONE);
    const longerNumbers = new Map<number, number>();
    for (let at = 0; at + length < numbers.length; at++) {
      const number = numbers[at] as number;
      if (number === NONE || !repeated.has(number) || this.#text[at + length] !== this.#text[at]) continue;
      longer[at] = numberOf(
        longerNumbers,
        number * this.#joinedCount + (this.#joined[at + length] as number),
      );
    }
    return longer;
  }

  #fill(texts: readonly WeightedText[], words: readonly ReturnType<typeof wordsOf>[]): void {
    const plain = new Map<string, number>();
    const joined = new Map<string, number>();
    let at = 0;
    texts.forEach(({ text }, number) => {
      let before = 0;
      for (const { start, end } of words[number] ?? []) {
        this.words[at] = numberOf(plain, text.slice(start, end));
        this.#joined[at] = numberOf(joined, text.slice(before, end));
        this.#text[at] = number;
        this.#start[at] = start;
        this.#end[at++] = end;
        before = end;
      }
    });
    this.#joinedCount = joined.size;
  }
}

/** The number of `key`; the next one for a new key. */
function numberOf<K>(numbers: Map<K, number>, key: K): number {
  const known = numbers.get(key);
  if (known !== undefined) return known;
  numbers.set(key, numbers.size);
  return numbers.size - 1;
}

/*
 * Where words, and phrases of whole words, may begin and end. A boundary lies between two characters unless both belong
 * to one run of letters (combining marks included) or one run of digits; every Han, Hiragana, Katakana or Hangul
 * character stands alone. A phrase begins with a letter or digit and ends with one (or with its mark).
 */

/** A word of a text: a run of letters or of digits, or one ideograph. UTF-16 offsets, `end` excluded. */
type Word = { readonly start: number; readonly end: number };

/** The words of a text, in order. */
export function wordsOf(text: string): Word[] {
  // beginsPhrase and endsPhrase look at both neighbours of a unit: a 0 stands before the first and behind the last one.
  const units = new Uint16Array(text.length + 2);
  for (let i = 0; i < text.length; i++) units[i + 1] = text.charCodeAt(i);
  const words: Word[] = [];
  let start = -1;
  for (let i = 0; i < text.length; i++) {
    if (start < 0 && beginsPhrase(units, i + 1)) start = i;
    if (start >= 0 && endsPhrase(units, i + 2)) {
      words.push({ start, end: i + 1 });
      start = -1;
    }
  }
  return words;
}

/** Kinds of UTF-16 units; a surrogate has the kind of the character that it is part of. */
const UNKNOWN = 0;
const OTHER = 1;
const LETTER = 2;
const MARK = 3;
const DIGIT = 4;
const IDEOGRAPH = 5;
const SURROGATE = 6;

const IDEOGRAPHS = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;
/** The kind of each unit met so far. */
const kinds = new Uint8Array(65536);

/** Whether a phrase may begin at unit `at`. `units[at - 1]` must exist. */
export function beginsPhrase(units: Uint16Array, at: number): boolean {
  const kind = kindOfUnit(units[at] as number);
  if (kind === OTHER || kind === MARK) return false;
  if (kind === SURROGATE) return isLeading(units[at] as number) && beginsWith(units, at, kindAt(units, at));
  return beginsWith(units, at, kind);
}

/** Whether a phrase may end before unit `at`, which must exist. */
export function endsPhrase(units: Uint16Array, at: number): boolean {
  if (isTrailing(units[at] as number)) return false;
  const kind = kindAt(units, at - 1);
  if (kind === IDEOGRAPH) return true;
  const next = kindAt(units, at);
  if (kind === DIGIT) return next !== DIGIT;
  return (kind === LETTER || kind === MARK) && next !== LETTER && next !== MARK;
}

function beginsWith(units: Uint16Array, at: number, kind: number): boolean {
  if (kind === IDEOGRAPH) return true;
  const before = kindAt(units, at - 1);
  if (kind === DIGIT) return before !== DIGIT;
  return kind === LETTER && before !== LETTER && before !== MARK;
}

/** Kind of the character that unit `at` belongs to. */
function kindAt(units: Uint16Array, at: number): number {
  const unit = units[at] as number;
  const kind = kindOfUnit(unit);
  if (kind !== SURROGATE) return kind;
  const first = isTrailing(unit) ? at - 1 : at;
  return kindOf(String.fromCharCode(units[first] as number, units[first + 1] as number));
}

function kindOfUnit(unit: number): number {
  const kind = kinds[unit] as number;
  return kind === UNKNOWN ? learn(unit) : kind;
}

function learn(unit: number): number {
  const kind = isLeading(unit) || isTrailing(unit) ? SURROGATE : kindOf(String.fromCharCode(unit));
  kinds[unit] = kind;
  return kind;
}

function kindOf(character: string): number {
  if (/\p{M}/u.test(character)) return MARK;
  if (IDEOGRAPHS.test(character)) return IDEOGRAPH;
  if (/\p{L}/u.test(character)) return LETTER;
  return /\p{Nd}/u.test(character) ? DIGIT : OTHER;
}

function isLeading(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}

function isTrailing(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff;
}
