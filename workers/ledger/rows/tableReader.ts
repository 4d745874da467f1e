import { AS_FOUND } from '#contract/summary.ts';
import { labelledRows } from '#engine/read/amounts/rowKinds.ts';
import { descriptionColumns } from '#engine/read/descriptionColumns.ts';
import { columnsByName, findTable } from '#engine/read/layout.ts';
import { BALANCE, TOTAL } from '#model/classification.ts';
import { leftOutTexts } from '#model/text/readMessages.ts';
import type { TableReader } from './pastedText.ts';
import { amountsOf, tableOf } from './tableAmounts.ts';

/** Reads pasted tables: it knows names of columns in many languages, and is loaded with the first text that may be one. */
export const tableReader: TableReader = {
  findTable,
  wordsOf: leftOutTexts,
  findDescriptions(guess, names, lines) {
    const main = columnsByName(names, ['description'])?.[0] ?? guess;
    return main === null ? [] : descriptionColumns(main, names, lines);
  },
  findNoPayments(pasted) {
    const { columns, lines } = pasted;
    if (columns === null || labelledRows(tableOf(columns, lines)).size === 0) return new Map();
    const kinds = amountsOf({ pasted }, AS_FOUND)?.reading.kinds;
    return new Map([
      ...(kinds?.balances ?? []).map((row) => [row, BALANCE] as const),
      ...(kinds?.totals ?? []).map((row) => [row, TOTAL] as const),
    ]);
  },
};
