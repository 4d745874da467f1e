import { FOLD } from './fold.ts';
import { ENTRY_EDGES, ENTRY_SIZE, ENTRY_START, type GramIndex } from './gramIndex.ts';
import {
  BYTES,
  beforeGram,
  behindGram,
  hashGram,
  hashPair,
  hashSide,
  holdsLong,
  LONG_FILTER,
  LONG_HITS,
  longSlot,
  SHORT_FILTER,
  SHORT_HITS,
  shortSlot,
  sideOf,
  skeletons,
  WORDS,
} from './gramScan.ts';

/*
 * From hits to candidates: places where a gram ends that some keyword is filed under, with the units beside it as that
 * keyword has them. Each step is a loop without branches, since nobody could foretell these, over lists that stay in
 * the nearest cache; what is left is nearly always a keyword.
 */

/** For each candidate, where its gram ends × 2 + whether it is a 4-gram. Ascending. */
const PLACES = new Int32Array(WORDS.length * 4 + 4);
/** For each candidate, the bucket of its gram, then where its entries begin. */
const ENTRIES = new Int32Array(PLACES.length);
const ENTRIES_END = new Int32Array(PLACES.length);

/** The byte behind the gram of candidate `c`; beyond all bytes for the one behind the last. */
export function candidateEnd(c: number): number {
  return (PLACES[c] as number) >>> 1;
}

/** Where the entries of the candidate's keywords begin. */
export function candidateEntries(c: number): number {
  return ENTRIES[c] as number;
}

/** Where they end. */
export function candidateEntriesEnd(c: number): number {
  return ENTRIES_END[c] as number;
}

/**
 * Lists the candidates for keywords that are filed under 8-grams, from the first `hits` of LONG_HITS. Returns how many.
 * `units` are those of the keywords.
 */
export function listLongCandidates(index: GramIndex, units: Uint16Array, hits: number): number {
  return listCandidates(index, units, expandLongHits(index, hits));
}

/** The same for keywords filed under 4-grams, from SHORT_HITS. */
export function listShortCandidates(index: GramIndex, units: Uint16Array, hits: number): number {
  return listCandidates(index, units, expandShortHits(index, hits));
}

function listCandidates(index: GramIndex, units: Uint16Array, count: number): number {
  const candidates = filterByNeighbours(index, count);
  findEntries(index, candidates);
  findUnits(index, candidates);
  prefetchKeywordUnits(units, candidates);
  PLACES[candidates] = 0x7fffffff;
  return candidates;
}

/** Lists every 8-gram of the hits that the filter holds. */
function expandLongHits({ filter, bucketShift }: GramIndex, hits: number): number {
  const mask = filter.long.length - 1;
  let count = 0;
  for (let h = 0; h < hits; h++) {
    const i = LONG_HITS[h] as number;
    const before = skeletons(WORDS[i - 2] as number);
    const previous = skeletons(WORDS[i - 1] as number);
    const word = skeletons(WORDS[i] as number);
    const innerPair = hashPair(
      hashGram((before >>> 16) | (previous << 16)),
      hashGram((previous >>> 16) | (word << 16)),
    );
    const wholePair = hashPair(hashGram(previous), hashGram(word));
    const place = i * 8;
    PLACES[count] = place + 4;
    ENTRIES[count] = innerPair >>> bucketShift;
    count += holdsLong(LONG_FILTER[longSlot(innerPair, mask)] as number, innerPair) & 1;
    PLACES[count] = place + 8;
    ENTRIES[count] = wholePair >>> bucketShift;
    count += holdsLong(LONG_FILTER[longSlot(wholePair, mask)] as number, wholePair) & 1;
  }
  return count;
}

