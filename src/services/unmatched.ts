import type { UnmatchedApi } from '#contract/unmatched.ts';
import type { AsyncOfRun, LedgerRun } from './ledger.ts';

/** The queue of rows without a match; see {@link UnmatchedApi}. */
export type UnmatchedService = AsyncOfRun<UnmatchedApi>;

/** The queue of one run. Every method rejects when the code cannot be loaded, or the worker breaks down. */
export function unmatchedOf({ askUnmatched }: Pick<LedgerRun, 'askUnmatched'>): UnmatchedService {
  return {
    find: (query) => askUnmatched(async (api, run) => api.find(run, query)),
    items: (ids) => askUnmatched(async (api, run) => api.items(run, ids)),
    lines: (...args) => askUnmatched(async (api, run) => api.lines(run, ...args)),
    preview: (...args) => askUnmatched(async (api, run) => api.preview(run, ...args)),
    save: (mappings) => askUnmatched(async (api, run) => api.save(run, mappings)),
    reopen: (undo) => askUnmatched(async (api, run) => api.reopen(run, undo)),
    suggestKeyword: (...args) => askUnmatched(async (api, run) => api.suggestKeyword(run, ...args)),
    chooseForLines: (...args) => askUnmatched(async (api, run) => api.chooseForLines(run, ...args)),
    takeBack: (...args) => askUnmatched(async (api, run) => api.takeBack(run, ...args)),
  };
}
