import type { StatementOutcome } from '#contract/statement.ts';
import { isBareTotalLabel } from '#engine/import/columnNames.ts';
import { type ColumnRow, readColumns } from '#engine/import/readColumns.ts';
import type { FileReading, ReadChoices } from '#model/fileReading.ts';
import { boxCell } from '#model/spreadsheetCell.ts';
import { grouped } from '#model/text/figures.ts';
import { sourceOfBlob } from '../blobSource.ts';
import { summariseReading } from '../readingSummary.ts';

/** Of one statement; the page holds the text once, and the ledger worker once more. */
const MAX_LINES = 1_000_000;
const MAX_LENGTH = 100_000_000;

/** Reads a file as lines for the Classifier; see `StatementApi`. */
export async function readStatement(
  file: Blob,
  choices: ReadChoices,
  onProgress: (share: number) => void,
): Promise<StatementOutcome> {
  try {
    const lines = new StatementLines();
    const outcome = await readLines(file, choices, onProgress, lines);
    // Prose with commas is no table: its lines are taken whole. No text of prose has tabs.
    const isProse =
      choices.delimiter === undefined && outcome.kind === 'statement' && lines.areProse(outcome.reading);
    return isProse ? await readLines(file, { ...choices, delimiter: '\t' }, onProgress) : outcome;
  } catch (error) {
    // What browsers throw for files that went away, folders, and files one may not read.
    if (error instanceof DOMException) return { kind: 'unreadable', detail: error.message };
    throw error;
  }
}

async function readLines(
  file: Blob,
  choices: ReadChoices,
  onProgress: (share: number) => void,
  lines = new StatementLines(),
): Promise<StatementOutcome> {
  const take = (row: ColumnRow) => lines.take(row);
  const read = await readColumns(sourceOfBlob(file), ['description'], choices, take, { onProgress });
  if (read.kind !== 'read') return read;
  if (lines.isTooLarge) {
    return {
      kind: 'too-large',
      limit: `more than ${grouped(MAX_LINES)} lines or 100 million characters`,
    };
  }
  if (lines.count === 0) return { kind: 'empty' };
  const reading = summariseReading(read.reading);
  return {
    kind: 'statement',
    text: lines.text(),
    lines: lines.count,
    column: reading.columns?.[0] ?? 0,
    reading,
  };
}

/** The lines of one statement, as they would be pasted. */
class StatementLines {
  readonly #lines: string[] = [];
  #length = 0;
  #wide = 0;
  #prose = 0;
  isTooLarge = false;

  get count(): number {
    return this.#lines.length;
  }

  take(row: ColumnRow): 'taken' | 'skip' | 'stop' {
    if (isTotal(row)) return 'skip';
    const cells = row.cells.map(boxCell);
    while (cells.length > 1 && cells.at(-1) === '') cells.pop();
    if (cells.length > 1) this.#wide++;
    if (cells.slice(1).some((cell) => /^ \S/.test(cell))) this.#prose++;
    const line = cells.join('\t');
    this.#lines.push(line);
    this.#length += line.length + 1;
    this.isTooLarge = this.#lines.length > MAX_LINES || this.#length > MAX_LENGTH;
    return this.isTooLarge ? 'stop' : 'taken';
  }

  text(): string {
    return this.#lines.join('\n');
  }

  /** Whether commas stand in the lines as in prose, most often with a blank behind them. */
  areProse({ header, delimiter }: Pick<FileReading, 'header' | 'delimiter'>): boolean {
    return header === null && delimiter === ',' && this.#prose * 2 > this.#wide;
  }
}

/** A shop may be called Total: a line with a description is a total only where nothing but its label stands there. */
function isTotal({ isTotal: looksLikeTotal, cells, values }: ColumnRow): boolean {
  if (!looksLikeTotal) return false;
  const label = cells.find((cell) => cell.trim() !== '') ?? '';
  return isBareTotalLabel(label) || (values[0] ?? '').trim() === '';
}
