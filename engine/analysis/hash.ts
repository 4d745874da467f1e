/**
 * Rolling hash of UTF-16 units: the polynomial in BASE modulo 2^32 (Karp–Rabin). It only proposes; every hit is
 * compared unit by unit, so a collision costs time and never an answer.
 */
const BASE = 0x2c1b3c6d | 0;

export function appendUnit(hash: number, unit: number): number {
  return (Math.imul(hash, BASE) + unit + 1) | 0;
}

/** `BASE ** length` for every length up to `longest`. */
export function powers(longest: number): Int32Array {
  const table = new Int32Array(longest + 1);
  table[0] = 1;
  for (let i = 1; i <= longest; i++) table[i] = Math.imul(table[i - 1] as number, BASE);
  return table;
}

/** Slot for `hash` in a table of `2 ** (32 - shift)` slots; high bits, as the low ones of the polynomial are weak. */
export function slotOf(hash: number, shift: number): number {
  return Math.imul(hash ^ (hash >>> 15), 0x9e3779b1) >>> shift;
}

/** Shift of {@link slotOf} for a table at most half full with `entries`. */
export function shiftFor(entries: number): number {
  return Math.clz32(Math.max(entries, 8)) - 1;
}

/** A set of hashes that may say yes wrongly (one time in some ten) and fits a near cache: asked before a table. */
export class HashSieve {
  readonly #bits: Int32Array;
  readonly #shift: number;

  constructor(entries: number) {
    this.#shift = shiftFor(entries * 4);
    this.#bits = new Int32Array(2 ** (32 - this.#shift) / 32);
  }

  add(hash: number): void {
    const bit = slotOf(hash, this.#shift);
    this.#bits[bit >>> 5] = (this.#bits[bit >>> 5] as number) | (1 << (bit & 31));
  }

  mayHave(hash: number): boolean {
    const bit = slotOf(hash, this.#shift);
    return ((this.#bits[bit >>> 5] as number) & (1 << (bit & 31))) !== 0;
  }
}

export function sameUnits(a: Uint16Array, atA: number, b: Uint16Array, atB: number, length: number): boolean {
  for (let i = 0; i < length; i++) {
    if (a[atA + i] !== b[atB + i]) return false;
  }
  return true;
}

/** Order of two stretches by UTF-16 code units. */
export function compareUnits(
  a: Uint16Array,
  atA: number,
  b: Uint16Array,
  atB: number,
  length: number,
): number {
  for (let i = 0; i < length; i++) {
    const difference = (a[atA + i] as number) - (b[atB + i] as number);
    if (difference !== 0) return difference;
  }
  return 0;
}
