import type { ChoiceResult, RowState } from '#contract/ledger.ts';
import { keyProblem } from '#model/keyProblem.ts';
import { isNoMatch, mappingKey } from '#model/mapping.ts';
import type { MappingList } from '../list/MappingList.ts';
import { writeMapping } from '../list/mappingWrites.ts';
import type { EntryChange } from '../table/entries.ts';
import { writeInChunks } from '../table/entryWrites.ts';
import type { ResultTable } from './ResultTable.ts';

type List = Pick<MappingList, 'entries' | 'write'>;

/**
 * Takes the account suggested for a row. With `isShared` it becomes the mapping of the row's description, and
 * rows with the same description and suggestion take it too; `No Match` is no account to be stored.
 */
export async function takeNew(
  list: List,
  table: ResultTable,
  row: number,
  isShared: boolean,
): Promise<ChoiceResult> {
  const account = table.suggestedAccount(row);
  if (account === undefined) {
    return { kind: 'failed', detail: `Nothing is suggested for row ${row + 1} any more.` };
  }
  if (!isShared || isNoMatch(account)) return { kind: 'row-only', rows: [table.accept(row)] };
  const alike = table.alikeToVerify(row);
  const description = table.description(row);
  const result = await writeMapping(list, description, account);
  if (result.kind === 'unstorable') return { ...result, description };
  if (result.kind === 'failed') return result;
  return { kind: 'saved', rows: acceptAgreed(table, alike, account) };
}

/**
 * Takes the accounts suggested for all rows. With `isShared` each becomes the mapping of its description, all of
 * them before any row changes; a description that makes no key that can be stored changes its row only. Where one
 * description has two suggestions, which an edit can bring about, the last one is stored.
 */
export async function takeAllNew(list: List, table: ResultTable, isShared: boolean): Promise<ChoiceResult> {
  const rows = table.rowsToVerify();
  if (rows.length === 0) return { kind: 'failed', detail: 'Nothing is suggested any more.' };
  const suggested = new Map(rows.map((row) => [row, table.suggestedAccount(row)]));
  const changes = isShared ? newMappings(table, suggested) : [];
  const { failure } = await writeInChunks(list, changes, () => {});
  if (failure !== null) return { kind: 'failed', detail: failure };
  const accepted = rows.flatMap((row) => acceptAgreed(table, [row], suggested.get(row)));
  return { kind: changes.length > 0 ? 'saved' : 'row-only', rows: accepted };
}

/** Keeps the accounts that all rows show. */
export function keepAllCurrent(table: ResultTable): RowState[] {
  return table.rowsToVerify().map((row) => table.decline(row));
}

/** The list may have changed again while it was being saved: such rows keep their newer suggestion. */
function acceptAgreed(table: ResultTable, rows: readonly number[], account: string | undefined): RowState[] {
  const agreed = rows.filter((row) => account !== undefined && table.suggestedAccount(row) === account);
  return agreed.map((row) => table.accept(row));
}

function newMappings(table: ResultTable, suggested: ReadonlyMap<number, string | undefined>): EntryChange[] {
  const byKey = new Map<string, EntryChange>();
  for (const [row, glAccount] of suggested) {
    const description = table.description(row).trim();
    const key = mappingKey(description);
    if (glAccount === undefined || isNoMatch(glAccount) || keyProblem(key) !== null) continue;
    byKey.set(key, { key, before: null, after: { key, description, glAccount } });
  }
  return [...byKey.values()];
}
