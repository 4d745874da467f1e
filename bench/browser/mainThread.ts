import type { Stage } from './product.ts';

/** The longest task of the page's main thread, in milliseconds. */
export type LongestTask = {
  /** By the clock, as the Long Tasks API has it: grows where something else has the processor. */
  readonly clock: number;
  /** Processor time of the thread: what the product itself costs. */
  readonly processor: number;
};

type TraceEvent = {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  /** Microseconds by the clock, and of the thread's processor time. */
  readonly dur?: number;
  readonly tdur?: number;
  readonly args?: { readonly name?: string };
};

const CATEGORIES = ['toplevel', '__metadata'];

/** Does `work` while Chromium notes every task of the page's main thread. */
export async function duringTrace<T>(
  { browser, page }: Pick<Stage, 'browser' | 'page'>,
  work: () => Promise<T>,
): Promise<{ result: T; longest: LongestTask }> {
  await browser.startTracing(page, { categories: CATEGORIES });
  const result = await work();
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as {
    traceEvents: TraceEvent[];
  };
  return { result, longest: longestTask(traceEvents) };
}

function longestTask(events: readonly TraceEvent[]): LongestTask {
  const mainThreads = new Set(
    events
      .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
      .map(({ pid, tid }) => `${pid} ${tid}`),
  );
  let clock = 0;
  let processor = 0;
  for (const { name, ph, pid, tid, dur = 0, tdur = 0 } of events) {
    if (ph !== 'X' || !name.includes('RunTask') || !mainThreads.has(`${pid} ${tid}`)) continue;
    clock = Math.max(clock, dur / 1000);
    processor = Math.max(processor, tdur / 1000);
  }
  if (clock === 0) throw new Error('The trace has no task of the page: Chromium names them differently.');
  return { clock, processor };
}
