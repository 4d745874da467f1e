import type { LedgerApi, LedgerEvent } from '#contract/ledger.ts';
import { createClassifier } from '#engine/classifier.ts';
import { createEmit } from '../exposeWorker.ts';
import { openAccessMemory } from './access.ts';
import { suppressOptimisticEvents } from './database.ts';
import { openFirebaseDatabase } from './firebaseDatabase.ts';
import { createLedgerApi } from './ledgerApi.ts';
import { openChangePlans } from './list/changePlans.ts';
import { openLastSeenStorage } from './list/lastSeenStorage.ts';
import { openMappingStorage, openSetAsideStorage } from './list/MappingCache.ts';
import { openDraftStorage } from './rows/draftStorage.ts';

/** The ledger over the Realtime Database, with what it remembers in this browser. */
export function createFirebaseLedger(): LedgerApi {
  return createLedgerApi({
    openDatabase: ({ backend, account }) => suppressOptimisticEvents(openFirebaseDatabase(backend, account)),
    openChangePlans: ({ account }) => openChangePlans(account.uid),
    openDraftStorage: ({ account, tab }) => openDraftStorage(account.uid, tab),
    openMappingStorage: ({ account }) => openMappingStorage(account.uid),
    openSetAsideStorage: ({ account }) => openSetAsideStorage(account.uid),
    openLastSeenStorage: ({ backend }) => openLastSeenStorage(backend),
    openAccessMemory: ({ account }) => openAccessMemory(account.uid),
    createClassifier,
    loadTableReader: async () => (await import('./rows/tableReader.ts')).tableReader,
    emit: createEmit<LedgerEvent>(),
  });
}
