import type { BenchEnvironment } from './product.ts';

/** Tasks and the names of threads, no more: a trace of minutes with the timeline's own is too long for a string. */
const CATEGORIES = ['toplevel', '__metadata'];

type TraceEvent = {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  /** Microseconds by the clock, and of processor time. */
  readonly dur?: number;
  readonly tdur?: number;
  readonly args?: { readonly name?: string };
};

/** The longest task of the page's main thread, in milliseconds. */
export type LongestTask = {
  /** By the clock: grows where something else has the processor. */
  readonly clock: number;
  /** What the product itself costs; not always of the same task as `clock`. */
  readonly processor: number;
};

/** What `work` gave, and the tasks of the page's main thread meanwhile. */
type Watched<T> = {
  readonly result: T;
  readonly longest: LongestTask;
  /** Processor time of all of them together, in milliseconds. */
  readonly total: number;
};

/** Watches the main thread of the page while `work` goes on. Throws when the trace has no task of it. */
export async function watchMainThread<T>(
  { browser, page }: Pick<BenchEnvironment, 'browser' | 'page'>,
  work: () => Promise<T>,
): Promise<Watched<T>> {
  await browser.startTracing(page, { categories: CATEGORIES });
  const result = await work();
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as {
    traceEvents: TraceEvent[];
  };
  const tasks = mainThreadTasks(traceEvents);
  if (tasks.length === 0)
    throw new Error('The trace has no task of the page: Chromium names them differently.');
  const longest = (of: 'dur' | 'tdur') =>
    tasks.reduce((most, task) => Math.max(most, task[of] ?? 0), 0) / 1000;
  return {
    result,
    longest: { clock: longest('dur'), processor: longest('tdur') },
    total: tasks.reduce((sum, { tdur = 0 }) => sum + tdur, 0) / 1000,
  };
}

function mainThreadTasks(events: readonly TraceEvent[]): TraceEvent[] {
  const threadOf = ({ pid, tid }: TraceEvent) => `${pid}/${tid}`;
  const main = new Set(
    events
      .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
      .map(threadOf),
  );
  return events.filter(
    (event) => event.ph === 'X' && event.name.includes('RunTask') && main.has(threadOf(event)),
  );
}
