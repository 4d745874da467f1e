import type { HistoryChange } from '#contract/history.ts';
import type { RowsEffect } from '#contract/rows.ts';
import { NO_MATCH, withAccount } from '#model/mapping.ts';
import { previewRows } from '../classification/mappingEffect.ts';
import type { AccountEffectOptions } from './accountEffect.ts';

/** See {@link changesEffect}. */
export type EffectOf = (changes: readonly HistoryChange[]) => RowsEffect | null;

/** What changes of the list would do to the rows on the Classifier screen; null where no text is there. */
export function changesEffect(
  options: AccountEffectOptions,
  changes: readonly HistoryChange[],
): RowsEffect | null {
  const table = options.tableNow();
  if (table === undefined || table.rows.count === 0) return null;
  // A mapping without an account matches nothing: what is removed is counted as one.
  const after = changes.flatMap(
    ({ before, after }) => after ?? (before === null ? [] : withAccount(before, NO_MATCH)),
  );
  return previewRows({ ...options, table }, after);
}
