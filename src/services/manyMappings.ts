import type { KeywordPreview } from '#contract/ledger.ts';
import type { Async } from './async.ts';
import type { LedgerService, ManyMappingsApi } from './ledger.ts';
import { withProgress } from './withProgress.ts';

/** What is done with many mappings of the shared list at once. Admins only. */
export type ManyMappings = Async<ManyMappingsApi> & {
  /**
   * What saving a mapping would do to the lines on the Classifier screen and to other mappings; undefined when no lines
   * are there. See `RowsApi.previewKeyword`.
   */
  previewKeyword(keyword: string, glAccount: string): Promise<KeywordPreview | undefined>;
};

/**
 * What the Database screen does with many mappings, over the connection of a ledger. Every method rejects when the
 * worker breaks down before its answer.
 */
export function manyMappingsOf(ledger: Pick<LedgerService, 'askTable'>): ManyMappings {
  return {
    accounts: () => ledger.askTable(({ table }) => table.accounts()),
    lines: (...args) => ledger.askTable(({ table }) => table.lines(...args)),
    tryLines: (lines, unsaved) => ledger.askTable(({ table }) => table.tryLines(lines, unsaved)),
    previewAccounts: (glAccount) => ledger.askTable(({ editor }) => editor.previewAccounts(glAccount)),
    changeAccounts: (glAccount, batch, onProgress) =>
      withProgress(onProgress, (report) =>
        ledger.askTable(async ({ editor }) => editor.changeAccounts(glAccount, batch, report)),
      ),
    cancelAccounts: () => ledger.askTable(async ({ editor }) => editor.cancelAccounts()),
    previewKeyword: (keyword, glAccount) =>
      ledger.askTable(({ rows }, run) => rows.previewKeyword(run, keyword, glAccount)),
  };
}
