import type { HistoryApi, StoppedChangeSet } from '#contract/history.ts';
import { type HistoryEntry, STOPPED_AFTER_MS } from '#model/history.ts';
import type { ChangeSetWriter } from '../list/ChangeSetWriter.ts';
import { changeSetsOf, changesIn } from '../log/changeSets.ts';
import type { LogReader } from '../log/LogReader.ts';

type ListLog = Pick<LogReader<HistoryEntry>, 'begin' | 'changeSets' | 'isOpen' | 'ofBatch'>;
type Writer = Pick<ChangeSetWriter, 'plans' | 'resume' | 'close'>;

/** Finds change sets that were stopped before their end, and what becomes of them; `HistoryApi` describes the methods. */
export function createStoppedChangeSets(
  log: ListLog,
  writer: Writer,
): Pick<HistoryApi, 'stopped' | 'continueStopped' | 'leaveStopped'> {
  return {
    stopped: (upload) => findStopped(log, writer.plans, upload),
    async continueStopped(batch, onProgress) {
      const written = await writer.resume(batch, onProgress);
      if (written === null) return { kind: 'gone' };
      const { changes, skipped, failure } = written;
      return failure === null
        ? { kind: 'done', count: changes.length, skipped }
        : { kind: 'failed', detail: failure, count: changes.length };
    },
    leaveStopped: (batch) => writer.close(batch),
  };
}

async function findStopped(
  log: ListLog,
  plans: Writer['plans'],
  upload: string | null,
): Promise<readonly StoppedChangeSet[]> {
  await log.begin();
  const [planned, held] = await Promise.all([plans.batches(), plans.held()]);
  const open = log.changeSets.flatMap(({ entries: [newest] }) => (log.isOpen(newest) ? newest.batch : []));
  // Those begun in this browser may be further back than the entries that were read.
  const begunHere = upload === null ? planned : [...planned, upload];
  const batches = [...new Set([...open, ...begunHere])].filter((batch) => !held.includes(batch));
  const found = await Promise.all(
    batches.map(async (batch) =>
      stoppedIn(batch, await log.ofBatch(batch), {
        hasPlan: planned.includes(batch),
        isBegunHere: begunHere.includes(batch),
      }),
    ),
  );
  return found.flat().toSorted((a, b) => b.at - a.at);
}

function stoppedIn(
  batch: string,
  entries: readonly HistoryEntry[],
  { hasPlan, isBegunHere }: { readonly hasPlan: boolean; readonly isBegunHere: boolean },
): readonly StoppedChangeSet[] {
  if (entries.some(({ kind }) => kind === 'closed')) return [];
  return changeSetsOf(entries).flatMap(({ id, entries: [newest], set, removed }) => {
    const { kind, by, at } = newest;
    const left = newest.left ?? 0;
    // Of what this browser has begun it knows that no tab goes on with it.
    if (left === 0 || (!isBegunHere && Date.now() - at < STOPPED_AFTER_MS)) return [];
    const done = changesIn({ set, removed });
    return { id, batch, kind, by, at, done, of: done + left, hasPlan };
  });
}
