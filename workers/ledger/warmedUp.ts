import type { LedgerParts } from './Ledger.ts';
import { runInSlices } from './slices.ts';
import type { Timing } from './timing.ts';

/**
 * `createClassifier` with `steps` that make it ready for its first list. They run in the time in which the worker waits
 * for that list, in short slices after all messages, and end when it comes.
 */
export function warmedUp(
  createClassifier: LedgerParts['createClassifier'],
  steps: Generator<number, unknown>,
  timing: Pick<Timing, 'breathe'>,
): LedgerParts['createClassifier'] {
  const listIsHere = new AbortController();
  void warmUp(steps, timing, listIsHere.signal);
  return (mappings) => {
    listIsHere.abort();
    return createClassifier(mappings);
  };
}

async function warmUp(
  steps: Generator<number, unknown>,
  timing: Pick<Timing, 'breathe'>,
  signal: AbortSignal,
): Promise<void> {
  try {
    // Whoever opened the worker gets the answer first.
    await timing.breathe();
    signal.throwIfAborted();
    await runInSlices(steps, timing, () => {}, signal);
  } catch (error) {
    // Slower at first, and no worse.
    if (!signal.aborted) console.warn('The classifier could not be warmed up:', error);
  }
}
