import { expose } from 'comlink';
import { createClassifier } from './engine/createClassifier.ts';
import { warmUpEngine } from './engine/warmUp.ts';
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
    warmUp: warmUpWherePossible,
  }),
  self,
);

/** With one processor the page would wait for what only may come in useful. */
function* warmUpWherePossible(): Generator<number, void> {
  if (navigator.hardwareConcurrency > 1) yield* warmUpEngine();
}
