/** A payment as its statement tells it. */
export type PrintedRow = {
  readonly date: string;
  readonly amount: string;
  readonly text: string;
  readonly reference: string;
};

/**
 * Numbers by which the rows of a statement are known again in another file: the bank's own reference with the amount where
 * every row has one of its own, else date, amount and text. Rows that are alike are told apart by their order: two coffees
 * of a day are two rows. Of 53 bits: of a million rows, two may be taken for each other once in 18,000 times.
 */
export function rowPrints(rows: readonly PrintedRow[]): Float64Array {
  const references = new Set(rows.map(({ reference }) => reference));
  const hasIds = rows.length > 0 && references.size === rows.length && !references.has('');
  const seen = new Map<string, number>();
  return Float64Array.from(rows, ({ date, amount, text, reference }) => {
    const row = hasIds
      ? ['id', reference, amount]
      : ['row', date, amount, text.toLowerCase().replace(/\s+/g, ' ')];
    const key = row.join('\t');
    const before = seen.get(key) ?? 0;
    seen.set(key, before + 1);
    return hash53(`${key}\t${before}`);
  });
}

/** A 53-bit hash of a text (cyrb53 by bryc, public domain). */
function hash53(text: string): number {
  let high = 0xdeadbeef;
  let low = 0x41c6ce57;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    high = Math.imul(high ^ unit, 2_654_435_761);
    low = Math.imul(low ^ unit, 1_597_334_677);
  }
  high = Math.imul(high ^ (high >>> 16), 2_246_822_507) ^ Math.imul(low ^ (low >>> 13), 3_266_489_909);
  low = Math.imul(low ^ (low >>> 16), 2_246_822_507) ^ Math.imul(high ^ (high >>> 13), 3_266_489_909);
  return 4_294_967_296 * (2_097_151 & low) + (high >>> 0);
}
