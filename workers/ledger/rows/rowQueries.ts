import type { RowFilter, RowQuery } from '#contract/ledger.ts';
import { markFoundRows } from '#engine/rows.ts';
import { isBlankId, UNMATCHED } from '#model/classification.ts';
import { searchPattern } from '#model/searchPattern.ts';
import type { ResultTable } from './ResultTable.ts';

/** The rows, ascending, that pass the filter and whose description or account contains the searched text. */
export function filterRows(table: ResultTable, { filter, search }: RowQuery): Uint32Array<ArrayBuffer> {
  const { count } = table.rows;
  const marks = markSearched(table, search);
  const rows = new Uint32Array(count);
  let found = 0;
  for (let row = 0; row < count; row++) {
    if ((marks === null || marks[row] === 1) && passes(table, row, filter)) rows[found++] = row;
  }
  return rows.slice(0, found);
}

/** All kinds but `edited` exclude each other: what waits to be verified counts there only. */
function passes(table: ResultTable, row: number, filter: RowFilter): boolean {
  switch (filter) {
    case 'all':
      return true;
    case 'matched':
      return table.shown(row) >= 0 && !table.isToVerify(row);
    case 'to-verify':
      return table.isToVerify(row);
    case 'no-match':
      return table.shown(row) === UNMATCHED && !table.isToVerify(row);
    case 'blank':
      return isBlankId(table.shown(row)) && !table.isToVerify(row);
    case 'edited':
      return table.edits.has(row) || table.isChosen(row);
  }
}

/** Marks (1) the rows that contain the searched text; null when nothing is searched for. */
function markSearched(table: ResultTable, search: string): Uint8Array | null {
  const pattern = searchPattern(search);
  if (pattern === null) return null;
  const marks = new Uint8Array(table.rows.count);
  markFoundRows(table.rows, pattern, marks);
  for (const [row, text] of table.edits) marks[row] = isIn(text, pattern) ? 1 : 0;
  const ids = new Map<number, boolean>();
  for (let row = 0; row < marks.length; row++) {
    if (marks[row] === 1) continue;
    const id = table.shown(row);
    let hasIt = ids.get(id);
    if (hasIt === undefined) {
      hasIt = isIn(table.account(row), pattern);
      ids.set(id, hasIt);
    }
    if (hasIt) marks[row] = 1;
  }
  return marks;
}

function isIn(text: string, pattern: RegExp): boolean {
  pattern.lastIndex = 0;
  return pattern.test(text);
}
