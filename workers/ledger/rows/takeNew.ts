import type { ChoiceResult, RowState } from '#contract/ledger.ts';
import { isNoMatch, makeMapping } from '#model/mapping.ts';
import { type WritableList, writeMappings } from '../list/listWrites.ts';
import type { ResultTable } from './ResultTable.ts';

/**
 * Takes the account suggested for a row. With `isShared` it becomes the mapping of the row's description, and rows with
 * the same description and suggestion take it too. `No Match` is never stored. Without a table it fails.
 */
export async function takeNew(
  list: WritableList,
  table: ResultTable | undefined,
  row: number,
  isShared: boolean,
): Promise<ChoiceResult> {
  if (table === undefined)
    return { kind: 'failed', detail: 'Another text has taken the place of these rows.' };
  const account = table.suggestedAccount(row);
  if (account === undefined) {
    return { kind: 'failed', detail: `Nothing is suggested for row ${row + 1} any more.` };
  }
  if (!isShared || isNoMatch(account)) return { kind: 'row-only', rows: [table.accept(row)] };
  const alike = table.rowsWithSameSuggestion(row);
  const description = table.description(row);
  const mapping = makeMapping({ description: description.trim(), glAccount: account });
  const result = await writeMappings(list, 'choice', [mapping]);
  if (result.kind === 'unstorable') return { kind: 'unstorable', description, problem: result.problem };
  if (result.kind === 'failed') return { kind: 'failed', detail: result.detail };
  return { kind: 'saved', rows: acceptAgreed(table, alike, account), undo: result.undo };
}

/** Accepts `account` in the rows that it is still suggested for: the list may have changed again during the write. */
function acceptAgreed(table: ResultTable, rows: readonly number[], account: string): RowState[] {
  const agreed = rows.filter((row) => table.suggestedAccount(row) === account);
  return agreed.map((row) => table.accept(row));
}
