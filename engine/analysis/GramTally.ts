import { shiftFor, slotOf } from './hash.ts';
import { MORE_THAN } from './rules.ts';

/** One count per this many grams: at four to a count, one rare gram in some three hundred seems common. */
const GRAMS_PER_COUNT = 4;

/**
 * Tells which grams, by their hashes, have come more than {@link MORE_THAN} times: of a varied list hardly any, and the
 * rest need no table. It may say yes wrongly, never no: hashes share counts, so that these take a quarter of a byte per
 * gram and stay in a near cache where a table of the hashes themselves would not.
 */
export class GramTally {
  readonly #counts: Uint8Array;
  readonly #shift: number;

  /** For about so many grams, repeated ones included. */
  constructor(grams: number) {
    // A table of `shiftFor` is at most half full.
    this.#shift = shiftFor(grams / GRAMS_PER_COUNT / 2);
    this.#counts = new Uint8Array(2 ** (32 - this.#shift));
  }

  visit(_units: Uint16Array, _at: number, hash: number): void {
    const slot = slotOf(hash, this.#shift);
    const count = this.#counts[slot] as number;
    if (count <= MORE_THAN) this.#counts[slot] = count + 1;
  }

  isCommon(hash: number): boolean {
    return (this.#counts[slotOf(hash, this.#shift)] as number) > MORE_THAN;
  }
}
