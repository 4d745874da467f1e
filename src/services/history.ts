import { proxy } from 'comlink';
import type { HistoryApi } from '#contract/history.ts';
import type { Async } from './async.ts';
import type { LedgerService } from './ledger.ts';

/** The history of the list and of access; see {@link HistoryApi}. Admins only. */
export type HistoryService = Async<HistoryApi>;

/** The history over the connection of a ledger. Every method rejects when the server refuses, or the worker breaks down. */
export function historyOf(ledger: Pick<LedgerService, 'askHistory'>): HistoryService {
  return {
    page: (...args) => ledger.askHistory((history) => history.page(...args)),
    changed: (revision) => ledger.askHistory((history) => history.changed(revision)),
    act: (...args) => ledger.askHistory((history) => history.act(...args)),
    export: (query) => ledger.askHistory(async (history) => history.export(query)),
    preview: (target) => ledger.askHistory(async (history) => history.preview(target)),
    previewLines: (...args) => ledger.askHistory((history) => history.previewLines(...args)),
    restore: (id, choice, onProgress) =>
      ledger.askHistory(async (history) => history.restore(id, choice, proxy(onProgress))),
    accessHistory: (before) => ledger.askHistory((history) => history.accessHistory(before)),
  };
}
