import type { ReadChoices } from '#model/fileReading.ts';
import type { ByteSource } from './byteSource.ts';
import { isBareTotalLabel } from './columnNames.ts';
import { type ColumnRow, type ColumnsRead, readColumns } from './readColumns.ts';
import type { ReadOptions } from './table.ts';

/** Takes the lines of a file one by one. */
type LineSink = { take(row: ColumnRow): 'taken' | 'stop' };

/**
 * Reads a file as lines to classify: the column of descriptions is found, the other cells stay beside it, totals are left
 * out. The lines go into the sink that `createSink` makes; a text that turns out to be prose is read once more into another.
 */
export async function readLines<Sink extends LineSink>(
  source: ByteSource,
  choices: ReadChoices,
  createSink: () => Sink,
  options: ReadOptions = {},
): Promise<{ readonly sink: Sink; readonly result: ColumnsRead }> {
  const sink = createSink();
  const commas = new CommaCounter();
  const take = (row: ColumnRow) => {
    if (isTotal(row)) return 'skip';
    commas.count(row);
    return sink.take(row);
  };
  const result = await readColumns(source, ['description'], choices, take, options);
  const isProse = choices.delimiter === undefined && result.kind === 'read' && commas.areProse(result);
  // No text of prose has tabs: its lines are taken whole.
  return isProse ? readLines(source, { ...choices, delimiter: '\t' }, createSink, options) : { sink, result };
}

/** Whether commas stand in the lines as in prose, most often with a blank behind them. */
class CommaCounter {
  #wide = 0;
  #prose = 0;

  count({ cells }: ColumnRow): void {
    if (cells.slice(1).some((cell) => cell !== '')) this.#wide++;
    if (cells.slice(1).some((cell) => /^ \S/.test(cell))) this.#prose++;
  }

  areProse({ reading: { header, delimiter } }: Extract<ColumnsRead, { kind: 'read' }>): boolean {
    return header === null && delimiter === ',' && this.#prose * 2 > this.#wide;
  }
}

/** A shop may be called Total: a line with a description is a total only where nothing but its label stands there. */
function isTotal({ isTotal: looksLikeTotal, cells, values }: ColumnRow): boolean {
  if (!looksLikeTotal) return false;
  const label = cells.find((cell) => cell.trim() !== '') ?? '';
  return isBareTotalLabel(label) || (values[0] ?? '').trim() === '';
}
