import { vi } from 'vitest';
import { type Locator, userEvent } from 'vitest/browser';
import { CLASSIFY_DEBOUNCE_MS } from '#model/limits.ts';

/** Fills a text box and lets the pause pass after which its text is read, without waiting for it. */
export async function fillAndPause(box: Locator, text: string): Promise<void> {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    await userEvent.fill(box, text);
    vi.advanceTimersByTime(CLASSIFY_DEBOUNCE_MS);
  } finally {
    vi.useRealTimers();
  }
}
