import { beginsPhrase, endsPhrase } from '../phrases.ts';
import {
  type Beginning,
  commonBeginnings,
  Grams,
  MARKED,
  NO_SLOT,
  type PlaceRange,
  type Places,
  placesBySlot,
} from './beginnings.ts';
import { compareText, eachText, layOut, type UnitTexts, upperForm } from './texts.ts';

/** Accounts with at most this many mappings, and phrases in at most this many of their descriptions, are passed over. */
export const TOO_FEW = 10;
/** A phrase has at least this many UTF-16 units. No two spaces meet, so at least five of them are no spaces. */
export const MIN_PHRASE_LENGTH = 10;
/** Phrases are taken from descriptions shorter than this many UTF-16 units. */
const PHRASE_SOURCE_BELOW = 100;

/** A phrase contained in more than ten texts, and the numbers of these in ascending order. */
type CommonPhrase = { readonly keyword: string; readonly texts: readonly number[] };

/**
 * Finds the longest phrase contained in more than ten of the descriptions (ties: in more of them, then alphabetical by code
 * unit), sets aside those that contain it, and repeats this with the others until no phrase qualifies.
 */
export function* findCommonPhrases(descriptions: readonly string[]): Generator<void, CommonPhrase[]> {
  const texts: string[] = [];
  yield* eachText(descriptions.length, (i) => texts.push(upperForm(descriptions[i] as string)));
  return yield* new PhraseFinder(layOut(texts)).run();
}

/** A phrase of the current length, and the texts with it that were not set aside when they were counted last. */
type Candidate = {
  readonly beginning: Beginning;
  readonly phrase: string;
  readonly texts: readonly number[];
};

/**
 * Goes through the lengths from the longest down, once: setting texts aside only lowers counts, so no phrase of a length
 * that is done can qualify later.
 */
class PhraseFinder {
  readonly #texts: UnitTexts;
  /** The places of grams that are common. */
  #places: Places = { at: new Int32Array(), text: new Int32Array() };
  /** 1 for texts that contain a phrase already taken. */
  readonly #aside: Uint8Array;
  /** The number of the count in which each text was met last. */
  readonly #counted: Int32Array;
  #count = 0;
  readonly #byLength: Beginning[][] = Array.from({ length: PHRASE_SOURCE_BELOW }, () => []);

  constructor(texts: UnitTexts) {
    this.#texts = texts;
    this.#aside = new Uint8Array(texts.starts.length);
    this.#counted = new Int32Array(texts.starts.length);
  }

  *run(): Generator<void, CommonPhrase[]> {
    const grams = new Grams(this.#texts, MIN_PHRASE_LENGTH, GRAMS_PER_COUNT);
    const { units } = this.#texts;
    const marks = yield* this.#commonGrams(grams);
    const { places, ranges } = yield* placesBySlot(grams, marks, TOO_FEW + 1);
    this.#places = places;
    const isKept = (range: PlaceRange) => this.#isKept(range);
    let nodes = 0;
    for (const beginning of commonBeginnings(units, places, ranges, TOO_FEW + 1, isKept)) {
      this.#file(beginning, beginning.longest);
      if (++nodes % NODES_PER_STEP === 0) yield;
    }
    const found: CommonPhrase[] = [];
    for (let length = PHRASE_SOURCE_BELOW - 1; length >= MIN_PHRASE_LENGTH; length--) {
      if (this.#byLength[length]?.length === 0) continue;
      found.push(...this.#takeAll(length));
      yield;
    }
    return found;
  }

  /**
   * Marks the slots of grams that begin a phrase somewhere and may be in more than ten texts: in a varied list these are few.
   * Counts that grams share now and then take a quarter of a byte for each and stay in a near cache.
   */
  *#commonGrams(grams: Grams): Generator<void, Uint8Array> {
    const { slots, slotCount } = grams;
    const { starts } = this.#texts;
    const counts = new Uint8Array(slotCount);
    yield* eachText(starts.length - 1, (text) => {
      const length = grams.read(text);
      for (let i = 0; i < length; i++) {
        const slot = slots[i] as number;
        const count = slot === NO_SLOT ? MARKED : (counts[slot] as number);
        if (count <= TOO_FEW) counts[slot] = count + 1;
      }
    });
    yield* eachText(starts.length - 1, (text) => {
      const length = grams.read(text);
      for (let i = 0; i < length; i++) {
        const slot = slots[i] as number;
        const count = slot === NO_SLOT ? 0 : (counts[slot] as number);
        if (count <= TOO_FEW || count === MARKED) continue;
        if (this.#beginsCandidate((starts[text] as number) + i, text)) counts[slot] = MARKED;
      }
    });
    return counts;
  }

  /** Whether a phrase may be taken from this place: it begins a word, and the text is short enough. */
  #beginsCandidate(at: number, text: number): boolean {
    const { units, starts } = this.#texts;
    const length = (starts[text + 1] as number) - 1 - (starts[text] as number);
    return length < PHRASE_SOURCE_BELOW && beginsPhrase(units, at);
  }

  #isKept(range: PlaceRange): boolean {
    if (!this.#hasPlace(range, (at, text) => this.#beginsCandidate(at, text))) return false;
    return this.#textsOf(range, TOO_FEW + 1).length > TOO_FEW;
  }

  #hasPlace({ from, to }: PlaceRange, isSought: (at: number, text: number) => boolean): boolean {
    const { at, text } = this.#places;
    for (let i = from; i < to; i++) if (isSought(at[i] as number, text[i] as number)) return true;
    return false;
  }

  /** The texts of these places that are not set aside, at most `most`. */
  #textsOf({ from, to }: PlaceRange, most = to - from): number[] {
    const texts: number[] = [];
    const count = ++this.#count;
    for (let i = from; i < to && texts.length < most; i++) {
      const text = this.#places.text[i] as number;
      if (this.#counted[text] === count || this.#aside[text] === 1) continue;
      this.#counted[text] = count;
      texts.push(text);
    }
    return texts;
  }

  #file(beginning: Beginning, length: number): void {
    if (length >= beginning.shortest) this.#byLength[length]?.push(beginning);
  }

