import type { LedgerApi, LedgerEvent, LedgerStart, OwnAccess } from '#contract/ledger.ts';
import type { Emit } from '../exposeWorker.ts';
import { lazyService, loadOnce, withLazyMembers } from '../lazyService.ts';
import { type AccessMemory, followOwnAccess } from './access.ts';
import { ConnectionMonitor } from './ConnectionMonitor.ts';
import { type LedgerDatabase, observeRequests } from './database.ts';
import { Ledger, type LedgerOptions } from './Ledger.ts';
import type { ChangePlans } from './list/changePlans.ts';
import type { LastSeenStorage } from './list/lastSeenStorage.ts';
import type { MappingStorage } from './list/MappingCache.ts';
import type { DraftStorage } from './rows/DraftStore.ts';
import { createTiming } from './timing.ts';

type LedgerApiOptions = {
  openDatabase(start: LedgerStart): LedgerDatabase;
  openChangePlans(start: LedgerStart): ChangePlans;
  openDraftStorage(start: LedgerStart): DraftStorage;
  openMappingStorage(start: LedgerStart): MappingStorage;
  openSetAsideStorage(start: LedgerStart): MappingStorage;
  openLastSeenStorage(start: LedgerStart): LastSeenStorage;
  openAccessMemory(start: LedgerStart): AccessMemory;
  createClassifier: LedgerOptions['createClassifier'];
  loadTableReader: LedgerOptions['loadTableReader'];
  emit: Emit<LedgerEvent>;
};

/** What a ledger worker exposes. */
export function createLedgerApi(options: LedgerApiOptions): LedgerApi {
  let opened: Promise<OpenedServices> = Promise.reject(new Error('The ledger has not been opened.'));
  // Whoever calls a part first gets it.
  opened.catch(() => {});
  const open: LedgerApi['open'] = async (start) => {
    opened = openServices(options, start);
    await opened;
  };
  return withLazyMembers({ open }, () => opened);
}

type OpenedServices = Omit<LedgerApi, 'open'>;

/** The parts, once the person has access. What only some screens ask for is loaded when they do. */
async function openServices(options: LedgerApiOptions, start: LedgerStart): Promise<OpenedServices> {
  const { emit } = options;
  const { account, backend } = start;
  let access: OwnAccess = 'unreachable';
  const opened = options.openDatabase(start);
  const timing = createTiming();
  const connection = new ConnectionMonitor({
    database: opened,
    timing,
    onChange: (isConnected, blocked) => emit({ kind: 'connection', isConnected, blocked }),
  });
  const database = observeRequests(opened, () => connection.beginRequest());
  await followOwnAccess({
    database,
    timing,
    account,
    memory: options.openAccessMemory(start),
    onChange: (next) => {
      access = next;
      emit({ kind: 'access', access });
    },
  });
  const ledger = new Ledger({
    ...options,
    database,
    account,
    timing,
    draftStorage: options.openDraftStorage(start),
    mappingStorage: options.openMappingStorage(start),
    setAsideStorage: options.openSetAsideStorage(start),
    lastSeenStorage: options.openLastSeenStorage(start),
    isAdmin: () => access === 'admin',
    hasSeals: backend.kind === 'embedded',
  });
  const { list, tableNow } = ledger;
  const loadPreviewText = loadOnce(async () => {
    const { PreviewText } = await import('./preview/PreviewText.ts');
    return new PreviewText({ ...options, ledger, start });
  });
  const shared = { ...options, database, list, timing, account, tableNow, loadPreviewText };
  const loadAdminServices = loadOnce(async () => {
    const { createAdminServices } = await import('./adminServices.ts');
    return createAdminServices({ ...shared, plans: options.openChangePlans(start) });
  });
  const own = {
    connection,
    ledger,
    rows: ledger.rows,
    unmatched: ledger.rows.unmatched,
    proposals: lazyService(async () =>
      (await import('./proposals/proposalsApi.ts')).createProposalsApi(shared),
    ),
    chart: lazyService(async () =>
      (await import('./chart/chartApi.ts')).createChartApi({
        ...shared,
        onRevision: (revision) => emit({ kind: 'chart', revision }),
      }),
    ),
  };
  return withLazyMembers(own, loadAdminServices);
}
