/// <reference lib="dom" />
import type { Page } from 'playwright-core';
import { CLASSIFY_DEBOUNCE_MS } from '#model/limits.ts';

/** What the page notes by itself, from the first call of {@link installProbes} on. */
declare global {
  interface Window {
    longTasks: number[];
    /** Latest interactions, key or pointer to the next paint, in milliseconds. */
    interactions: number[];
    loaded: string;
    /** The clipboard of the next paste. */
    pasted: DataTransfer;
  }
}

/** Begins to note long tasks and interactions, anew after each loading of the page. */
export async function installProbes(page: Page): Promise<void> {
  await page.evaluate(() => {
    window.longTasks = [];
    window.interactions = [];
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) window.longTasks.push(duration);
    }).observe({ type: 'longtask' } as never);
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) window.interactions.push(entry.duration);
    }).observe({ type: 'event', durationThreshold: 16 } as never);
  });
}

/** The longest of the long tasks so far, 0 for none; begins anew. */
export async function longestTask(page: Page): Promise<number> {
  return page.evaluate(async () => {
    // The browser reports a long task only after it has ended: wait for the reports of the last actions.
    await new Promise((resolve) => setTimeout(resolve, 250));
    const longest = Math.max(0, ...window.longTasks);
    window.longTasks.length = 0;
    return longest;
  });
}

/** The slowest of the interactions so far, 0 for none of note; begins anew. */
export async function slowestInteraction(page: Page): Promise<number> {
  return page.evaluate(async () => {
    await new Promise((resolve) => setTimeout(resolve, 250));
    const slowest = Math.max(0, ...window.interactions);
    window.interactions.length = 0;
    return slowest;
  });
}

/** Times in milliseconds after the paste. */
type PasteTimes = {
  /** The end of the pause in typing, as the product set its timer, however late the timer went off. */
  readonly pauseEnd: number;
  readonly progress: number;
  /** The first row on screen has an account of this text. */
  readonly firstAccount: number;
  readonly complete: number;
};

/** Hands the page the text that {@link makeText} makes others of. */
export async function loadText(page: Page, text: string): Promise<void> {
  await page.evaluate((loaded) => {
    window.loaded = loaded;
  }, text);
}

/** Makes a clipboard in the page, so that its filling is not measured: `mark` before so many copies of the loaded one. */
export async function makeText(page: Page, copies: number, mark: string): Promise<void> {
  await page.evaluate(
    ([times, first]) => {
      const text = `${first} ${Array.from({ length: times }, () => window.loaded).join('\n')}`;
      window.pasted = new DataTransfer();
      window.pasted.setData('text/plain', text);
    },
    [copies, mark] as const,
  );
}

/** Pastes what {@link makeText} made over all of the box, and waits until it is classified, or only begun. */
export async function paste(page: Page, mark: string, until: 'complete' | 'begun'): Promise<PasteTimes> {
  return page.evaluate(
    ([first, goal, pauseLength]) =>
      new Promise<PasteTimes>((resolve) => {
        const box = document.querySelector('textarea') as HTMLTextAreaElement;
        document.querySelector('[role=grid]')?.scrollTo(0, 0);
        box.focus();
        box.select();
        let pauseEnd = 0;
        const { setTimeout } = window;
        window.setTimeout = ((handler: TimerHandler, delay?: number, ...rest: unknown[]) => {
          if (delay === pauseLength) pauseEnd = performance.now() - begin + pauseLength;
          return setTimeout(handler, delay, ...rest);
        }) as typeof setTimeout;
        const begin = performance.now();
        const clipboardData = window.pasted;
        box.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
        window.setTimeout = setTimeout;
        // What a clipboard holds takes no memory of the page.
        clipboardData.clearData();
        let progress = 0;
        let firstAccount = 0;
        const bar = () => document.querySelector('[role=progressbar]');
        const hasAccount = () => {
          const cells = document.querySelectorAll('[data-row="0"] [role=gridcell]');
          return cells[0]?.textContent?.startsWith(first) === true && cells[1]?.textContent !== '';
        };
        const isReached = () =>
          firstAccount > 0 && (goal === 'begun' || bar()?.getAttribute('aria-valuenow') === '100');
        // Asked once per frame: that is when people see it.
        const look = () => {
          const now = performance.now() - begin;
          if (now > 450 && bar()) progress ||= now;
          if (hasAccount()) firstAccount ||= now;
          if (isReached()) resolve({ pauseEnd, progress, firstAccount, complete: now });
          else requestAnimationFrame(look);
        };
        requestAnimationFrame(look);
      }),
    [mark, until, CLASSIFY_DEBOUNCE_MS] as const,
  );
}

/** Presses a button; resolves to the milliseconds until the page shows `text`. */
export async function press(page: Page, button: string, text: string): Promise<number> {
  return page.evaluate(
    ([name, awaited]) =>
      new Promise<number>((resolve) => {
        const begin = performance.now();
        [...document.querySelectorAll('button')].find(({ innerText }) => innerText === name)?.click();
        const look = () => {
          if (document.body.textContent?.includes(awaited)) resolve(performance.now() - begin);
          else requestAnimationFrame(look);
        };
        requestAnimationFrame(look);
      }),
    [button, text] as const,
  );
}

/** Scrolls the results for a while; returns the times between frames. */
export async function scrollFrames(page: Page): Promise<number[]> {
  return page.evaluate(
    () =>
      new Promise<number[]>((resolve) => {
        const list = document.querySelector('[role=grid]') as HTMLElement;
        const frames: number[] = [];
        let last = performance.now();
        const step = () => {
          const now = performance.now();
          frames.push(now - last);
          last = now;
          list.scrollTop += 150;
          if (frames.length < 120) requestAnimationFrame(step);
          else resolve(frames.slice(1));
        };
        requestAnimationFrame(step);
      }),
  );
}

/** Scrolls the results to their end. */
export async function scrollToEnd(page: Page): Promise<void> {
  await page.evaluate(() => {
    const list = document.querySelector('[role=grid]') as HTMLElement;
    list.scrollTop = list.scrollHeight;
  });
}

/** Page memory after a collection, in MiB. */
export async function pageHeap(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  await session.detach();
  return usedSize / 1024 / 1024;
}
