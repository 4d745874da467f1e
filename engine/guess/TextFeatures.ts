import { withoutInvisible } from '#model/hiddenCharacters.ts';
import { beginsPhrase, endsPhrase } from '../phrases.ts';

/** Number of buckets that grams are hashed into: a power of two. */
export const GRAM_BUCKETS = 2 ** 18;
/** Number of buckets that words are hashed into: a power of two, more than there are words in a large list. */
export const WORD_BUCKETS = 2 ** 19;
/** Units of a text that are read. No keyword is longer, and a longer description says no more by its end. */
const MAX_UNITS = 1024;

/** Units of a gram; a shorter run of words, with its spaces, is one gram. */
const GRAM_LENGTH = 4;
const GRAM_SEED = 0x2545f491;
const WORD_SEED = 0x9e3779b9 | 0;
const SPACE = 0x20;
const ZERO = 0x30;
const NOT_ASCII = /\P{ASCII}/u;
const DIGIT = /\p{Nd}/gu;

/**
 * The text in which features are looked for: without invisible characters, NFC, lower case, every digit `0`. Reference
 * numbers become alike so.
 */
export function foldForGuess(text: string): string {
  const start = text.slice(0, MAX_UNITS);
  if (NOT_ASCII.test(start))
    return withoutInvisible(start).normalize('NFC').toLowerCase().replace(DIGIT, '0');
  return start.toLowerCase();
}

/**
 * Reads what the learner knows of a text, into arrays that are used again and again:
 *
 * - its words ({@link beginsPhrase}: runs of letters, runs of digits, single ideographs), each once;
 * - its grams: four consecutive units of a space, a run of words without a gap between them, and a space; each once.
 */
export class TextFeatures {
  /** Buckets of the words; the first {@link wordCount} are of the text that was read last. */
  words = new Int32Array(64);
  wordCount = 0;
  /** Buckets of the grams; the first {@link gramCount} are of the text that was read last. */
  grams = new Int32Array(256);
  gramCount = 0;
  #units = new Uint16Array(MAX_UNITS);
  /** By gram bucket the number of the text that it was last seen in: keeps each once. */
  readonly #seen = new Uint32Array(GRAM_BUCKETS);
  #texts = 0;

  read(text: string): void {
    const end = this.#fold(text);
    this.wordCount = 0;
    this.gramCount = 0;
    this.#texts++;
    let runStart = -1;
    let wordStart = -1;
    for (let i = 1; i < end; i++) {
      if (wordStart < 0 && beginsPhrase(this.#units, i)) {
        wordStart = i;
        if (runStart < 0) runStart = i;
      }
      if (wordStart < 0) {
        if (runStart >= 0) this.#addRun(runStart, i);
        runStart = -1;
      } else if (endsPhrase(this.#units, i + 1)) {
        this.#addWord(wordStart, i + 1);
        wordStart = -1;
      }
    }
    if (runStart >= 0) this.#addRun(runStart, end);
  }

  /** Puts the folded text between two spaces; returns the offset of the second. */
  #fold(text: string): number {
    const folded = foldForGuess(text);
    const end = folded.length + 1;
    if (this.#units.length <= end) this.#units = new Uint16Array(2 * end);
    const units = this.#units;
    units[0] = SPACE;
    for (let i = 1; i < end; i++) {
      const unit = folded.charCodeAt(i - 1);
      units[i] = unit > ZERO && unit <= ZERO + 9 ? ZERO : unit;
    }
    units[end] = SPACE;
    return end;
  }

  #addWord(start: number, end: number): void {
    const bucket = hash(this.#units, start, end, WORD_SEED) & (WORD_BUCKETS - 1);
    for (let i = 0; i < this.wordCount; i++) if (this.words[i] === bucket) return;
    if (this.wordCount === this.words.length) this.words = grown(this.words);
    this.words[this.wordCount++] = bucket;
  }

  /** The grams of units `start` to `end` (excluded), with a space on either side. */
  #addRun(start: number, end: number): void {
    const units = this.#units;
    const [before, behind] = [units[start - 1] as number, units[end] as number];
    units[start - 1] = SPACE;
    units[end] = SPACE;
    const last = Math.max(start - 1, end + 1 - GRAM_LENGTH);
    for (let from = start - 1; from <= last; from++) {
      this.#addGram(hash(units, from, Math.min(from + GRAM_LENGTH, end + 1), GRAM_SEED));
    }
    units[start - 1] = before;
    units[end] = behind;
  }

  #addGram(hashed: number): void {
    const bucket = hashed & (GRAM_BUCKETS - 1);
    if (this.#seen[bucket] === this.#texts) return;
    this.#seen[bucket] = this.#texts;
    if (this.gramCount === this.grams.length) this.grams = grown(this.grams);
    this.grams[this.gramCount++] = bucket;
  }
}

/** Bucket of a gram given as text; what {@link TextFeatures} does, for those who have the text. */
export function gramBucket(gram: string): number {
  return hash(unitsOf(gram), 0, gram.length, GRAM_SEED) & (GRAM_BUCKETS - 1);
}

/** Bucket of a folded word given as text. */
export function wordBucket(word: string): number {
  return hash(unitsOf(word), 0, word.length, WORD_SEED) & (WORD_BUCKETS - 1);
}

/** A copy with room for twice as much. */
export function grown(array: Int32Array): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(2 * array.length + 16);
  larger.set(array);
  return larger;
}

function unitsOf(text: string): Uint16Array {
  return Uint16Array.from({ length: text.length }, (_unused, i) => text.charCodeAt(i));
}

/** Mixes units `start` to `end` (excluded) so that every bit of the result depends on all of them. */
function hash(units: Uint16Array, start: number, end: number, seed: number): number {
  let mixed = seed;
  for (let i = start; i < end; i++)
    mixed = Math.imul(mixed ^ (units[i] as number), 0x5bd1e995) ^ (mixed >>> 13);
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x2c1b3c6d);
  return mixed ^ (mixed >>> 13);
}
