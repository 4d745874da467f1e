import { useSyncExternalStore } from 'react';
import type { AmountReading } from '#contract/summary.ts';
import type { ReadingSample } from '#model/amountReading.ts';
import { groupedAmount } from '#model/text/figures.ts';
import { type RowFact, readingMessages, rowFacts } from '#model/text/readingMessages.ts';
import type { RowStore } from '../../../rows/RowStore.ts';

/** How the amounts are read, and what was chosen of it. */
export function useReading({ amounts }: RowStore) {
  const choice = useSyncExternalStore(amounts.choice.subscribe, amounts.choice.get);
  const reading = useSyncExternalStore(amounts.reading.subscribe, amounts.reading.get);
  return { choice, reading } as const;
}

/** A row as it is read, in a sentence. */
export function sampleWords({ buffer }: RowStore, { decimal }: AmountReading, sample: ReadingSample): string {
  const { description } = buffer.row(sample.row);
  return readingMessages.sample({ ...sample, description, amount: groupedAmount(sample.amount, decimal) });
}

/** What is to be known of the rows before they leave. */
export function factsOf({ amounts, counts }: Pick<RowStore, 'amounts' | 'counts'>): readonly RowFact[] {
  const reading = amounts.reading.get();
  const off = reading?.off && { ...reading.off, amount: groupedAmount(reading.off.amount, reading.decimal) };
  const source = reading && { ...reading, off: off ?? null };
  return rowFacts(counts.get().noMatch, source, amounts.choice.get().leavesOutRepeated);
}
