import { appendUnit, HashSieve, powers, sameUnits, shiftFor, slotOf } from './comparedTexts.ts';

const NO_LINK = -1;

/** Gets every phrase found. Phrases shorter than `shortest`, which `visit` may raise, are passed over. */
export type PhraseVisitor = {
  shortest: number;
  /** `phrase` is a number that {@link PhraseTable.add} returned. */
  visit(phrase: number): void;
};

/**
 * Finds which of many phrases a text contains, anywhere in it. Phrases are filed under their first `gram` units; where
 * these occur in the text, there is one table look-up per distinct length filed there. So ten thousand phrases with the
 * same beginning cost no more than the number of their lengths.
 */
export class PhraseTable {
  readonly #units: Uint16Array;
  readonly #gram: number;
  readonly #phraseSieve: HashSieve;
  readonly #gramSieve: HashSieve;
  readonly #shift: number;
  /** Open addressing; two numbers per slot: hash, and phrase or gram number + 1 (0: free). */
  readonly #phraseSlots: Int32Array;
  readonly #gramSlots: Int32Array;
  #phrases = 0;
  readonly #at: Int32Array;
  readonly #length: Int32Array;
  /**
   * The distinct lengths per gram, longest first: linked lists, since a hundred thousand small arrays cost too much.
   */
  readonly #firstLink: number[] = [];
  readonly #linkLength: number[] = [];
  readonly #nextLink: number[] = [];
  #powers = powers(128);
  /** Hash of the first i units of the text being searched. */
  #prefix = new Int32Array(129);

  /** For at most `capacity` phrases, stretches of `units` of at least `gram` units each. */
  constructor(units: Uint16Array, gram: number, capacity: number) {
    this.#units = units;
    this.#gram = gram;
    this.#phraseSieve = new HashSieve(capacity);
    this.#gramSieve = new HashSieve(capacity);
    this.#shift = shiftFor(capacity);
    this.#phraseSlots = new Int32Array(2 * 2 ** (32 - this.#shift));
    this.#gramSlots = new Int32Array(this.#phraseSlots.length);
    this.#at = new Int32Array(capacity);
    this.#length = new Int32Array(capacity);
  }

  /** Adds a phrase and returns its number: counted from 0, the same for equal phrases. */
  add(at: number, length: number): number {
    this.#hashPrefixes(this.#units, at, at + length);
    const hash = this.#hash(0, length);
    const slot = this.#findPhrase(this.#units, at, length, hash);
    const known = (this.#phraseSlots[slot + 1] as number) - 1;
    if (known >= 0) return known;
    const phrase = this.#phrases++;
    this.#phraseSieve.add(hash);
    this.#phraseSlots[slot] = hash;
    this.#phraseSlots[slot + 1] = phrase + 1;
    this.#at[phrase] = at;
    this.#length[phrase] = length;
    this.#fileLength(this.#hash(0, this.#gram), length);
    return phrase;
  }

  /** Visits the phrases in `units` from `from` (included) to `to` (excluded); a phrase once per place. */
  search(units: Uint16Array, from: number, to: number, visitor: PhraseVisitor): void {
    this.#hashPrefixes(units, from, to);
    for (let at = 0; at + this.#gram <= to - from; at++) {
      const hash = this.#hash(at, this.#gram);
      if (!this.#gramSieve.mayHave(hash)) continue;
      const gram = (this.#gramSlots[this.#findGram(hash) + 1] as number) - 1;
      if (gram >= 0) this.#tryLengths(gram, units, from, at, to - from - at, visitor);
    }
  }

  #tryLengths(
    gram: number,
    units: Uint16Array,
    from: number,
    offset: number,
    room: number,
    visitor: PhraseVisitor,
  ): void {
    let link = this.#firstLink[gram] as number;
    for (; link !== NO_LINK; link = this.#nextLink[link] as number) {
      const length = this.#linkLength[link] as number;
      if (length > room) continue;
      if (length < visitor.shortest) return;
      const hash = this.#hash(offset, length);
      if (!this.#phraseSieve.mayHave(hash)) continue;
      const slot = this.#findPhrase(units, from + offset, length, hash);
      const phrase = (this.#phraseSlots[slot + 1] as number) - 1;
      if (phrase >= 0) visitor.visit(phrase);
    }
  }

  #fileLength(gramHash: number, length: number): void {
    const slot = this.#findGram(gramHash);
    if (this.#gramSlots[slot + 1] === 0) {
      this.#gramSieve.add(gramHash);
      this.#gramSlots[slot] = gramHash;
      this.#gramSlots[slot + 1] = this.#firstLink.push(NO_LINK);
    }
    const gram = (this.#gramSlots[slot + 1] as number) - 1;
    let before = NO_LINK;
    let link = this.#firstLink[gram] as number;
    while (link !== NO_LINK && (this.#linkLength[link] as number) > length) {
      before = link;
      link = this.#nextLink[link] as number;
    }
    if (link !== NO_LINK && this.#linkLength[link] === length) return;
    const added = this.#linkLength.push(length) - 1;
    this.#nextLink.push(link);
    if (before === NO_LINK) this.#firstLink[gram] = added;
    else this.#nextLink[before] = added;
  }

  /** Index of the slot of this gram, or of a free one. Grams with the same hash share a slot. */
  #findGram(hash: number): number {
    const slots = this.#gramSlots;
    let slot = 2 * slotOf(hash, this.#shift);
    while (slots[slot + 1] !== 0 && slots[slot] !== hash) slot = (slot + 2) % slots.length;
    return slot;
  }

  /** Index of the slot of this phrase, compared unit by unit, or of a free one. */
  #findPhrase(units: Uint16Array, at: number, length: number, hash: number): number {
    const slots = this.#phraseSlots;
    let slot = 2 * slotOf(hash, this.#shift);
    for (;;) {
      const phrase = (slots[slot + 1] as number) - 1;
      if (phrase < 0) return slot;
      if (slots[slot] === hash && this.#isPhrase(phrase, units, at, length)) return slot;
      slot = (slot + 2) % slots.length;
    }
  }

  #isPhrase(phrase: number, units: Uint16Array, at: number, length: number): boolean {
    if (this.#length[phrase] !== length) return false;
    return sameUnits(this.#units, this.#at[phrase] as number, units, at, length);
  }

  #hashPrefixes(units: Uint16Array, from: number, to: number): void {
    if (to - from >= this.#prefix.length) {
      this.#powers = powers(2 * (to - from));
      this.#prefix = new Int32Array(2 * (to - from) + 1);
    }
    let hash = 0;
    for (let i = from; i < to; i++) {
      hash = appendUnit(hash, units[i] as number);
      this.#prefix[i - from + 1] = hash;
    }
  }

  /** Hash of `length` units from `offset` in the text last given to {@link #hashPrefixes}. */
  #hash(offset: number, length: number): number {
    const before = Math.imul(this.#prefix[offset] as number, this.#powers[length] as number);
    return ((this.#prefix[offset + length] as number) - before) | 0;
  }
}
