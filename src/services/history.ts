import type { HistoryApi } from '#contract/history.ts';
import type { Async } from './async.ts';
import type { LedgerService } from './ledger.ts';
import { withProgress } from './withProgress.ts';

/** The history of the list and of access; see {@link HistoryApi}. Admins only. */
export type HistoryService = Async<Omit<HistoryApi, 'changed'>> & {
  /** Calls `onChange` once, when a page of this revision would read otherwise. Returns the end of the watch. */
  watchChange(revision: number, onChange: () => void): () => void;
};

type HistoryLedger = Pick<LedgerService, 'askHistory'>;

const services = new WeakMap<HistoryLedger, HistoryService>();

/** The history over the connection of a ledger. Every method rejects when the server refuses, or the worker breaks down. */
export function historyOf(ledger: HistoryLedger): HistoryService {
  const service = services.get(ledger) ?? createService(ledger);
  services.set(ledger, service);
  return service;
}

function createService(ledger: HistoryLedger): HistoryService {
  return {
    page: (...args) => ledger.askHistory((history) => history.page(...args)),
    watchChange: watchChanges((revision) => ledger.askHistory((history) => history.changed(revision))),
    act: (...args) => ledger.askHistory((history) => history.act(...args)),
    export: (query) => ledger.askHistory(async (history) => history.export(query)),
    preview: (target) => ledger.askHistory(async (history) => history.preview(target)),
    previewLines: (...args) => ledger.askHistory((history) => history.previewLines(...args)),
    restore: (id, choice, onProgress) =>
      withProgress(onProgress, (report) =>
        ledger.askHistory(async (history) => history.restore(id, choice, report)),
      ),
    accessHistory: (before) => ledger.askHistory((history) => history.accessHistory(before)),
  };
}

/**
 * Asks once for each revision, however many watch: the worker answers only when the history changes, and a question that
 * is not answered cannot be taken back.
 */
function watchChanges(changed: (revision: number) => Promise<void>): HistoryService['watchChange'] {
  let asked: { readonly revision: number; readonly listeners: Set<() => void> } | null = null;
  const ask = (revision: number) => {
    const question = { revision, listeners: new Set<() => void>() };
    const end = (isAnswered: boolean) => {
      if (asked === question) asked = null;
      if (isAnswered) for (const notify of question.listeners) notify();
    };
    // It rejects when the worker breaks down: the ledger that takes its place has another history.
    changed(revision).then(
      () => end(true),
      () => end(false),
    );
    return question;
  };
  return (revision, onChange) => {
    if (asked?.revision !== revision) asked = ask(revision);
    const { listeners } = asked;
    listeners.add(onChange);
    return () => listeners.delete(onChange);
  };
}
