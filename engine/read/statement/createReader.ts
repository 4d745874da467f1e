import type { StatementFormat } from '#model/fileReading.ts';
import type { ReadBudget } from '../ReadBudget.ts';
import { CamtReader } from './CamtReader.ts';
import { STATEMENT_COLUMNS, type StatementReader } from './entries.ts';
import { Mt940Reader } from './Mt940Reader.ts';
import { OfxReader } from './OfxReader.ts';
import { QifReader } from './QifReader.ts';

export { StatementTotals } from './StatementTotals.ts';

/** The reader of a format, and the names of the cells that it gives. */
export function createStatementReader(
  format: StatementFormat,
  budget: ReadBudget,
): {
  readonly reader: StatementReader;
  readonly names: readonly string[];
} {
  const names = format === 'qif' ? [...STATEMENT_COLUMNS, 'Category'] : STATEMENT_COLUMNS;
  return { reader: readerOf(format, budget), names };
}

function readerOf(format: StatementFormat, budget: ReadBudget): StatementReader {
  switch (format) {
    case 'ofx':
      return new OfxReader(budget);
    case 'qif':
      return new QifReader(budget);
    case 'mt940':
      return new Mt940Reader(budget);
    default:
      return new CamtReader(format, budget);
  }
}
