import { type ChartChange, type ChartChangeKind, chartUpdate } from '#model/chartHistory.ts';
import { detailOf } from '#model/detailOf.ts';
import type { Author } from '#model/history.ts';
import { MAX_CHANGES_PER_ENTRY } from '#model/limits.ts';
import { newEntryId } from '#model/listVersion.ts';
import { CHART_HISTORY_PATH } from '#model/paths.ts';
import { isRefusal, type LedgerDatabase } from '../database.ts';
import type { Chart, ChartFollower } from './ChartFollower.ts';

/** Other admins may change the chart at the same moment. */
const MAX_TRIES = 10;

type ChartWriterOptions = {
  readonly database: Pick<LedgerDatabase, 'read' | 'update'>;
  readonly follower: ChartFollower;
  readonly author: Author;
};

/** What the history says of a change: its kind, and what its entries have in common. */
type ChartAct = { readonly kind: ChartChangeKind; readonly batch: string; readonly note?: string };

/** What was written of many changes; `failure` is null when all were. */
type ChartWritten = { readonly count: number; readonly failure: string | null };

export function newChartAct(kind: ChartChangeKind, note?: string): ChartAct {
  return { kind, batch: newId(), ...(note !== undefined && { note }) };
}

/** Stores changes of the chart, each as an entry of its history. */
export class ChartWriter {
  readonly #options: ChartWriterOptions;

  constructor(options: ChartWriterOptions) {
    this.#options = options;
  }

  /**
   * Stores what `plan` makes of the chart as it is stored, as one entry; plans again each time that somebody else's
   * change comes first. Resolves with what was stored; with nothing where nothing was planned. Rejects when the server
   * refuses; waits while it cannot be reached.
   */
  async write(
    act: ChartAct,
    plan: (chart: Chart) => readonly ChartChange[],
  ): Promise<readonly ChartChange[]> {
    const { follower } = this.#options;
    for (let tries = 1; ; tries++) {
      const chart = await follower.chart();
      const changes = plan(chart);
      if (changes.length === 0) return [];
      try {
        if (await this.#send(act, chart, changes)) return changes;
      } catch (error) {
        if (tries === MAX_TRIES) throw error;
        follower.refresh();
        // The same version again: nobody came first, the rules refuse the change itself.
        if ((await follower.chart()).version.id === chart.version.id) throw error;
      }
    }
  }

  /** The same for any number of changes, in entries of one act; stops at the first that fails. */
  async writeAll(
    act: ChartAct,
    changes: readonly ChartChange[],
    isWanted: (change: ChartChange, chart: Chart) => boolean,
  ): Promise<ChartWritten> {
    let count = 0;
    for (let from = 0; from < changes.length; from += MAX_CHANGES_PER_ENTRY) {
      const chunk = changes.slice(from, from + MAX_CHANGES_PER_ENTRY);
      try {
        const written = await this.write(act, (chart) => chunk.filter((change) => isWanted(change, chart)));
        count += written.length;
      } catch (error) {
        return { count, failure: detailOf(error) };
      }
    }
    return { count, failure: null };
  }

  /** Whether the entry is stored; throws what the server says when it is not. */
  async #send(act: ChartAct, { version }: Chart, changes: readonly ChartChange[]): Promise<boolean> {
    const { database, follower, author } = this.#options;
    const id = newId();
    follower.expect(id, changes);
    try {
      await database.update(chartUpdate({ id, former: version, by: author, ...act }, changes));
      return true;
    } catch (error) {
      // Sent again after a lost answer, the first attempt had succeeded.
      if (isRefusal(error) && (await database.read(`${CHART_HISTORY_PATH}/${id}/seq`)) !== null) return true;
      throw error;
    } finally {
      follower.expect(id, [], false);
    }
  }
}

function newId() {
  return newEntryId((bytes) => crypto.getRandomValues(bytes));
}
