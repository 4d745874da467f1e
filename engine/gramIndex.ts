import type { GramFilter } from './gramScan.ts';
import type { KeywordNumber, KeywordTable } from './keywords.ts';

/** Places that the scan looks at are this far apart, and so a keyword is filed so many times. */
export const STRIDE = 2;

/** Fields of an entry: 16 bytes, so that all of it lies in one line of the processor's cache. */
export const ENTRY_KEYWORD = 0;
/** Length of the keyword × 256 + units from the keyword's start to the end of its gram. */
export const ENTRY_SIZE = 1;
/** First unit of the keyword × 65,536 + its last: rejects most keywords that share a gram without a further look. */
export const ENTRY_EDGES = 2;
/** Where the keyword's units begin in the table. */
export const ENTRY_START = 3;
export const ENTRY_FIELDS = 4;

/**
 * Keywords filed under the rarest of their grams, once for lying at an even and
 * once for lying at an odd place of the scan.
 * Bucket b, chosen by the top bits of the hash ({@link bucketOf}), is `entries[buckets[2 * b]] … entries[buckets[2 * b + 1] - 1]`,
 * longest keyword first. Memory: 32 bytes of entries and about 16 of buckets and filter per keyword.
 */
export type GramIndex = {
  readonly filter: GramFilter;
  readonly buckets: Int32Array<ArrayBuffer>;
  /** Which bits of an 8-gram's hash choose its bucket. */
  readonly bucketShift: number;
  /** The same for 4-grams, whose buckets come behind those of the 8-grams: there are few, which stay in the caches. */
  readonly shortShift: number;
  readonly firstShort: number;
  /**
   * For each bucket a bit for each {@link sideOf} the unit before (bits 0 to 15) and behind (16 to 31) the gram in its
   * keywords; all of them where a keyword begins or ends with its gram.
   */
  readonly neighbours: Int32Array<ArrayBuffer>;
  readonly entries: Int32Array<ArrayBuffer>;
};

/** How hashes choose buckets. */
export type BucketChoice = Pick<GramIndex, 'bucketShift' | 'shortShift' | 'firstShort'>;

export function bucketOf(choice: BucketChoice, size: number, hash: number): number {
  return size === 8 ? hash >>> choice.bucketShift : choice.firstShort + (hash >>> choice.shortShift);
}

/** Puts an entry behind those of its bucket, where there must be room; {@link sortBucket} has to follow. */
export function appendEntry(
  { entries, buckets }: GramIndex,
  table: KeywordTable,
  k: KeywordNumber,
  bucket: number,
  gramEnd: number,
): void {
  const start = table.starts[k] as number;
  const length = (table.starts[k + 1] as number) - start;
  const at = buckets[bucket * 2 + 1] as number;
  buckets[bucket * 2 + 1] = at + ENTRY_FIELDS;
  entries[at + ENTRY_KEYWORD] = k;
  entries[at + ENTRY_SIZE] = length * 256 + gramEnd;
  entries[at + ENTRY_EDGES] =
    ((table.units[start] as number) << 16) | (table.units[start + length - 1] as number);
  entries[at + ENTRY_START] = start;
}

/** Brings the entries of a bucket into their order, longest keyword first; equally long ones keep theirs. */
export function sortBucket({ entries, buckets }: GramIndex, bucket: number): void {
  const first = buckets[bucket * 2] as number;
  const end = buckets[bucket * 2 + 1] as number;
  for (let next = first + ENTRY_FIELDS; next < end; next += ENTRY_FIELDS) {
    const size = entries[next + ENTRY_SIZE] as number;
    let at = next;
    while (at > first && (entries[at - ENTRY_FIELDS + ENTRY_SIZE] as number) < size) at -= ENTRY_FIELDS;
    if (at < next) moveEntry(entries, next, at);
  }
}

/** Takes the entry at `from` to `to`; those from there on make room for it. */
function moveEntry(entries: Int32Array, from: number, to: number): void {
  for (let field = 0; field < ENTRY_FIELDS; field++) {
    const moved = entries[from + field] as number;
    for (let at = from + field; at > to + field; at -= ENTRY_FIELDS) {
      entries[at] = entries[at - ENTRY_FIELDS] as number;
    }
    entries[to + field] = moved;
  }
}
