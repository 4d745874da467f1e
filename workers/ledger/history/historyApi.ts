import type { HistoryApi } from '#contract/history.ts';
import { ACCESS_LOG, readAccessHistoryEntry } from '#model/accessHistory.ts';
import { readSeal } from '#model/log/seal.ts';
import { LIST_SEAL_PATH } from '#model/paths.ts';
import type { ChangeSetWriter } from '../list/ChangeSetWriter.ts';
import { readNewest } from '../log/readEntries.ts';
import type { EffectOf } from '../table/changesEffect.ts';
import { ChangesReader } from './ChangesReader.ts';
import { withSeal } from './exportLines.ts';
import { HistoryEntries } from './HistoryEntries.ts';
import type { HistoryDatabase } from './HistoryLog.ts';
import { HistoryView } from './HistoryView.ts';
import { Restorer } from './Restorer.ts';
import { StoppedChangeSets } from './StoppedChangeSets.ts';

/** Entries of the history of access that one request shows. */
const ACCESS_ENTRIES = 30;

type HistoryOptions = {
  readonly database: HistoryDatabase;
  readonly list: ConstructorParameters<typeof Restorer>[0]['list'];
  readonly writer: ChangeSetWriter;
  readonly effectOf: EffectOf;
  /** Called when pages of a smaller revision read otherwise. */
  onRevision(revision: number): void;
};

/** The worker's side of {@link HistoryApi}. Nothing is read before the first request. */
export function createHistoryApi({ database, onRevision, ...options }: HistoryOptions): HistoryApi {
  const changes = new ChangesReader(database);
  const entries = new HistoryEntries(database, changes);
  const view = new HistoryView(entries, changes, onRevision);
  const restorer = new Restorer(options, entries, changes);
  const stopped = new StoppedChangeSets(entries, options.writer, () => Date.now());
  const seal = async () => readSeal(await database.read(LIST_SEAL_PATH));
  return {
    seal,
    page: (...args) => view.page(...args),
    changeSet: (...args) => view.changeSet(...args),
    export: async (query) => withSeal(await view.export(query), await seal()),
    preview: (target) => restorer.preview(target),
    previewLines: (...args) => restorer.previewLines(...args),
    effect: (...args) => restorer.effect(...args),
    restore: (...args) => restorer.restore(...args),
    stopped: () => stopped.list(),
    continueStopped: (...args) => stopped.resume(...args),
    leaveStopped: (batch) => stopped.leave(batch),
    accessHistory: (before) =>
      readNewest(database, { log: ACCESS_LOG, read: readAccessHistoryEntry }, before, ACCESS_ENTRIES),
  };
}
