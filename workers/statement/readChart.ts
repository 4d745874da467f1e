import type { ChartRefusal, ChartTable } from '#contract/chart.ts';
import { readAccounts } from '#engine/read/readAccounts.ts';
import type { ReadChoices } from '#model/fileReading.ts';
import { orUnreadable, sourceOfBlob } from '../blobSource.ts';
import { summariseReading } from '../readingSummary.ts';

/** A chart with more accounts than this is none: a statement, or the mappings themselves. */
const MAX_LINES = 50_000;

/** Reads a text or a file for an import of accounts; see `StatementApi`. */
export async function readChart(
  source: string | Blob,
  choices: ReadChoices,
): Promise<ChartTable | ChartRefusal> {
  const text = typeof source === 'string' ? source : sourceOfBlob(source);
  const read = await orUnreadable(readAccounts(text, choices));
  if (read.kind !== 'accounts') return read;
  if (read.rows.length > MAX_LINES) return { kind: 'too-many', most: MAX_LINES };
  return {
    kind: 'rows',
    rows: new Blob([JSON.stringify(read.rows)]),
    reading: summariseReading(read.reading),
  };
}
