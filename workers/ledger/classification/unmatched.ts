import type { KeywordPreview, UnmatchedGroups } from '#contract/ledger.ts';
import type { Classifier } from '#engine/classifier.ts';
import { groupByPhrase } from '#engine/unmatched.ts';
import { UNMATCHED } from '#model/classification.ts';
import { type Mapping, mappingKey } from '#model/mapping.ts';
import type { ResultTable } from './ResultTable.ts';

/** More rows than this are not grouped at once: the worker has other work to do. */
export const MAX_GROUPED = 50_000;
/** Rows shown of each group. */
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

/** What a new mapping would do to the rows, found with a classifier that knows this mapping alone. */
export function previewKeyword(
  table: ResultTable,
  createClassifier: (mappings: Iterable<Mapping>) => Classifier,
  keyword: string,
): KeywordPreview {
  const description = keyword.trim();
  const alone = createClassifier([{ key: mappingKey(description), description, glAccount: '?' }]);
  const ids = new Int32Array(table.rows.count);
  alone.classifyRows(table.rows, 0, ids.length, ids);
  for (const [row, text] of table.edits) ids[row] = alone.classify(text);
  let unmatched = 0;
  let others = 0;
  ids.forEach((id, row) => {
    if (id < 0) return;
    if (table.shown(row) === UNMATCHED) unmatched++;
    else others++;
  });
  return { unmatched, others };
}

function unmatchedRows(table: ResultTable): number[] {
  const rows: number[] = [];
  for (let row = 0; row < table.rows.count; row++) if (table.shown(row) === UNMATCHED) rows.push(row);
  return rows;
}
