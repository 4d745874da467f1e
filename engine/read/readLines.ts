import type { FileReading, ReadChoices } from '#model/fileReading.ts';
import type { ByteSource } from './byteSource.ts';
import { type ColumnRow, type ColumnsRead, readColumns } from './readColumns.ts';
import type { ReadOptions } from './table.ts';

/** Fewer than this share of the lines of a table without a header have another number of columns than the rest. */
const ODD_SHARE = 0.1;

/** Takes the lines of a file one by one. */
type LineSink = { take(row: ColumnRow): 'taken' | 'stop' };

/**
 * Reads a file as lines to classify: the column of descriptions is found, the other cells stay beside it. The lines go into the sink that `createSink` makes; a text that turns out to be no table is read once more into another.
 */
export async function readLines<Sink extends LineSink>(
  source: ByteSource,
  choices: ReadChoices,
  createSink: () => Sink,
  options: ReadOptions = {},
): Promise<{ readonly sink: Sink; readonly result: ColumnsRead }> {
  const sink = createSink();
  const shapes = new LineShapes();
  const take = (row: ColumnRow) => {
    shapes.count(row);
    return sink.take(row);
  };
  const result = await readColumns(source, ['description'], choices, take, options);
  const isTable = options.areLines || choices.delimiter !== undefined || choices.columns !== undefined;
  if (isTable || result.kind !== 'read' || !shapes.arePlain(result.reading)) return { sink, result };
  return readLines(source, choices, createSink, { ...options, areLines: true });
}

/** Tells the lines of a table from those of a plain text in which delimiters stand, by all of them. */
class LineShapes {
  readonly #lines = new Map<number, number>();
  #wide = 0;
  #prose = 0;

  count({ cells }: ColumnRow): void {
    this.#lines.set(cells.length, (this.#lines.get(cells.length) ?? 0) + 1);
    if (cells.slice(1).some((cell) => cell !== '')) this.#wide++;
    if (cells.slice(1).some((cell) => /^ \S/.test(cell))) this.#prose++;
  }

  /** Plain: their numbers of columns differ, or their commas most often have a blank behind them. No prose has tabs. */
  arePlain({ header, delimiter, skipped }: FileReading): boolean {
    const isNamed = header !== null || skipped.some(({ reason }) => reason === 'separator');
    if (isNamed || delimiter === null || delimiter === '\t') return false;
    const counts = [...this.#lines.values()];
    const all = counts.reduce((sum, count) => sum + count, 0);
    const odd = all - Math.max(0, ...counts);
    return odd >= Math.max(1, all * ODD_SHARE) || (delimiter === ',' && this.#prose * 2 > this.#wide);
  }
}
