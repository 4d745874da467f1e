import {
  type AccessHistoryApi,
  type ChartHistoryApi,
  HISTORY_EXPORT_HEADERS,
  type HistoryApi,
  type ListBeginning,
  type LogHistoryApi,
  type LogName,
} from '#contract/history.ts';
import type { FollowedPart } from '#contract/ledger.ts';
import type { AccessEntry } from '#model/access.ts';
import { type HistoryEntry, LIST_LOG, type MappingChange, readHistoryEntry } from '#model/history.ts';
import { readSeal } from '#model/log/seal.ts';
import { readListVersion } from '#model/log/version.ts';
import { type Mapping, textsOf } from '#model/mapping.ts';
import { LIST_VERSION_PATH } from '#model/paths.ts';
import type { ChangeSetWriter } from '../list/ChangeSetWriter.ts';
import type { EffectOf } from '../table/effectOf.ts';
import { AccessRestorer } from './AccessRestorer.ts';
import { ChangesReader } from './ChangesReader.ts';
import { withSeal } from './exportLines.ts';
import { HistoryEntries } from './HistoryEntries.ts';
import type { HistoryDatabase } from './HistoryLog.ts';
import { HistoryReader } from './HistoryReader.ts';
import { HistoryView } from './HistoryView.ts';
import { KeyHistories } from './KeyHistories.ts';
import { listBeginning } from './listBeginning.ts';
import { LISTED_ACCESS, LISTED_CHART, type ListedEntry, type ListedLog } from './listedLogs.ts';
import { Restorer } from './Restorer.ts';
import { StoppedChangeSets } from './StoppedChangeSets.ts';

type HistoryOptions = {
  readonly database: HistoryDatabase;
  readonly list: ConstructorParameters<typeof Restorer>[0]['list'];
  readonly writer: ChangeSetWriter;
  readonly effectOf: EffectOf;
  /** All access entries as they are. */
  readAccess(): Promise<readonly AccessEntry[]>;
  /** Called when pages of a smaller revision of this history read otherwise. */
  onRevision(part: FollowedPart, revision: number): void;
};

/** The histories of the logs, and what Undo reads of the list's. Nothing is read before the first request. */
export function createHistoryParts(options: HistoryOptions): {
  readonly history: HistoryApi;
  readonly accessHistory: AccessHistoryApi;
  readonly chartHistory: ChartHistoryApi;
  readonly undo: HistoryReader;
} {
  const { database, readAccess, onRevision } = options;
  const changes = new ChangesReader(database);
  const list = listedList(changes);
  const entries = new HistoryEntries(database, list);
  const accessEntries = new HistoryEntries(database, LISTED_ACCESS);
  const keys = new KeyHistories(database, entries, changes);
  const access = new AccessRestorer(accessEntries, readAccess);
  return {
    history: {
      ...logApi(database, 'list', {
        listed: list,
        entries,
        ofKey: (key) => keys.of(key),
        onRevision: (revision) => onRevision('history', revision),
      }),
      ...restoring(options, entries, changes),
      beginning: beginningReader(database, entries, changes),
    },
    accessHistory: {
      ...logApi(database, 'access', {
        listed: LISTED_ACCESS,
        entries: accessEntries,
        ofKey: null,
        onRevision: (revision) => onRevision('accessHistory', revision),
      }),
      preview: (target) => access.preview(target),
    },
    chartHistory: logApi(database, 'chart', {
      listed: LISTED_CHART,
      entries: new HistoryEntries(database, LISTED_CHART),
      ofKey: null,
      onRevision: (revision) => onRevision('chartHistory', revision),
    }),
    undo: new HistoryReader(database, entries),
  };
}

function logApi<Entry extends ListedEntry, Change>(
  database: HistoryDatabase,
  name: LogName,
  options: ConstructorParameters<typeof HistoryView<Entry, Change>>[0],
): LogHistoryApi<Change> {
  const view = new HistoryView(options);
  const seal = async () => readSeal(await database.read(options.listed.log.seal));
  const columns = HISTORY_EXPORT_HEADERS[name].length;
  return {
    page: (...args) => view.page(...args),
    changeSet: (...args) => view.changeSet(...args),
    export: async (query) => withSeal(await view.export(query), await seal(), columns),
    seal,
  };
}

/** Reads where the history begins, once; only a list that is accepted later is another beginning. */
function beginningReader(
  database: HistoryDatabase,
  { log }: HistoryEntries<HistoryEntry, MappingChange>,
  changes: ChangesReader,
): HistoryApi['beginning'] {
  const known = new Map<string, ListBeginning | null>();
  return async () => {
    await log.begin();
    if (!log.isComplete) return null;
    const version = readListVersion(await database.read(LIST_VERSION_PATH));
    // Nothing up to that version is missing then.
    await log.catchUp();
    const entries = log.after(0);
    const name = `${log.oldestSeq} ${entries.filter(({ found }) => found !== null).length}`;
    const beginning = known.get(name) ?? (await listBeginning(version, entries, changes));
    known.set(name, beginning);
    return beginning;
  };
}

/** What only the list's history has. */
function restoring(
  { list, writer, effectOf }: HistoryOptions,
  entries: HistoryEntries<HistoryEntry, MappingChange>,
  changes: ChangesReader,
): Omit<HistoryApi, keyof LogHistoryApi<MappingChange> | 'beginning'> {
  const restorer = new Restorer({ list, writer, effectOf }, entries, changes);
  const stopped = new StoppedChangeSets(entries, writer, () => Date.now());
  return {
    preview: (target) => restorer.preview(target),
    previewLines: (...args) => restorer.previewLines(...args),
    effect: (...args) => restorer.effect(...args),
    restore: (...args) => restorer.restore(...args),
    stopped: (upload) => stopped.list(upload),
    continueStopped: (...args) => stopped.resume(...args),
    leaveStopped: (batch) => stopped.leave(batch),
  };
}

/** The log of the list. */
export function listedList(changes: ChangesReader): ListedLog<HistoryEntry, MappingChange> {
  const cells = (mapping: Mapping | null | undefined) => (mapping ? textsOf(mapping) : ['', '']);
  return {
    log: LIST_LOG,
    read: readHistoryEntry,
    changes,
    hasBatches: true,
    keyOf: ({ key }) => key,
    textsOf: ({ before, after }) => [before, after].flatMap((mapping) => (mapping ? textsOf(mapping) : [])),
    cellsOf: (change) => [...cells(change?.before), ...cells(change?.after)],
  };
}
