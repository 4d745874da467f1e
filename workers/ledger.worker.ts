import { expose } from 'comlink';
import { createClassifier } from '#engine/classifier.ts';
import { openAccessMemory } from './ledger/access.ts';
import { openDraftStorage } from './ledger/classification/draftStorage.ts';
import { suppressOptimisticEvents } from './ledger/database.ts';
import { openFirebaseDatabase } from './ledger/firebaseDatabase.ts';
import { createLedgerApi } from './ledger/ledgerApi.ts';
import { openMappingStorage } from './ledger/list/MappingCache.ts';
import { holdLivenessLock } from './livenessLock.ts';

holdLivenessLock();

expose(
  createLedgerApi({
    openDatabase: ({ backend, account }) => suppressOptimisticEvents(openFirebaseDatabase(backend, account)),
    openDraftStorage: ({ account, tab }) => openDraftStorage(account.uid, tab),
    openMappingStorage: ({ account }) => openMappingStorage(account.uid),
    openAccessMemory: ({ account }) => openAccessMemory(account.uid),
    createClassifier,
  }),
  self,
);
