import type { StatementOutcome } from '#contract/statement.ts';
import { type ColumnRow, readColumns } from '#engine/read/readColumns.ts';
import type { ReadChoices } from '#model/fileReading.ts';
import { boxCell } from '#model/spreadsheetCell.ts';
import { grouped } from '#model/text/figures.ts';
import { orUnreadable, sourceOfBlob } from '../blobSource.ts';
import { summariseReading } from '../readingSummary.ts';

/** Of one statement; the page holds the text once, and the ledger worker once more. */
const MAX_LINES = 1_000_000;
const MAX_LENGTH = 100_000_000;

/** Reads a file as lines for the Classifier; see `StatementApi`. */
export function readStatement(...file: Parameters<typeof readText>): Promise<StatementOutcome> {
  return orUnreadable(readText(...file));
}

async function readText(
  file: Blob,
  choices: ReadChoices,
  onProgress: (share: number) => void,
): Promise<StatementOutcome> {
  const source = sourceOfBlob(file);
  const sink = new StatementLines();
  const take = (row: ColumnRow) => sink.take(row);
  const result = await readColumns(source, ['description'], choices, take, { onProgress });
  if (result.kind !== 'read') return result;
  if (sink.isTooLarge) {
    return {
      kind: 'too-large',
      limit: `more than ${grouped(MAX_LINES)} lines or 100 million characters`,
    };
  }
  if (sink.count === 0) return { kind: 'empty' };
  const reading = summariseReading(result.reading);
  return {
    kind: 'statement',
    text: sink.text(),
    lines: sink.count,
    columns: reading.columns ?? [0],
    reading,
  };
}

/** The lines of one statement, as they would be pasted. */
class StatementLines {
  readonly #lines: string[] = [];
  #length = 0;
  isTooLarge = false;

  get count(): number {
    return this.#lines.length;
  }

  take(row: ColumnRow): 'taken' | 'stop' {
    const cells = row.cells.map(boxCell);
    while (cells.length > 1 && cells.at(-1) === '') cells.pop();
    const line = cells.join('\t');
    this.#lines.push(line);
    this.#length += line.length + 1;
    this.isTooLarge = this.#lines.length > MAX_LINES || this.#length > MAX_LENGTH;
    return this.isTooLarge ? 'stop' : 'taken';
  }

  text(): string {
    return this.#lines.join('\n');
  }
}
