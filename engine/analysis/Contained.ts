import { commonBeginnings, Grams, MARKED, NO_SLOT, type PlaceRange, placesBySlot } from './beginnings.ts';
import { eachText, type UnitTexts } from './texts.ts';

const NO_LINK = -1;

/** Which of some distinct texts contain which others of them. */
export class Contained {
  /** No text of less units is looked for. */
  readonly shortest: number;
  /** Linked lists of what each text contains: a hundred thousand small arrays would cost too much. */
  readonly #first: Int32Array;
  readonly #inner: number[] = [];
  readonly #next: number[] = [];

  private constructor(count: number, shortest: number) {
    this.shortest = shortest;
    this.#first = new Int32Array(count).fill(NO_LINK);
  }

  /** What each of the texts contains. Near-linear in their length and in what is found. */
  static *among(texts: UnitTexts, shortest: number): Generator<void, Contained> {
    const contained = new Contained(texts.starts.length - 1, shortest);
    const grams = new Grams(texts, shortest, GRAMS_PER_SLOT);
    const marks = new Uint8Array(grams.slotCount);
    yield* eachText(texts.starts.length - 1, (text) => {
      const slot = grams.read(text) > 0 ? (grams.slots[0] as number) : NO_SLOT;
      if (slot !== NO_SLOT) marks[slot] = MARKED;
    });
    const { places, ranges } = yield* placesBySlot(grams, marks, 2);
    const { at, text } = places;
    const isWhole = (i: number) => at[i] === texts.starts[text[i] as number];
    const isKept = (range: PlaceRange) => findIn(range, isWhole) !== undefined;
    let nodes = 0;
    for (const node of commonBeginnings(texts.units, places, ranges, 2, isKept)) {
      const endsHere = (i: number) =>
        (at[i] as number) + node.longest === (texts.starts[(text[i] as number) + 1] as number) - 1;
      const inner = findIn(node, (i) => endsHere(i) && isWhole(i));
      if (inner !== undefined) contained.#enter(text.subarray(node.from, node.to), text[inner] as number);
      if (++nodes % NODES_PER_STEP === 0) yield;
    }
    return contained;
  }

  /** Visits a text and all that it contains. */
  visit(text: number, visit: (found: number) => void): void {
    visit(text);
    for (let link = this.#first[text] ?? NO_LINK; link !== NO_LINK; link = this.#next[link] as number)
      visit(this.#inner[link] as number);
  }

  /** Whether a text is or contains another one of at least `shortest` units. */
  has(text: number, inner: number): boolean {
    if (text === inner) return true;
    let link = this.#first[text] as number;
    while (link !== NO_LINK && this.#inner[link] !== inner) link = this.#next[link] as number;
    return link !== NO_LINK;
  }

  #enter(texts: Int32Array, inner: number): void {
    for (const text of texts) {
      const link = this.#first[text] as number;
      if (text === inner || (link !== NO_LINK && this.#inner[link] === inner)) continue;
      this.#next.push(link);
      this.#first[text] = this.#inner.push(inner) - 1;
    }
  }
}

const NODES_PER_STEP = 256;
/** About so many grams share a slot. */
const GRAMS_PER_SLOT = 4;

function findIn({ from, to }: PlaceRange, isSought: (place: number) => boolean): number | undefined {
  for (let i = from; i < to; i++) if (isSought(i)) return i;
  return undefined;
}
