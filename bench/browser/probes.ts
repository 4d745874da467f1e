/// <reference lib="dom" />
import type { Page } from 'playwright-core';

/** What the page notes by itself, from the first call of {@link installProbes} on. */
declare global {
  interface Window {
    longTasks: number[];
    /** Latest interactions, key or pointer to the next paint, in milliseconds. */
    interactions: number[];
    gc?: () => void;
  }
}

/** Begins to note long tasks and interactions. */
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
    // A task is told of only after it: those of what was done last must have arrived.
    await new Promise((resolve) => setTimeout(resolve, 250));
    const longest = Math.max(0, ...window.longTasks);
    window.longTasks.length = 0;
    return longest;
  });
}

export async function slowestInteraction(page: Page): Promise<number> {
  return page.evaluate(() => {
    const slowest = Math.max(0, ...window.interactions);
    window.interactions.length = 0;
    return slowest;
  });
}

/** Times in milliseconds after the paste. */
export type PasteTimes = {
  readonly progress: number;
  /** The first row on screen has an account of this text. */
  readonly firstAccount: number;
  readonly complete: number;
};

/** Makes the text in the page, so that its way there is not measured. `mark` is in the first line. */
export async function makeLines(page: Page, count: number, mark: string): Promise<void> {
  await page.evaluate(
    ([lines, first]) => {
      const names = [
        'Tesco Stores',
        'CARD PAYMENT TO Premier Inn',
        'Uber trip',
        'Faster payment',
        'café du coin',
      ];
      const of = (i: number) => `${i === 0 ? first : ''} ${names[i % names.length]} ${i * 7919} LONDON GB`;
      Object.assign(window, { pasted: Array.from({ length: lines }, (_, i) => of(i)).join('\n') });
    },
    [count, mark] as const,
  );
}

/** Pastes what {@link makeLines} made over all of the box, and waits until it is classified, or only begun. */
export async function paste(page: Page, mark: string, until: 'complete' | 'begun'): Promise<PasteTimes> {
  return page.evaluate(
    ([first, goal]) =>
      new Promise<PasteTimes>((resolve) => {
        const box = document.querySelector('textarea') as HTMLTextAreaElement;
        document.querySelector('[role=grid]')?.scrollTo(0, 0);
        box.focus();
        box.select();
        const clipboardData = new DataTransfer();
        clipboardData.setData('text/plain', (window as unknown as { pasted: string }).pasted);
        const begin = performance.now();
        box.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
        let progress = 0;
        let firstAccount = 0;
        const bar = () => document.querySelector('[role=progressbar]');
        const hasAccount = () => {
          const cells = document.querySelectorAll('[data-row="0"] [role=gridcell]');
          return cells[0]?.textContent?.includes(first) === true && cells[1]?.textContent !== '';
        };
        const isReached = () =>
          firstAccount > 0 && (goal === 'begun' || bar()?.getAttribute('aria-valuenow') === '100');
        // Asked once per frame: that is when people see it.
        const look = () => {
          const now = performance.now() - begin;
          if (now > 450 && bar()) progress ||= now;
          if (hasAccount()) firstAccount ||= now;
          if (isReached()) resolve({ progress, firstAccount, complete: now });
          else requestAnimationFrame(look);
        };
        requestAnimationFrame(look);
      }),
    [mark, until] as const,
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
