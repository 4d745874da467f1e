import type { LedgerEvent } from '#contract/ledger.ts';
import { createClassifier } from '#engine/classifier.ts';
import { accessPath } from '#model/paths.ts';
import { createEmit, exposeWorker } from '#workers/exposeWorker.ts';
import { openAccessMemory } from '#workers/ledger/access.ts';
import { createLedgerApi } from '#workers/ledger/ledgerApi.ts';
import { openChangePlans } from '#workers/ledger/list/changePlans.ts';
import { openMappingStorage, openSetAsideStorage } from '#workers/ledger/list/MappingCache.ts';
import { openDraftStorage } from '#workers/ledger/rows/draftStorage.ts';
import { tableReader } from '../../workers/ledger/rows/tableReader.ts';
import { leavesOf } from './mapping.ts';
import { createMemoryDatabase } from './memoryDatabase.ts';
import { createMemoryPlans } from './memoryPlans.ts';
import { noAccessMemory, noDraftStorage, noLastSeenStorage, noMappingStorage } from './noStorage.ts';

const isNode = typeof indexedDB === 'undefined';

const database = createMemoryDatabase(leavesOf({ 'PREMIER INN': '6200', 'TESCO STORES': '6100' }));

let goBack = () => {};

/** The ledger worker over a database in memory, and access to that database for the tests. */
const ledgerApi = createLedgerApi({
  openDatabase: ({ account: { email } }) => {
    // Whoever opens it has access.
    database.writePastRules({ [accessPath(email)]: { email, allow: true, admin: true } });
    return database;
  },
  openChangePlans: ({ account }) => (isNode ? createMemoryPlans() : openChangePlans(account.uid)),
  openDraftStorage: ({ account, tab }) => (isNode ? noDraftStorage : openDraftStorage(account.uid, tab)),
  openMappingStorage: ({ account }) => (isNode ? noMappingStorage : openMappingStorage(account.uid)),
  openSetAsideStorage: ({ account }) => (isNode ? noMappingStorage : openSetAsideStorage(account.uid)),
  // Each test has a list of its own.
  openLastSeenStorage: () => noLastSeenStorage,
  openAccessMemory: ({ account }) => (isNode ? noAccessMemory : openAccessMemory(account.uid)),
  createClassifier,
  loadTableReader: async () => tableReader,
  emit: createEmit<LedgerEvent>(),
});
const api = Object.assign(ledgerApi, {
  /** Somebody else's change of the mapping list; null removes. */
  changeMapping(description: string, glAccount: string | null) {
    database.writeElsewhere(leavesOf({ [description]: glAccount }));
  },
  /** Somebody else's many mappings: description and account. */
  addMappings(mappings: readonly (readonly [description: string, glAccount: string])[]) {
    database.writeElsewhere(leavesOf(Object.fromEntries(mappings)));
  },
  /** What is stored under a key of the list. */
  stored: (key: string) => database.stored(`gl_mappings/${key}`),
  refuse(isRefused: boolean) {
    database.refuse = isRefused;
  },
  /** Keeps the data as they are; {@link goBack} puts them in the place of what has been stored since. */
  keepCopy() {
    goBack = database.keepCopy();
  },
  goBack: () => goBack(),
  /** From now on writes wait until `answer`. */
  holdAnswers: () => database.holdWrites(),
  answer: () => database.releaseWrites(),
  /** What an error that nobody caught does to a worker. */
  breakDown() {
    setTimeout(() => {
      throw new Error('the worker broke down, as the test asked');
    });
  },
  /** The worker answers nothing for so many milliseconds. */
  keepBusy(duration: number) {
    const end = performance.now() + duration;
    while (performance.now() < end);
  },
  /** From now on the list does not arrive, if it has not arrived yet. */
  holdList: () => database.holdValues(),
  letListArrive: () => database.releaseValues(),
  setConnected: (isConnected: boolean) => database.setConnected(isConnected),
});

export type MemoryLedger = typeof api;

exposeWorker(api);
