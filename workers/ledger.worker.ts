import { expose } from 'comlink';
import { createClassifier } from './engine/createClassifier.ts';
import { createEntry } from './ledger/entry.ts';
import { openFirebaseDatabase } from './ledger/firebaseDatabase.ts';
import { openListCache } from './ledger/list/listCache.ts';
import { openWorkKeep } from './ledger/workKeep.ts';

expose(
  createEntry({
    openDatabase: ({ backend, account }) => openFirebaseDatabase(backend, account.uid),
    openKeep: ({ account }) => openWorkKeep(account.uid),
    openListCache: ({ account }) => openListCache(account.uid),
    createClassifier,
  }),
  self,
);
