import type { ChartLine, ChartLineKind } from '#contract/chart.ts';
import type { AccountRow } from '#engine/read/readAccounts.ts';
import {
  type ChartAccount,
  type ChartKey,
  chartKey,
  chartProblem,
  isSameAccount,
  trimmedAccount,
} from '#model/chart.ts';

/** What a cell says of an account that is retired. */
const YES = /^(yes|y|true|1|x|retired|inactive|closed|blocked|archived|disabled)$/;

/** What an import would do with each line. */
export type ChartPlan = Readonly<Record<ChartLineKind, readonly ChartLine[]>>;

/**
 * Compares the lines with the chart. What has no column stays as it is. The first line of a code counts; a line that says
 * the same again is one of its repetitions, too.
 */
export function planImport(
  rows: readonly AccountRow[],
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
  for (const { line, cells } of rows) {
    const key = chartKey((cells[0] ?? '').trim());
    const before = stored.get(key) ?? null;
    const after = accountOf(cells, before);
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
  [code, name, note, retired]: AccountRow['cells'],
  before: ChartAccount | null,
): ChartAccount {
  return trimmedAccount({
    code: code ?? '',
    name: name ?? before?.name ?? '',
    note: note ?? before?.note ?? '',
    isRetired: retired == null ? (before?.isRetired ?? false) : YES.test(retired.trim().toLowerCase()),
  });
}
