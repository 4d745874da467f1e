import { proxy } from 'comlink';
import type { LedgerApi, LedgerStart } from '#contract/ledger.ts';
import { type AccessMemory, followOwnAccess } from './access.ts';
import type { AdminParts } from './adminParts.ts';
import { ConnectionMonitor } from './ConnectionMonitor.ts';
import type { DraftStorage } from './classification/DraftStore.ts';
import type { LedgerDatabase } from './database.ts';
import { Ledger, type LedgerOptions } from './Ledger.ts';
import { lazyMember, lazyPart, loadOnce } from './lazyPart.ts';
import type { MappingStorage } from './list/MappingCache.ts';
import { createTiming } from './timing.ts';

type LedgerApiOptions = {
  openDatabase(start: LedgerStart): LedgerDatabase;
  openDraftStorage(start: LedgerStart): DraftStorage;
  openMappingStorage(start: LedgerStart): MappingStorage;
  openAccessMemory(start: LedgerStart): AccessMemory;
  createClassifier: LedgerOptions['createClassifier'];
};

/** What a ledger worker exposes. */
export function createLedgerApi(options: LedgerApiOptions): LedgerApi {
  return {
    async open(start: LedgerStart, port: MessagePort) {
      // Posted one way: a proxied callback would answer each of the 250 batches of a large paste with a message.
      const emit: LedgerOptions['emit'] = port.postMessage.bind(port);
      const database = options.openDatabase(start);
      const timing = createTiming();
      const connection = new ConnectionMonitor({
        database,
        timing,
        onChange: (isConnected) => emit({ kind: 'connection', isConnected }),
      });
      await followOwnAccess({
        database,
        timing,
        account: start.account,
        memory: options.openAccessMemory(start),
        onChange: (access) => emit({ kind: 'access', access }),
      });
      const ledger = new Ledger({
        database,
        account: start.account,
        timing,
        draftStorage: options.openDraftStorage(start),
        mappingStorage: options.openMappingStorage(start),
        createClassifier: options.createClassifier,
        emit,
      });
      const { list, tableNow } = ledger;
      const { account } = start;
      const { createClassifier } = options;
      const load = loadOnce(async () => {
        const { createAdminParts } = await import('./adminParts.ts');
        return createAdminParts({ database, list, timing, account, createClassifier, tableNow });
      });
      const part = <Name extends keyof AdminParts>(name: Name) => proxy(lazyMember(load, name));
      // The parts share one connection; each is a property of its own.
      return proxy({
        connection: proxy(connection),
        ledger: proxy(ledger),
        rows: proxy(ledger.rows),
        unmatched: proxy(ledger.rows.unmatched),
        admin: part('admin'),
        table: part('table'),
        editor: part('editor'),
        uploader: part('uploader'),
        history: part('history'),
        proposals: proxy(
          lazyPart(async () => {
            const { createProposalsApi } = await import('./proposals/proposalsApi.ts');
            return createProposalsApi({ database, list, timing, account, createClassifier, tableNow });
          }),
        ),
        chart: proxy(
          lazyPart(async () =>
            (await import('./chart/chartApi.ts')).createChartApi({ database, list, account }),
          ),
        ),
      });
    },
  };
}
