import type { LedgerEvent } from '#contract/ledger.ts';
import { createClassifier } from '#engine/classifier.ts';
import { createEmit, exposeWorker } from './exposeWorker.ts';
import { openAccessMemory } from './ledger/access.ts';
import { openDraftStorage } from './ledger/classification/draftStorage.ts';
import { suppressOptimisticEvents } from './ledger/database.ts';
import { openFirebaseDatabase } from './ledger/firebaseDatabase.ts';
import { createLedgerApi } from './ledger/ledgerApi.ts';
import { openChangePlans } from './ledger/list/changePlans.ts';
import { openMappingStorage } from './ledger/list/MappingCache.ts';

exposeWorker(
  createLedgerApi({
    openDatabase: ({ backend, account }) => suppressOptimisticEvents(openFirebaseDatabase(backend, account)),
    openChangePlans: ({ account }) => openChangePlans(account.uid),
    openDraftStorage: ({ account, tab }) => openDraftStorage(account.uid, tab),
    openMappingStorage: ({ account }) => openMappingStorage(account.uid),
    openAccessMemory: ({ account }) => openAccessMemory(account.uid),
    createClassifier,
    loadHeaderFinder: async () => (await import('#engine/import/layout.ts')).findHeader,
    emit: createEmit<LedgerEvent>(),
  }),
);
