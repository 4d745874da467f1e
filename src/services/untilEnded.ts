/** Passes an answer of a worker on, or rejects when the worker ends before it has come. */
export type UntilEnded = <T>(answer: Promise<T>) => Promise<T>;

/** The outcome of a write, which has failed when the worker ended before it was known; `more` completes it then. */
export async function orFailed<T, More extends object>(
  outcome: Promise<T>,
  more: More,
): Promise<T | ({ readonly kind: 'failed'; readonly detail: string } & More)> {
  try {
    return await outcome;
  } catch (error) {
    return { kind: 'failed', detail: error instanceof Error ? error.message : String(error), ...more };
  }
}
