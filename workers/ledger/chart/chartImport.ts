import type { ChartColumns, ChartLine, ChartLineKind } from '#contract/chart.ts';
import { rankOf } from '#engine/read/columnNames.ts';
import { columnsByName } from '#engine/read/layout.ts';
import type { SourceRow } from '#engine/read/readTable.ts';
import {
  type ChartAccount,
  type ChartKey,
  chartKey,
  chartProblem,
  isSameAccount,
  trimmedAccount,
} from '#model/chart.ts';

/** Names of columns beside code and name, as charts of accounts have them. */
const NOTE = /^(.* )?(notes?|comments?|remarks?)$/;
const RETIRED = /^(retired|inactive|blocked|closed|archived|disabled|status|state)\??$/;
/** What a cell says of an account that is retired. */
const YES = /^(yes|y|true|1|x|retired|inactive|closed|blocked|archived|disabled)$/;

/** Cells of a column that the screen shows as its example. */
const LONGEST_EXAMPLE = 40;

/** Which columns hold what: by their names in the first line, else code and name are the first two. */
export function findColumns(rows: readonly SourceRow[]): ChartColumns {
  const cells = rows[0]?.cells ?? [];
  const names = cells.map((cell) => cell.trim().toLowerCase());
  const find = (isMeant: (name: string) => boolean, others: readonly (number | null)[] = []) => {
    const at = names.findIndex((name, column) => isMeant(name) && !others.includes(column));
    return at < 0 ? null : at;
  };
  const both = columnsByName(cells, ['code', 'name']);
  const code = both?.[0] ?? find((name) => rankOf('code', name) !== null);
  const width = Math.max(...rows.slice(0, 50).map(({ cells }) => cells.length));
  if (code === null)
    return { code: 0, name: width > 1 ? 1 : null, note: null, retired: null, hasHeader: false };
  const name = both?.[1] ?? null;
  const isHeader =
    name !== null || width === 1 || names.some((text) => NOTE.test(text) || RETIRED.test(text));
  return {
    code,
    name: name ?? (width > 1 && !isHeader ? 1 : null),
    note: find((text) => NOTE.test(text), [code, name]),
    retired: find((text) => RETIRED.test(text), [code, name]),
    hasHeader: isHeader,
  };
}

/** For each column its name, or else its first cells. */
export function examplesOf(rows: readonly SourceRow[]): string[] {
  const width = Math.max(0, ...rows.map(({ cells }) => cells.length));
  return Array.from({ length: width }, (_, column) => {
    const cells = rows.map(({ cells }) => (cells[column] ?? '').trim()).filter((cell) => cell !== '');
    return cells.slice(0, 2).join(', ').slice(0, LONGEST_EXAMPLE);
  });
}

/** What an import would do with each line. */
export type ChartPlan = Readonly<Record<ChartLineKind, readonly ChartLine[]>>;

/**
 * Compares the lines with the chart. What has no column stays as it is. The first line of a code counts; a line that says
 * the same again is one of its repetitions, too.
 */
export function planImport(
  rows: readonly SourceRow[],
  columns: ChartColumns,
  stored: ReadonlyMap<ChartKey, ChartAccount>,
): ChartPlan {
  const plan: Record<ChartLineKind, ChartLine[]> = {
    new: [],
    changed: [],
    unchanged: [],
    repeated: [],
    refused: [],
  };
  const earlier = new Map<ChartKey, ChartAccount>();
  for (const { line, cells } of columns.hasHeader ? rows.slice(1) : rows) {
    const key = chartKey((cells[columns.code] ?? '').trim());
    const before = stored.get(key) ?? null;
    const after = accountOf(cells, columns, before);
    const problem = chartProblem(after);
    const first = earlier.get(key);
    if (problem !== null) plan.refused.push({ line, after, before, problem });
    else if (first !== undefined) plan.repeated.push({ line, after, before: first, problem });
    else plan[kindOf(before, after)].push({ line, after, before, problem });
    if (problem === null && first === undefined) earlier.set(key, after);
  }
  return plan;
}

function kindOf(before: ChartAccount | null, after: ChartAccount): ChartLineKind {
  if (before === null) return 'new';
  return isSameAccount(before, after) ? 'unchanged' : 'changed';
}

function accountOf(
  cells: readonly string[],
  { code, name, note, retired }: ChartColumns,
  before: ChartAccount | null,
): ChartAccount {
  const cell = (column: number) => cells[column] ?? '';
  return trimmedAccount({
    code: cell(code),
    name: name === null ? (before?.name ?? '') : cell(name),
    note: note === null ? (before?.note ?? '') : cell(note),
    isRetired: retired === null ? (before?.isRetired ?? false) : YES.test(cell(retired).trim().toLowerCase()),
  });
}
