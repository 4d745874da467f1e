import type { ContinueResult, StoppedChangeSet } from '#contract/history.ts';
import { type HistoryEntry, STOPPED_AFTER_MS } from '#model/history.ts';
import type { ChangeSetWriter } from '../list/ChangeSetWriter.ts';
import { changeSetsOf, changesIn } from '../log/changeSets.ts';
import type { LogReader } from '../log/LogReader.ts';

type ListLog = Pick<LogReader<HistoryEntry>, 'begin' | 'changeSets' | 'isOpen' | 'ofBatch'>;
type Writer = Pick<ChangeSetWriter, 'plans' | 'resume' | 'close'>;

/** Finds change sets that were stopped before their end, and what becomes of them; `HistoryApi` describes the methods. */
export class StoppedChangeSets {
  readonly #log: ListLog;
  readonly #writer: Writer;
  readonly #now: () => number;

  /** @param now in milliseconds since 1970 */
  constructor(log: ListLog, writer: Writer, now: () => number) {
    this.#log = log;
    this.#writer = writer;
    this.#now = now;
  }

  async list(upload: string | null): Promise<readonly StoppedChangeSet[]> {
    const log = this.#log;
    await log.begin();
    const { plans } = this.#writer;
    const [planned, held] = await Promise.all([plans.batches(), plans.held()]);
    const open = log.changeSets.flatMap(({ entries: [newest] }) => (log.isOpen(newest) ? newest.batch : []));
    // Those begun in this browser may be further back than the entries that were read.
    const begunHere = upload === null ? planned : [...planned, upload];
    const batches = [...new Set([...open, ...begunHere])].filter((batch) => !held.includes(batch));
    const found = await Promise.all(
      batches.map((batch) =>
        this.#stoppedIn(batch, { hasPlan: planned.includes(batch), isBegunHere: begunHere.includes(batch) }),
      ),
    );
    return found.flat().toSorted((a, b) => b.at - a.at);
  }

  async resume(batch: string, onProgress: (done: number) => void): Promise<ContinueResult> {
    const written = await this.#writer.resume(batch, onProgress);
    if (written === null) return { kind: 'gone' };
    const { changes, skipped, failure } = written;
    return failure === null
      ? { kind: 'done', count: changes.length, skipped }
      : { kind: 'failed', detail: failure, count: changes.length };
  }

  leave(batch: string): Promise<void> {
    return this.#writer.close(batch);
  }

  async #stoppedIn(
    batch: string,
    { hasPlan, isBegunHere }: { readonly hasPlan: boolean; readonly isBegunHere: boolean },
  ): Promise<readonly StoppedChangeSet[]> {
    const entries = await this.#log.ofBatch(batch);
    if (entries.some(({ kind }) => kind === 'closed')) return [];
    return changeSetsOf(entries).flatMap(({ id, entries: [newest], set, removed }) => {
      const { kind, by, at } = newest;
      const left = newest.left ?? 0;
      // Of what this browser has begun it knows that no tab goes on with it.
      if (left === 0 || (!isBegunHere && !isOld(newest, this.#now()))) return [];
      const done = changesIn({ set, removed });
      return { id, batch, kind, by, at, done, of: done + left, hasPlan };
    });
  }
}

function isOld({ at }: HistoryEntry, now: number): boolean {
  return now - at >= STOPPED_AFTER_MS;
}
