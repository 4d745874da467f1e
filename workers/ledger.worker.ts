import { expose } from 'comlink';
import { createClassifier } from './engine/createClassifier.ts';
import { createEntry } from './ledger/entry.ts';
import { openFirebaseDatabase } from './ledger/firebase-database.ts';

expose(
  createEntry({
    openDatabase: ({ backend, account }) => openFirebaseDatabase(backend, account.uid),
    createClassifier,
  }),
  self,
);
