import type { Browser, Page } from 'playwright-core';

/** Tells of every task of every thread, with the processor time it took. */
const TASKS = 'disabled-by-default-devtools.timeline';

type TraceEvent = {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  /** Processor time, in microseconds. */
  readonly tdur?: number;
  readonly args?: { readonly name?: string };
};

/** Tasks of the page's main thread. */
export type MainThread = {
  /** Processor time of the longest one, in milliseconds: it stands still while something else has the processor. */
  readonly longest: number;
  /** Of all of them together. */
  readonly total: number;
};

/** Watches the main thread of the page while `work` goes on. */
export async function watchMainThread(
  browser: Browser,
  page: Page,
  work: () => Promise<unknown>,
): Promise<MainThread> {
  await browser.startTracing(page, { categories: [TASKS] });
  await work();
  const trace = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] };
  const names = trace.traceEvents.filter(({ name, args }) => name === 'thread_name' && args?.name);
  const main = new Set(
    names.filter(({ args }) => args?.name === 'CrRendererMain').map(({ pid, tid }) => `${pid}/${tid}`),
  );
  const tasks = trace.traceEvents
    .filter(({ name, pid, tid }) => name === 'RunTask' && main.has(`${pid}/${tid}`))
    .map(({ tdur = 0 }) => tdur / 1000);
  return { longest: Math.max(0, ...tasks), total: tasks.reduce((sum, of) => sum + of, 0) };
}
