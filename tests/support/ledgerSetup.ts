import type { LedgerEvent, TextOptions } from '#contract/ledger.ts';
import { createClassifier } from '#engine/classifier.ts';
import { normaliseEmail } from '#model/email.ts';
import type { Changes } from '#workers/ledger/database.ts';
import { Ledger } from '#workers/ledger/Ledger.ts';
import type { LastSeenStorage } from '#workers/ledger/list/lastSeenStorage.ts';
import type { MappingStorage } from '#workers/ledger/list/MappingCache.ts';
import type { DraftStorage } from '#workers/ledger/rows/DraftStore.ts';
import { tableReader } from '../../workers/ledger/rows/tableReader.ts';
import { createFakeTiming, settled } from './fakeTiming.ts';
import { leavesOf } from './mapping.ts';
import { createMemoryDatabase, type MemoryDatabase } from './memoryDatabase.ts';
import { noDraftStorage, noLastSeenStorage, noMappingStorage } from './noStorage.ts';

export const EMAIL = normaliseEmail('ann.lee@example.com');
export const ACCOUNT = { uid: 'uid-ann', email: EMAIL };
export const MAPPINGS = leavesOf({ 'PREMIER INN': '6200', 'TESCO STORES': '6100' });

/** A ledger over a database in memory, with its own time; `shown` is what the page would draw. */
export async function setupLedger(
  leaves: Changes = MAPPINGS,
  prepare: {
    silent?: boolean;
    draftStorage?: DraftStorage;
    mappingStorage?: MappingStorage;
    setAsideStorage?: MappingStorage;
    lastSeenStorage?: LastSeenStorage;
    isAdmin?: boolean;
    hasSeals?: boolean;
    database?: MemoryDatabase;
  } = {},
) {
  const database = prepare.database ?? createMemoryDatabase(leaves);
  database.silent = prepare.silent ?? false;
  const timing = createFakeTiming();
  const events: LedgerEvent[] = [];
  const ledger = new Ledger({
    database,
    account: ACCOUNT,
    timing,
    draftStorage: prepare.draftStorage ?? noDraftStorage,
    mappingStorage: prepare.mappingStorage ?? noMappingStorage,
    setAsideStorage: prepare.setAsideStorage ?? noMappingStorage,
    lastSeenStorage: prepare.lastSeenStorage ?? noLastSeenStorage,
    isAdmin: () => prepare.isAdmin ?? true,
    hasSeals: prepare.hasSeals ?? false,
    createClassifier,
    loadTableReader: async () => tableReader,
    emit: (event) => events.push(event),
  });
  await settled();
  let run = 0;
  const eventsOf = <K extends LedgerEvent['kind']>(kind: K) =>
    events.filter((event): event is Extract<LedgerEvent, { kind: K }> => event.kind === kind);

  return {
    database,
    timing,
    events,
    ledger,
    /** Number of the run begun last. */
    run: () => run,
    /** Begins to classify a text, as the page does after the pause in typing, or over a reload with the notes of the draft. */
    paste(text: string | readonly string[], options: TextOptions = {}) {
      ledger.classify(++run, typeof text === 'string' ? text : text.join('\n'), options);
    },
    /** Somebody else's change: the account of each description, null to remove it. Resolves when it has come. */
    elsewhere(accounts: Readonly<Record<string, string | null>>) {
      database.writeElsewhere(leavesOf(accounts));
      return settled();
    },
    /** Lets a run of up to some 20,000 rows come to its end. */
    finish: () => timing.advance(1_000),
    kinds: () => events.map(({ kind }) => kind),
    eventsOf,
    /** What was last said of the list. */
    status: () => eventsOf('list').at(-1)?.status,
    /** The whole result as text. */
    async copied(
      columns: 'account' | 'description-and-account' = 'account',
      target: 'clipboard' | 'file' = 'clipboard',
    ) {
      const result = await ledger.copy(run, columns, target);
      return result.kind === 'text' ? result.text.text() : result.kind;
    },
    counters: () => ({
      today: database.stored('usage/daily/2026-03-01') ?? 0,
      total: database.stored('usage/total') ?? 0,
      ownToday: database.stored('usage/users/ann_lee@example_com/daily/2026-03-01') ?? 0,
      ownTotal: database.stored('usage/users/ann_lee@example_com/total') ?? 0,
    }),
  };
}

/** A ledger as `setupLedger` makes it, that has classified a text to its end. */
export async function setupPasted(
  text: string | readonly string[],
  ...options: Parameters<typeof setupLedger>
) {
  const setup = await setupLedger(...options);
  setup.paste(text);
  await setup.finish();
  return setup;
}
