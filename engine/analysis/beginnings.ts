import { BARRIER, eachText, type UnitTexts } from './texts.ts';

/*
 * The tree of the common beginnings of places in texts: a suffix tree of some places only. The places are first divided
 * by a hash of their first units, their gram, then unit by unit, so that equal hashes of different grams cost time only.
 *
 *            PREMIER IN┬N LONDON …        node 1: lengths 1–10 (shared by all)
 *                      └N┬S …             node 2: length 11
 *                        └ 44 …           node 3: lengths 12–14
 */

/** Places in texts: place i is unit `at[i]`, in text `text[i]`. */
export type Places = { readonly at: Int32Array; readonly text: Int32Array };

/** Places `from` (included) to `to` (excluded). */
export type PlaceRange = { readonly from: number; readonly to: number };

/** A node: no other place begins with the first `shortest` units of these, which share their first `longest` units. */
export type Beginning = PlaceRange & { readonly shortest: number; readonly longest: number };

/** In place of a slot: the text, or a barrier in it, ends before the gram does. */
export const NO_SLOT = -1;
/** In an array by slot: the places of this slot are looked for. */
export const MARKED = 255;
/** The base of the rolling hash of grams: the polynomial in it modulo 2^32 (Karp–Rabin). */
const BASE = 0x2c1b3c6d | 0;

/** Numbers the grams of texts: equal grams have the same slot, others rarely. */
export class Grams {
  readonly texts: UnitTexts;
  /** Number of slots, a power of two. */
  readonly slotCount: number;
  /** For each place of the text last given to {@link read} the slot of its gram, or {@link NO_SLOT}. */
  readonly slots: Int32Array;
  readonly #length: number;
  /** {@link BASE} to the power of the length. */
  #power = 1;

  /** For grams of `length` units, about `perSlot` of them, repeated ones included, to a slot. */
  constructor(texts: UnitTexts, length: number, perSlot: number) {
    this.texts = texts;
    this.slotCount = 2 ** Math.max(Math.ceil(Math.log2(texts.units.length / perSlot)), 3);
    this.#length = length;
    let longest = 0;
    for (let i = 1; i < texts.starts.length; i++)
      longest = Math.max(longest, (texts.starts[i] as number) - (texts.starts[i - 1] as number));
    this.slots = new Int32Array(longest);
    for (let i = 0; i < length; i++) this.#power = Math.imul(this.#power, BASE);
  }

