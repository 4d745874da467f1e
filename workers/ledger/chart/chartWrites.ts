import { type ChartChange, type ChartChangeKind, chartUpdate } from '#model/chartHistory.ts';
import { detailOf } from '#model/detailOf.ts';
import { MAX_CHANGES_PER_ENTRY } from '#model/limits.ts';
import type { Author } from '#model/log/author.ts';
import { appendEntry } from '../log/appendEntry.ts';
import { newId } from '../log/newId.ts';
import type { Chart, ChartFollower } from './ChartFollower.ts';

type ChartWriterOptions = {
  readonly follower: ChartFollower;
  readonly author: Author;
};

/** What the history says of a change: its kind, and what its entries have in common. */
type ChartChangeSet = { readonly kind: ChartChangeKind; readonly batch: string; readonly note?: string };

/** What was written of many changes; `failure` is null when all were. */
type ChartWritten = { readonly count: number; readonly failure: string | null };

export function newChartChangeSet(kind: ChartChangeKind, note?: string): ChartChangeSet {
  return { kind, batch: newId(), ...(note !== undefined && { note }) };
}

/** Stores changes of the chart, each as an entry of its history. */
export class ChartWriter {
  readonly #options: ChartWriterOptions;

  constructor(options: ChartWriterOptions) {
    this.#options = options;
  }

  /** Stores what `plan` makes of the chart as it is stored; see {@link appendEntry}. */
  write(
    changeSet: ChartChangeSet,
    plan: (chart: Chart) => readonly ChartChange[],
  ): Promise<readonly ChartChange[]> {
    const { follower, author } = this.#options;
    const log = {
      subject: 'the chart of accounts',
      state: () => follower.chart(),
      send: ({ version }: Chart, changes: readonly ChartChange[]) => {
        const update = chartUpdate({ id: newId(), former: version, by: author, ...changeSet }, changes);
        return { isStored: follower.send(update, changes) };
      },
    };
    return appendEntry(log, plan);
  }

  /** The same for any number of changes, in entries of one change set; stops at the first that fails. */
  async writeAll(
    changeSet: ChartChangeSet,
    changes: readonly ChartChange[],
    isWanted: (change: ChartChange, chart: Chart) => boolean,
  ): Promise<ChartWritten> {
    let count = 0;
    for (let from = 0; from < changes.length; from += MAX_CHANGES_PER_ENTRY) {
      const chunk = changes.slice(from, from + MAX_CHANGES_PER_ENTRY);
      try {
        const written = await this.write(changeSet, (chart) =>
          chunk.filter((change) => isWanted(change, chart)),
        );
        count += written.length;
      } catch (error) {
        return { count, failure: detailOf(error) };
      }
    }
    return { count, failure: null };
  }
}
