import type { StatementFormat } from '#model/fileReading.ts';
import type { ReadBudget } from '../ReadBudget.ts';
import { CamtReader } from './CamtReader.ts';
import { StatementColumns, type StatementReader } from './entries.ts';
import { Mt940Reader } from './Mt940Reader.ts';
import { OfxReader } from './OfxReader.ts';
import { QifReader } from './QifReader.ts';

export { StatementTotals } from './StatementTotals.ts';

/** The reader of a format, and the columns of the cells that it gives. */
export function createStatementReader(
  format: StatementFormat,
  budget: ReadBudget,
): {
  readonly reader: StatementReader;
  readonly columns: StatementColumns;
} {
  const columns = new StatementColumns(format === 'qif' ? ['Category'] : []);
  return { reader: readerOf(format, budget), columns };
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