  /**
   * Takes the best phrase of this length until none qualifies. Candidates wait by their counts, and are counted again when
   * it is their turn: a count that fell puts them back.
   */
  #takeAll(length: number): CommonPhrase[] {
    const found: CommonPhrase[] = [];
    const waiting: Candidate[][] = [];
    const wait = (candidate: Candidate) => {
      waiting[candidate.texts.length] ??= [];
      waiting[candidate.texts.length]?.push(candidate);
    };
    for (const beginning of this.#byLength[length] ?? []) {
      const texts = this.#textsOf(beginning);
      if (texts.length > TOO_FEW) wait({ beginning, phrase: this.#phraseOf(beginning, length), texts });
    }
    for (let count = waiting.length - 1; count > TOO_FEW; count--) {
      for (const candidate of waiting[count]?.sort((a, b) => compareText(a.phrase, b.phrase)) ?? []) {
        const texts = candidate.texts.filter((text) => this.#aside[text] === 0);
        if (texts.length < count) wait({ ...candidate, texts });
        else if (this.#hasSource(candidate.beginning, length)) found.push(this.#take(candidate));
        else this.#file(candidate.beginning, this.#shorterEnd(candidate.beginning, length));
      }
    }
    return found;
  }

  #phraseOf({ from }: Beginning, length: number): string {
    const at = this.#places.at[from] as number;
    return String.fromCharCode(...this.#texts.units.subarray(at, at + length));
  }

  #take({ phrase, texts }: Candidate): CommonPhrase {
    for (const text of texts) this.#aside[text] = 1;
    return { keyword: phrase, texts: texts.toSorted((a, b) => a - b) };
  }

  /** Whether a text that is not set aside has the phrase as whole words and is short enough to take it from. */
  #hasSource(beginning: Beginning, length: number): boolean {
    return this.#hasPlace(
      beginning,
      (at, text) =>
        this.#aside[text] === 0 &&
        endsPhrase(this.#texts.units, at + length) &&
        this.#beginsCandidate(at, text),
    );
  }

  /** The greatest length below `length` on this beginning at which a phrase may end, or 0; the same for all places. */
  #shorterEnd({ from, shortest }: Beginning, length: number): number {
    const at = this.#places.at[from] as number;
    for (let shorter = length - 1; shorter >= shortest; shorter--) {
      if (endsPhrase(this.#texts.units, at + shorter)) return shorter;
    }
    return 0;
  }
}

const NODES_PER_STEP = 256;
/** With four grams to a count, about one rare gram in three hundred seems common. */
const GRAMS_PER_COUNT = 4;
