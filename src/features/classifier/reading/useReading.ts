import { useSyncExternalStore } from 'react';
import type { AmountReading } from '#contract/summary.ts';
import type { ReadingSample } from '#model/amountReading.ts';
import { groupedAmount } from '#model/text/figures.ts';
import { readingMessages } from '#model/text/readingMessages.ts';
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
