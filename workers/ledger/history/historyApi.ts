import type { HistoryApi } from '#contract/history.ts';
import { ACCESS_LOG, readAccessHistoryEntry } from '#model/accessHistory.ts';
import { readNewest } from '../log/readEntries.ts';
import type { EffectOf } from '../table/changesEffect.ts';
import { ChangesReader } from './ChangesReader.ts';
import { HistoryEntries } from './HistoryEntries.ts';
import type { HistoryDatabase } from './HistoryLog.ts';
import { HistoryView } from './HistoryView.ts';
import { Restorer } from './Restorer.ts';

/** Entries of the history of access that one request shows. */
const ACCESS_ENTRIES = 30;

type HistoryOptions = {
  readonly database: HistoryDatabase;
  readonly list: ConstructorParameters<typeof Restorer>[0];
  readonly effectOf: EffectOf;
  /** Called when pages of a smaller revision read otherwise. */
  onRevision(revision: number): void;
};

/** The worker's side of {@link HistoryApi}. Nothing is read before the first request. */
export function createHistoryApi({ database, list, effectOf, onRevision }: HistoryOptions): HistoryApi {
  const changes = new ChangesReader(database);
  const entries = new HistoryEntries(database, changes);
  const view = new HistoryView(entries, changes, onRevision);
  const restorer = new Restorer(list, entries, changes, effectOf);
  return {
    page: (...args) => view.page(...args),
    changeSet: (...args) => view.changeSet(...args),
    export: (query) => view.export(query),
    preview: (target) => restorer.preview(target),
    previewLines: (...args) => restorer.previewLines(...args),
    effect: (...args) => restorer.effect(...args),
    restore: (...args) => restorer.restore(...args),
    accessHistory: (before) =>
      readNewest(database, { log: ACCESS_LOG, read: readAccessHistoryEntry }, before, ACCESS_ENTRIES),
  };
}