  /** Fills {@link slots} for a text and returns its length. */
  read(text: number): number {
    const { units, starts } = this.texts;
    const start = starts[text] as number;
    const end = (starts[text + 1] as number) - 1;
    const shift = Math.clz32(this.slotCount - 1);
    this.slots.fill(NO_SLOT, 0, end - start);
    let hash = 0;
    let run = 0;
    for (let at = start; at < end; at++) {
      const unit = units[at] as number;
      run = unit === BARRIER ? 0 : run + 1;
      hash = run === 0 ? 0 : (Math.imul(hash, BASE) + unit) | 0;
      if (run > this.#length) hash = (hash - Math.imul(units[at - this.#length] as number, this.#power)) | 0;
      // High bits of a product, since the low ones of the polynomial are weak.
      if (run >= this.#length)
        this.slots[at - this.#length + 1 - start] = Math.imul(hash ^ (hash >>> 15), 0x9e3779b1) >>> shift;
    }
    return end - start;
  }
}

/** The places whose slots are {@link MARKED}, slot by slot, and the ranges of slots with at least `least`. */
export function* placesBySlot(
  grams: Grams,
  marks: Uint8Array,
  least: number,
): Generator<void, { places: Places; ranges: PlaceRange[] }> {
  /** How many places each slot has, then the end of those that are not entered yet. */
  const ends = new Int32Array(grams.slotCount);
  yield* eachMarked(grams, marks, (slot) => {
    ends[slot] = (ends[slot] as number) + 1;
  });
  const ranges: PlaceRange[] = [];
  let end = 0;
  for (let slot = 0; slot < ends.length; slot++) {
    const from = end;
    end += ends[slot] as number;
    ends[slot] = end;
    if (end - from >= least) ranges.push({ from, to: end });
  }
  const places = { at: new Int32Array(end), text: new Int32Array(end) };
  yield* eachMarked(grams, marks, (slot, at, text) => {
    const place = (ends[slot] as number) - 1;
    ends[slot] = place;
    places.at[place] = at;
    places.text[place] = text;
  });
  return { places, ranges };
}

function* eachMarked(
  grams: Grams,
  marks: Uint8Array,
  visit: (slot: number, at: number, text: number) => void,
): Generator<void, void> {
  const { slots, texts } = grams;
  yield* eachText(texts.starts.length - 1, (text) => {
    const length = grams.read(text);
    for (let i = 0; i < length; i++) {
      const slot = slots[i] as number;
      if (slot !== NO_SLOT && marks[slot] === MARKED) visit(slot, (texts.starts[text] as number) + i, text);
    }
  });
}

/**
 * The nodes with at least `least` places of the trees of ranges of places, parents before their children. Nodes that are not
 * `kept` are left out with all below them. The places of each node are reordered among themselves as the tree is walked.
 */
export function* commonBeginnings(
  units: Uint16Array,
  places: Places,
  ranges: readonly PlaceRange[],
  least: number,
  isKept: (range: PlaceRange) => boolean,
): Generator<Beginning, void> {
  const largest = ranges.reduce((most, { from, to }) => Math.max(most, to - from), 0);
  const spare = { at: new Int32Array(largest), text: new Int32Array(largest) };
  for (const { from, to } of ranges) {
    const waiting = [{ from, to, shortest: 0 }];
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      if (!isKept(next)) continue;
      const longest = commonLength(units, places.at, next);
      const node = { from: next.from, to: next.to, shortest: next.shortest, longest };
      yield node;
      for (const branch of branches(units, places, node, least, spare))
        waiting.push({ from: branch.from, to: branch.to, shortest: longest + 1 });
    }
  }
}

/** Number of first units that the places share; at least `shortest`. */
function commonLength(
  units: Uint16Array,
  at: Int32Array,
  { from, to, shortest }: Omit<Beginning, 'longest'>,
): number {
  const first = at[from] as number;
  let common = units.length;
  for (let i = from; i < to; i++) {
    const place = at[i] as number;
    let length = shortest;
    while (
      length < common &&
      units[place + length] === units[first + length] &&
      units[place + length] !== BARRIER
    )
      length++;
    common = length;
  }
  return common;
}

/** By unit: how many places have it, then where they go; 0 between two calls of {@link branches}. */
const counts = new Int32Array(65536);

/** Sorts places by the unit behind those they share; returns the range of each unit that at least `least` have, no barrier's. */
function branches(
  units: Uint16Array,
  { at, text }: Places,
  { from, to, longest }: Beginning,
  least: number,
  spare: Places,
): PlaceRange[] {
  // They differ in that unit or end before it.
  if (to - from === least) return [];
  const found: number[] = [];
  for (let i = from; i < to; i++) {
    const unit = units[(at[i] as number) + longest] as number;
    const count = counts[unit] as number;
    if (count === 0) found.push(unit);
    counts[unit] = count + 1;
    spare.at[i - from] = at[i] as number;
    spare.text[i - from] = text[i] as number;
  }
  const ranges: PlaceRange[] = [];
  let end = from;
  for (const unit of found) {
    const start = end;
    end += counts[unit] as number;
    counts[unit] = end;
    if (unit !== BARRIER && end - start >= least) ranges.push({ from: start, to: end });
  }
  for (let i = to - from - 1; i >= 0; i--) {
    const unit = units[(spare.at[i] as number) + longest] as number;
    const place = (counts[unit] as number) - 1;
    counts[unit] = place;
    at[place] = spare.at[i] as number;
    text[place] = spare.text[i] as number;
  }
  for (const unit of found) counts[unit] = 0;
  return ranges;
}
