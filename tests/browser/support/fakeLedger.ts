import { vi } from 'vitest';
import type { AdminData, HistoryLoss, OwnAccess } from '#contract/ledger.ts';
import type { AccessEntry } from '#model/access.ts';
import type { Day } from '#model/day.ts';
import type { Email } from '#model/email.ts';
import type { UserUsage } from '#model/usage.ts';
import type {
  AccessHistoryService,
  ChartHistoryService,
  ChartService,
  EditorService,
  HistoryService,
  LedgerService,
  TableService,
  UploadService,
} from '#src/services/ledger.ts';
import { createObservable } from '#src/services/observable.ts';
import type { ProposalService } from '#src/services/proposals.ts';
import { extendPart } from '#src/services/workerLink.ts';

/** What admins see of the Realtime Database: what the test puts in. */
export function fakeAdminData() {
  const accessEntries: AccessEntry[] = [];
  const usage = new Map<string, UserUsage>();
  return {
    accessEntries,
    usage,
    readUsage: vi.fn(async (days: readonly Day[]) => ({
      total: 1234567,
      daily: days.map((day, i) => ({
        day,
        count: i * 10,
        unmatched: i < 10 ? null : i,
      })),
    })),
    readUserUsage: vi.fn(async (emails: readonly Email[]) =>
      emails.map((email) => usage.get(email) ?? { today: 0, total: 0, matches: null }),
    ),
    readUserDays: vi.fn(async (_email: Email, days: readonly Day[]) =>
      days.map((day, i) => ({ day, count: 10, unmatched: i < 10 ? null : i < 23 ? 4 : 1 })),
    ),
    readAccess: vi.fn(async () => [...accessEntries]),
    writeAccess: vi.fn(async (_entry: AccessEntry) => {}),
    removeAccess: vi.fn(async (_email: Email) => {}),
    removeCounters: vi.fn(async (_email: Email) => {}),
  } satisfies AdminData & Record<string, unknown>;
}

/** A service that tests of other screens never ask. */
function unasked<Service extends object>(): Service {
  return new Proxy({} as Service, {
    get: (_target, name) => () => {
      throw new Error(`nobody was to call ${String(name)}`);
    },
  });
}

/** There is no chart of accounts. */
const noChart: ChartService = extendPart(unasked<ChartService>(), {
  snapshot: async () => ({ revision: 0, accounts: [] }),
  account: async () => null,
  check: async () => ({ unknown: 0, retired: 0, warnings: [] }),
  usage: async () => [],
  watchRevision: () => () => {},
});
/** Nobody has made a proposal. */
const noProposals: ProposalService = extendPart(unasked<ProposalService>(), {
  watchOwn: () => () => {},
  watchWaiting: () => () => {},
});

/** A ledger with an empty mapping list that classifies nothing: for tests of what is around the pages. */
export function fakeLedger() {
  return {
    access: createObservable<OwnAccess | null>('user'),
    list: createObservable({ kind: 'ready', size: 0 } as const),
    isConnected: createObservable(true),
    blockedSockets: createObservable<string | null>(null),
    usage: createObservable({ today: 0, total: 0 }),
    loss: createObservable<HistoryLoss | null>(null),
    watch: () => () => {},
    classify: () => {
      throw new Error('this ledger classifies nothing');
    },
    retry: vi.fn(),
    readDraft: async () => null,
    watchBreakdown: () => () => {},
    admin: fakeAdminData(),
    table: unasked<TableService>(),
    editor: unasked<EditorService>(),
    uploader: unasked<UploadService>(),
    history: unasked<HistoryService>(),
    accessHistory: unasked<AccessHistoryService>(),
    chartHistory: unasked<ChartHistoryService>(),
    proposals: noProposals,
    chart: noChart,
    setVisible: vi.fn(),
    stop: vi.fn(),
  } satisfies LedgerService;
}
