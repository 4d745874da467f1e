import { expose } from 'comlink';
import { createClassifier } from '#engine/createClassifier.ts';
import { openAccessMemory } from './ledger/access.ts';
import { openDraftStore } from './ledger/classification/draftStore.ts';
import { openFirebaseDatabase } from './ledger/firebaseDatabase.ts';
import { createLedgerApi } from './ledger/ledgerApi.ts';
import { openMappingCache } from './ledger/list/indexedDbMappingCache.ts';
import { suppressOptimisticEvents } from './ledger/list/suppressOptimisticEvents.ts';
import { holdLivenessLock } from './livenessLock.ts';

holdLivenessLock();

expose(
  createLedgerApi({
    openDatabase: ({ backend, account }) => suppressOptimisticEvents(openFirebaseDatabase(backend, account)),
    openKeep: ({ account }) => openDraftStore(account.uid),
    openMappingCache: ({ account }) => openMappingCache(account.uid),
    openAccessMemory: ({ account }) => openAccessMemory(account.uid),
    createClassifier,
  }),
  self,
);
