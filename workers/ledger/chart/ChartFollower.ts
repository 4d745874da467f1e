import type { ChartSnapshot } from '#contract/chart.ts';
import { compareAccounts } from '#model/accountOrder.ts';
import { type ChartAccount, type ChartKey, readChartAccount } from '#model/chart.ts';
import type { ChartChange } from '#model/chartHistory.ts';
import { type EntryId, type ListVersion, NO_VERSION, readListVersion } from '#model/log/version.ts';
import { CHART_PATH, CHART_VERSION_PATH } from '#model/paths.ts';
import type { LedgerDatabase } from '../database.ts';

/** The chart as it is stored, and its version. */
export type Chart = {
  readonly version: ListVersion;
  readonly accounts: ReadonlyMap<ChartKey, ChartAccount>;
};

type FollowerDatabase = Pick<LedgerDatabase, 'signedIn' | 'watchValue' | 'readChildren'>;

/**
 * The chart of accounts, kept up to date from the first question on. It follows the version, which is small, and reads
 * the chart again when that changes; own changes are applied instead.
 */
export class ChartFollower {
  readonly #database: FollowerDatabase;
  #chart: Promise<Chart> | null = null;
  #isWatching = false;
  /** The version that was announced last. */
  #announced: ListVersion | null = null;
  /** Own changes that the server may have stored: what they make of the chart, by the id of their entry. */
  readonly #expected = new Map<EntryId, readonly ChartChange[]>();
  #revision = 0;
  #sorted: ChartSnapshot | null = null;
  readonly #onRevision: (revision: number) => void;
  #onFirst: { resolve: () => void; reject: (error: Error) => void } | null = null;
  #first: Promise<void> | null = null;

  /** `onRevision` is called when a snapshot of a smaller revision reads otherwise. */
  constructor(database: FollowerDatabase, onRevision: (revision: number) => void) {
    this.#onRevision = onRevision;
    this.#database = database;
  }

  /** The chart. Rejects when it may not be read; waits while the server cannot be reached. */
  async chart(): Promise<Chart> {
    this.#watch();
    await this.#first;
    // Another change may come while the chart is read.
    for (;;) {
      const reading = this.#chart ?? this.#read(this.#announced ?? NO_VERSION);
      const chart = await reading;
      if (reading === this.#chart) return chart;
    }
  }

  async snapshot(): Promise<ChartSnapshot> {
    const { accounts } = await this.chart();
    if (this.#sorted?.revision !== this.#revision) {
      const sorted = [...accounts.values()].sort((a, b) => compareAccounts(a.code, b.code));
      this.#sorted = { revision: this.#revision, accounts: sorted };
    }
    return this.#sorted;
  }

  /** Says that an update on its way makes these changes; `isStored` false: it does not. */
  expect(id: EntryId, changes: readonly ChartChange[], isStored = true): void {
    if (isStored) this.#expected.set(id, changes);
    else this.#expected.delete(id);
  }

  #watch(): void {
    if (this.#isWatching) return;
    this.#isWatching = true;
    this.#first = new Promise((resolve, reject) => {
      this.#onFirst = { resolve, reject };
    });
    void this.#database.signedIn.then(() =>
      this.#database.watchValue(
        CHART_VERSION_PATH,
        (value) => this.#onVersion(readListVersion(value)),
        ({ detail }) => {
          // The next question tries again.
          this.#isWatching = false;
          this.#onFirst?.reject(new Error(`The chart of accounts cannot be read: ${detail}`));
        },
      ),
    );
  }

  #onVersion(version: ListVersion): void {
    // What the SDK takes back after a refusal is the version that was there.
    if (this.#chart !== null && version.id === this.#announced?.id) return;
    const changes = this.#expected.get(version.id);
    const former = this.#chart;
    this.#announced = version;
    if (changes !== undefined && former !== null) this.#apply(version, former, changes);
    else this.#read(version);
    this.#onFirst?.resolve();
    this.#emit();
  }

  #read(version: ListVersion): Promise<Chart> {
    const reading = this.#database.readChildren(CHART_PATH).then((children) => {
      const accounts = children.flatMap(([key, stored]) => {
        const account = readChartAccount(key, stored);
        return account === null ? [] : [[key as ChartKey, account] as const];
      });
      return { version, accounts: new Map(accounts) };
    });
    // Whoever asked gets the error; the next question reads again.
    reading.catch(() => {
      if (this.#chart === reading) this.#chart = null;
    });
    this.#chart = reading;
    return reading;
  }

  #apply(version: ListVersion, former: Promise<Chart>, changes: readonly ChartChange[]): void {
    const applied = former.then(({ version: before, accounts: stored }) => {
      if (before.id !== version.parent) throw new Error('Another change came between.');
      const accounts = new Map(stored);
      for (const { key, after } of changes) {
        if (after === null) accounts.delete(key);
        else accounts.set(key, after);
      }
      return { version, accounts };
    });
    this.#chart = applied;
    applied.catch(() => {
      if (this.#chart === applied) this.#read(version);
    });
  }

  #emit(): void {
    this.#revision++;
    this.#onRevision(this.#revision);
  }
}
