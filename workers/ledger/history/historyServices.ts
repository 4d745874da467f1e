import {
  type AccessHistoryApi,
  type ChartHistoryApi,
  HISTORY_EXPORT_HEADERS,
  type HistoryApi,
  type HistoryOrigin,
  type LogHistoryApi,
  type LogName,
} from '#contract/history.ts';
import type { FollowedPart } from '#contract/ledger.ts';
import type { AccessEntry } from '#model/access.ts';
import type { HistoryEntry, MappingChange } from '#model/history.ts';
import { readSeal } from '#model/log/seal.ts';
import { readListVersion } from '#model/log/version.ts';
import { LIST_VERSION_PATH } from '#model/paths.ts';
import type { ChangeSetWriter } from '../list/ChangeSetWriter.ts';
import type { ListedEntry } from '../log/changeSets.ts';
import type { ReaderDatabase } from '../log/LogReader.ts';
import type { Previewer } from '../preview/createPreviewer.ts';
import { rememberLast } from '../rememberLast.ts';
import { withSeal } from './exportLines.ts';
import { HistoryView } from './HistoryView.ts';
import { historyOrigin } from './historyOrigin.ts';
import type { ListedLog } from './ListedLog.ts';
import { LISTED_ACCESS, LISTED_CHART, LISTED_LIST } from './listedLogs.ts';
import { previewAccessRestore } from './previewAccessRestore.ts';
import { Restorer } from './Restorer.ts';
import { createStoppedChangeSets } from './stoppedChangeSets.ts';

type HistoryOptions = {
  readonly database: ReaderDatabase;
  readonly list: ConstructorParameters<typeof Restorer>[0]['list'];
  readonly writer: ChangeSetWriter;
  readonly preview: Previewer;
  /** All access entries as they are. */
  readAccess(): Promise<readonly AccessEntry[]>;
  /** Called when pages of a smaller revision of this history read otherwise. */
  onRevision(part: FollowedPart, revision: number): void;
};

/** What Undo reads of the list's history. Every method rejects when the server refuses. */
export type UndoReader = {
  /** What the entries of one change set changed, oldest first; null where that is not known, or there is no such change set. */
  changesOfBatch(batch: string): Promise<readonly (readonly MappingChange[])[] | null>;
  /** Whether the last entry of a change set says that changes of it are left, and nobody has closed it. */
  hasMoreLeft(batch: string): Promise<boolean>;
};

/** The histories of the logs, and what Undo reads of the list's. Nothing is read before the first request. */
export function createHistoryServices(options: HistoryOptions): {
  readonly history: HistoryApi;
  readonly accessHistory: AccessHistoryApi;
  readonly chartHistory: ChartHistoryApi;
  readonly undo: UndoReader;
} {
  const { database, readAccess, onRevision } = options;
  const viewOf = <Entry extends ListedEntry, Change extends { readonly after: unknown }>(
    part: FollowedPart,
    log: ListedLog<Entry, Change>,
  ) => new HistoryView(database, log, (revision) => onRevision(part, revision));
  const list = viewOf('history', LISTED_LIST);
  const access = viewOf('accessHistory', LISTED_ACCESS);
  return {
    history: {
      ...logApi(database, 'list', LISTED_LIST, list),
      ...restoring(options, list),
      beginning: originReader(database, list),
    },
    accessHistory: {
      ...logApi(database, 'access', LISTED_ACCESS, access),
      preview: (target) => previewAccessRestore(access.log, readAccess, target),
    },
    chartHistory: logApi(database, 'chart', LISTED_CHART, viewOf('chartHistory', LISTED_CHART)),
    undo: undoReader(list),
  };
}

type ListView = HistoryView<HistoryEntry, MappingChange>;

function logApi<Entry extends ListedEntry, Change extends { readonly after: unknown }>(
  database: ReaderDatabase,
  name: LogName,
  { log }: ListedLog<Entry, Change>,
  view: HistoryView<Entry, Change>,
): LogHistoryApi<Change> {
  const columns = HISTORY_EXPORT_HEADERS[name].length;
  return {
    page: (...args) => view.page(...args),
    changeSet: (...args) => view.changeSet(...args),
    export: async (query) =>
      withSeal(await view.export(query), readSeal(await database.read(log.seal)), columns),
  };
}

/** Reads where the history begins, once; only a list that is accepted later is another beginning. */
function originReader(database: ReaderDatabase, { log, changes }: ListView): HistoryApi['beginning'] {
  const last = rememberLast<Promise<HistoryOrigin | null>>();
  return async () => {
    await log.begin();
    if (!log.isComplete) return null;
    const version = readListVersion(await database.read(LIST_VERSION_PATH));
    // Nothing up to that version is missing then.
    await log.catchUp();
    const { entries } = log;
    const name = `${entries[0]?.seq} ${entries.filter(({ found }) => found !== null).length}`;
    return last(name, () => historyOrigin(version, entries, changes));
  };
}

function undoReader({ log, changes }: ListView): UndoReader {
  return {
    async changesOfBatch(batch) {
      const made = [...(await changes.read(await log.ofBatch(batch))).values()];
      const known = made.filter((ofEntry) => ofEntry !== null);
      return known.length > 0 && known.length === made.length ? known : null;
    },
    hasMoreLeft: async (batch) => ((await log.ofBatch(batch)).at(-1)?.left ?? 0) > 0,
  };
}

/** What only the list's history has. */
function restoring(
  options: HistoryOptions,
  list: ListView,
): Omit<HistoryApi, keyof LogHistoryApi<MappingChange> | 'beginning'> {
  const restorer = new Restorer(options, list);
  return {
    preview: (target) => restorer.preview(target),
    previewLines: (...args) => restorer.previewLines(...args),
    previewRows: (...args) => restorer.previewRows(...args),
    restore: (...args) => restorer.restore(...args),
    ...createStoppedChangeSets(list.log, options.writer),
  };
}
