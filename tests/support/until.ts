import { vi } from 'vitest';

/**
 * Repeats `check` until it no longer throws; resolves with what it returns. Generous, since a busy machine must not
 * decide the outcome: this one ends before that of the test, and says what is missing.
 */
export function until<T>(check: () => T | Promise<T>): Promise<T> {
  return vi.waitFor(check, { timeout: 20_000, interval: 10 });
}
