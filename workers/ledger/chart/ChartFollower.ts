import type { ChartSnapshot } from '#contract/chart.ts';
import { compareAccounts } from '#model/accountOrder.ts';
import { type ChartAccount, type ChartKey, readChartAccount } from '#model/chart.ts';
import { CHART_LOG, type ChartChange } from '#model/chartHistory.ts';
import { detailOf } from '#model/detailOf.ts';
import type { HistoryUpdate } from '#model/log/entry.ts';
import type { ListVersion } from '#model/log/version.ts';
import type { Child } from '../database.ts';
import { type FollowedDatabase, LogFollower } from '../log/LogFollower.ts';

/** The accounts of the chart. */
export type Accounts = ReadonlyMap<ChartKey, ChartAccount>;

/**
 * The chart of accounts, kept up to date from the first question on. It is read again after others' changes, since their
 * entries are for admins alone.
 */
export class ChartFollower {
  readonly #follower: LogFollower<ChartChange>;
  #isFollowed = false;
  /** Null until the chart is here. */
  #accounts: Accounts | null = null;
  #revision = 0;

  /** `onRevision` is called when a snapshot of a smaller revision reads otherwise. */
  constructor(database: FollowedDatabase, onRevision: (revision: number) => void) {
    this.#follower = new LogFollower<ChartChange>({
      database,
      log: CHART_LOG,
      replace: (children) => this.#replace(children),
      apply: (changes) => this.#apply(changes),
      onConfirmed: () => onRevision(++this.#revision),
      onFailed: () => {
        // The next question tries again.
        this.#isFollowed = false;
        this.#accounts = null;
      },
    });
  }

  /** See {@link LogFollower.version}. Rejects when the chart may not be read; waits while the server cannot be reached. */
  async version(): Promise<ListVersion> {
    if (!this.#isFollowed) {
      this.#isFollowed = true;
      this.#follower.open();
    }
    try {
      return await this.#follower.version();
    } catch (error) {
      throw new Error(`The chart of accounts cannot be read: ${detailOf(error)}`);
    }
  }

  /** The accounts as they were stored last, as far as is known. */
  get known(): Accounts {
    return this.#accounts ?? new Map();
  }

  /** The same; waits and rejects only until they are here. */
  async accounts(): Promise<Accounts> {
    if (this.#accounts === null) await this.version();
    return this.known;
  }

  async snapshot(): Promise<ChartSnapshot> {
    const accounts = [...(await this.accounts()).values()];
    return { revision: this.#revision, accounts: accounts.sort((a, b) => compareAccounts(a.code, b.code)) };
  }

  /** Appends an entry with these changes; see {@link LogFollower.send}. */
  send(update: HistoryUpdate, changes: readonly ChartChange[]): Promise<boolean> {
    return this.#follower.send(update, changes);
  }

  #replace(children: readonly Child[]): void {
    const accounts = children.flatMap(([key, stored]) => {
      const account = readChartAccount(key, stored);
      return account === null ? [] : [[key as ChartKey, account] as const];
    });
    this.#accounts = new Map(accounts);
  }

  #apply(changes: readonly ChartChange[]): void {
    const accounts = new Map(this.#accounts);
    for (const { key, after } of changes) {
      if (after === null) accounts.delete(key);
      else accounts.set(key, after);
    }
    this.#accounts = accounts;
  }
}
