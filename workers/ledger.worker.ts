import { expose } from 'comlink';
import { createClassifier } from './engine/createClassifier.ts';
import { createEntry } from './ledger/entry.ts';
import { openFirebaseDatabase } from './ledger/firebaseDatabase.ts';
import { holdUnsaved } from './ledger/holdUnsaved.ts';
import { openListCache } from './ledger/list/listCache.ts';
import { openWorkKeep } from './ledger/workKeep.ts';
import { tellLife } from './tellLife.ts';

tellLife();

expose(
  createEntry({
    openDatabase: ({ backend, account }) => holdUnsaved(openFirebaseDatabase(backend, account)),
    openKeep: ({ account }) => openWorkKeep(account.uid),
    openListCache: ({ account }) => openListCache(account.uid),
    createClassifier,
  }),
  self,
);
