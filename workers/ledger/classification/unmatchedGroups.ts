import type { UnmatchedGroups } from '#contract/ledger.ts';
import { groupByPhrase } from '#engine/phrases.ts';
import { UNMATCHED } from '#model/classification.ts';
import type { ResultTable } from './ResultTable.ts';

/** More rows than this are not grouped: grouping blocks the worker. */
const MAX_GROUPED = 50_000;
/** Example rows of each group. */
const EXAMPLES = 3;

/** The rows that no keyword matches, grouped by the longest phrase they share. */
export function groupUnmatched(table: ResultTable): UnmatchedGroups {
  const rows = unmatchedRows(table);
  const grouped = rows.slice(0, MAX_GROUPED).map((row) => table.description(row));
  const { groups, alone } = groupByPhrase(grouped);
  return {
    groups: groups.map((group) => ({
      phrase: group.phrase,
      count: group.rows.length,
      examples: [...new Set(group.rows.map((i) => grouped[i] ?? ''))].slice(0, EXAMPLES),
    })),
    alone: alone.length,
    unmatched: rows.length,
    leftOut: rows.length - grouped.length,
  };
}

function unmatchedRows(table: ResultTable): number[] {
  const rows: number[] = [];
  for (let row = 0; row < table.rows.count; row++) if (table.shown(row) === UNMATCHED) rows.push(row);
  return rows;
}
