import { MAX_OVERLAP_WORDS } from '#model/health.ts';
import { type KeywordNumber, type KeywordTable, keywordLength } from '../keywords.ts';
import { beginsPhrase, endsPhrase } from '../phrases.ts';

/** Between two of the shares that are yielded, so many keywords are processed. */
const STEP = 512;

/**
 * Those of `keywords` that overlap another keyword of the table: it begins with the words that they end with, or ends with
 * the words that they begin with; whole words, up to {@link MAX_OVERLAP_WORDS} and not all of either keyword. Linear in
 * the total length. Yields the share done.
 *
 * Words are compared by hashes of 53 bits. Two that differ have the same hash hardly ever; a keyword then stays without
 * need.
 */
export function* findOverlapping(
  table: KeywordTable,
  keywords: readonly KeywordNumber[],
): Generator<number, Set<KeywordNumber>> {
  const reader = new PartReader(table);
  const byBegin = new Map<number, KeywordNumber[]>();
  const byEnd = new Map<number, KeywordNumber[]>();
  const overlapping = new Set<KeywordNumber>();
  const work = keywords.length + table.count;
  for (const [i, k] of keywords.entries()) {
    reader.read(k);
    for (const begin of reader.begins) add(byBegin, begin, k);
    for (const end of reader.ends) add(byEnd, end, k);
    if (i % STEP === 0) yield i / work;
  }
  for (let k = 0; k < table.count && byBegin.size + byEnd.size > 0; k++) {
    reader.read(k);
    for (const begin of reader.begins) take(byEnd, begin, k, overlapping);
    for (const end of reader.ends) take(byBegin, end, k, overlapping);
    if (k % STEP === 0) yield (keywords.length + k) / work;
  }
  return overlapping;
}

/** Moves the keywords with this part to `overlapping`, but for `k` itself. So none of them is looked at twice. */
function take(
  byPart: Map<number, KeywordNumber[]>,
  part: number,
  k: KeywordNumber,
  overlapping: Set<KeywordNumber>,
): void {
  const found = byPart.get(part);
  if (found === undefined || (found.length === 1 && found[0] === k)) return;
  for (const other of found) if (other !== k) overlapping.add(other);
  if (found.includes(k)) byPart.set(part, [k]);
  else byPart.delete(part);
}

function add(byPart: Map<number, KeywordNumber[]>, part: number, k: KeywordNumber): void {
  const keywords = byPart.get(part);
  if (keywords) keywords.push(k);
  else byPart.set(part, [k]);
}

const BASE = 0x01000193;
const OTHER_BASE = 0x85ebca6b;

/** Reads the words that a keyword begins with and those that it ends with, without those that are all of it. */
class PartReader {
  /** Hashes of the first word, of the first two, and so on. */
  begins: number[] = [];
  /** Hashes of the last word, of the last two, and so on. */
  ends: number[] = [];
  readonly #table: KeywordTable;
  /** The keyword with a 0 before its first unit and behind its last one. */
  #units = new Uint16Array(256);
  readonly #wordStarts: number[] = [];
  readonly #wordEnds: number[] = [];

  constructor(table: KeywordTable) {
    this.#table = table;
  }

  read(k: KeywordNumber): void {
    this.begins = [];
    this.ends = [];
    this.#readWords(k);
    const words = this.#wordStarts.length;
    if (words < 2) return;
    this.#readBegins(Math.min(words - 1, MAX_OVERLAP_WORDS));
    this.#readEnds(words, Math.min(words - 1, MAX_OVERLAP_WORDS));
  }

  #readWords(k: KeywordNumber): void {
    const { units, starts } = this.#table;
    const length = keywordLength(this.#table, k);
    if (this.#units.length < length + 2) this.#units = new Uint16Array(length * 2);
    this.#units.set(units.subarray(starts[k], starts[k + 1]), 1);
    this.#units[length + 1] = 0;
    this.#wordStarts.length = 0;
    this.#wordEnds.length = 0;
    let isInside = false;
    for (let at = 1; at <= length; at++) {
      if (!isInside && beginsPhrase(this.#units, at)) {
        this.#wordStarts.push(at);
        isInside = true;
      }
      if (isInside && endsPhrase(this.#units, at + 1)) {
        this.#wordEnds.push(at + 1);
        isInside = false;
      }
    }
    if (isInside) this.#wordStarts.pop();
  }

  /** A unit counts with a power of the base that is its place from the first word on. */
  #readBegins(count: number): void {
    let [hash, power, other, otherPower] = [0, 1, 0, 1];
    let at = this.#wordStarts[0] as number;
    for (let word = 0; word < count; word++) {
      const end = this.#wordEnds[word] as number;
      for (; at < end; at++) {
        const unit = this.#units[at] as number;
        hash = (hash + Math.imul(unit, power)) | 0;
        power = Math.imul(power, BASE);
        other = (other + Math.imul(unit, otherPower)) | 0;
        otherPower = Math.imul(otherPower, OTHER_BASE);
      }
      this.begins.push(joinHashes(hash, other));
    }
  }

  /** The same hash as {@link #readBegins}, from behind. */
  #readEnds(words: number, count: number): void {
    let [hash, other] = [0, 0];
    let at = (this.#wordEnds[words - 1] as number) - 1;
    for (let word = words - 1; word >= words - count; word--) {
      const start = this.#wordStarts[word] as number;
      for (; at >= start; at--) {
        const unit = this.#units[at] as number;
        hash = (Math.imul(hash, BASE) + unit) | 0;
        other = (Math.imul(other, OTHER_BASE) + unit) | 0;
      }
      this.ends.push(joinHashes(hash, other));
    }
  }
}

function joinHashes(a: number, b: number): number {
  return (a >>> 0) * 0x200000 + (b >>> 11);
}
