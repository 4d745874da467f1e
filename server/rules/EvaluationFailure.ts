/**
 * An expression has no value: a missing field, a wrong type, too many lookups. Both rules languages then deny.
 * Thrown, yet no `Error`: it is an ordinary outcome, and recording a stack would cost more than the decision.
 */
export class EvaluationFailure {
  constructor(readonly reason: string) {}
}

export function fail(reason: string): never {
  throw new EvaluationFailure(reason);
}

/** What `evaluate` returns, or the failure it ends with. Mistakes in the program pass through. */
export function attempt<T>(evaluate: () => T): T | EvaluationFailure {
  try {
    return evaluate();
  } catch (thrown) {
    if (thrown instanceof EvaluationFailure) return thrown;
    throw thrown;
  }
}
