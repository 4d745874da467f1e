import { vi } from 'vitest';

/**
 * Repeats `check` until it no longer throws; resolves with what it returns. Generous, since a busy machine must not
 * decide the outcome: a test's own time-out is 60 s, and this one says what is missing.
 */
export function until<T>(check: () => T | Promise<T>): Promise<T> {
  return vi.waitFor(check, { timeout: 50_000, interval: 10 });
}