/** Lists every 4-gram of the hits that the filter holds, once for each side that it holds it with. */
function expandShortHits({ filter, shortShift, firstShort }: GramIndex, hits: number): number {
  const mask = filter.short.length - 1;
  let count = 0;
  for (let h = 0; h < hits; h++) {
    const i = SHORT_HITS[h] as number;
    const before = skeletons(WORDS[i - 2] as number);
    const previous = skeletons(WORDS[i - 1] as number);
    const word = skeletons(WORDS[i] as number);
    const innerGram = hashGram((before >>> 16) | (previous << 16));
    const inner = hashGram((previous >>> 16) | (word << 16));
    const wholeGram = hashGram(previous);
    const whole = hashGram(word);
    const place = i * 8;
    const innerBits = SHORT_FILTER[shortSlot(innerGram, mask)] as number;
    PLACES[count] = place - 3;
    ENTRIES[count] = firstShort + (hashSide(innerGram, behindGram(inner)) >>> shortShift);
    count += (innerBits >>> inner) & 1;
    PLACES[count] = place - 3;
    ENTRIES[count] = firstShort + (hashSide(innerGram, beforeGram(before >>> 8)) >>> shortShift);
    count += (innerBits >>> (before >>> 8)) & 1;
    const wholeBits = SHORT_FILTER[shortSlot(wholeGram, mask)] as number;
    PLACES[count] = place + 1;
    ENTRIES[count] = firstShort + (hashSide(wholeGram, behindGram(whole)) >>> shortShift);
    count += (wholeBits >>> whole) & 1;
    PLACES[count] = place + 1;
    ENTRIES[count] = firstShort + (hashSide(wholeGram, beforeGram(before >>> 24)) >>> shortShift);
    count += (wholeBits >>> (before >>> 24)) & 1;
  }
  return count;
}

/** Keeps those of the first `count` whose bucket knows a keyword with the units before and behind the gram. */
function filterByNeighbours(index: GramIndex, count: number): number {
  const { neighbours } = index;
  let kept = 0;
  for (let c = 0; c < count; c++) {
    const place = PLACES[c] as number;
    const bucket = ENTRIES[c] as number;
    const end = place >>> 1;
    const before = SIDE[BYTES[end - 9 + (place & 1) * 4] as number] as number;
    const after = SIDE[BYTES[end] as number] as number;
    const bits = neighbours[bucket] as number;
    PLACES[kept] = place;
    ENTRIES[kept] = bucket;
    kept += (bits >>> before) & (bits >>> (after + 16)) & 1;
  }
  return kept;
}

/*
 * The next three read of the index what verifying the candidates will read, each what the one before has found. The
 * processor waits for many of these at a time, and for the more the less it has to do in between, whereas verification
 * would wait for one after the other.
 */

/** Finds the entries of the first `count` candidates. */
function findEntries({ buckets }: GramIndex, count: number): void {
  for (let c = 0; c < count; c++) {
    const bucket = (ENTRIES[c] as number) * 2;
    ENTRIES[c] = buckets[bucket] as number;
    ENTRIES_END[c] = buckets[bucket + 1] as number;
  }
}

/** For each candidate, where the units of its first entry's keyword begin and end in the table; 0 where they will not be wanted. */
const FIRST_UNITS = new Int32Array(PLACES.length);
const LAST_UNITS = new Int32Array(PLACES.length);

function findUnits({ entries }: GramIndex, count: number): void {
  for (let c = 0; c < count; c++) {
    const first = ENTRIES[c] as number;
    const size = entries[first + ENTRY_SIZE] as number;
    const from = Math.max(0, ((PLACES[c] as number) >>> 1) - (size & 255));
    // Letters have these bits in common in either case. Where they differ the keyword's units will not be wanted.
    const differs = ((entries[first + ENTRY_EDGES] as number) >>> 16) ^ (BYTES[from] as number);
    const wanted = (entries[first + ENTRY_START] as number) & (((differs & 31) - 1) >> 31);
    FIRST_UNITS[c] = wanted;
    LAST_UNITS[c] = wanted + (size >>> 8) - 1;
  }
}

/** Where {@link prefetchKeywordUnits} leaves what it read, so that no compiler leaves the reading out. */
export const touched = { value: 0 };

function prefetchKeywordUnits(units: Uint16Array, count: number): void {
  let value = 0;
  for (let c = 0; c < count; c++) {
    value ^= (units[FIRST_UNITS[c] as number] as number) ^ (units[LAST_UNITS[c] as number] as number);
  }
  touched.value = value;
}

/** {@link sideOf} by the byte of a block, whether that is a skeleton or ASCII as typed. */
const SIDE = Uint8Array.from({ length: 256 }, (_, byte) => sideOf(((FOLD[byte] as number) >>> 16) & 0xff));
