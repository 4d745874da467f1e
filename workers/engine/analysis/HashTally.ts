import { shiftFor, slotOf } from './hash.ts';
import { MORE_THAN } from './rules.ts';

/** One count per this many hashes: at four to a count, one rare hash in some three hundred seems common. */
const HASHES_PER_COUNT = 4;

/**
 * Tells which hashes of a long row have come more than {@link MORE_THAN} times. It may say yes wrongly, never no:
 * hashes share counts, so that these take a quarter of a byte per hash and stay in a near cache where a table of
 * the hashes themselves would not.
 */
export class HashTally {
  readonly #counts: Uint8Array;
  readonly #shift: number;

  /** For about so many hashes, repeated ones included. */
  constructor(hashes: number) {
    // A table of `shiftFor` is at most half full.
    this.#shift = shiftFor(hashes / HASHES_PER_COUNT / 2);
    this.#counts = new Uint8Array(2 ** (32 - this.#shift));
  }

  add(hash: number): void {
    const slot = slotOf(hash, this.#shift);
    const count = this.#counts[slot] as number;
    if (count <= MORE_THAN) this.#counts[slot] = count + 1;
  }

  isCommon(hash: number): boolean {
    return (this.#counts[slotOf(hash, this.#shift)] as number) > MORE_THAN;
  }
}
