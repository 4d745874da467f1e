/**
 * What verification by an index may cost: so much per unit of text on the long run. What is not used is kept for later up
 * to a limit. A line that spends all leaves a debt, twice as high as that of the last one, and until it is paid lines go
 * straight to the automaton. So the bound holds for every input, and a text made to hurt is hardly ever verified in vain.
 */
export type VerificationQuota = {
  /** Work left, in units compared and entries looked at; below 0 the automaton of all keywords takes over. */
  left: number;
  nextDebt: number;
};

/** Earned in each pass over a line: one for 8-grams and, where that finds nothing, one for 4-grams. */
const PER_UNIT = 4;
const MAX_SAVED = 8000;
const LEAST_DEBT = 8000;
/** As much as a million units pay for. */
const MAX_DEBT = PER_UNIT << 20;

export function createVerificationQuota(): VerificationQuota {
  return { left: MAX_SAVED, nextDebt: LEAST_DEBT };
}

/** Earns what `units` units are worth. True where there is something to spend. */
export function refill(budget: VerificationQuota, units: number): boolean {
  budget.left += PER_UNIT * units;
  if (budget.left > MAX_SAVED) {
    budget.left = MAX_SAVED;
    budget.nextDebt = LEAST_DEBT;
  }
  return budget.left >= 0;
}

/** Pays debt with what `units` units are worth that are not verified; saves nothing. */
export function servePenalty(budget: VerificationQuota, units: number): void {
  budget.left = Math.min(0, budget.left + PER_UNIT * units);
}

/** Goes into debt. */
export function startPenalty(budget: VerificationQuota): void {
  budget.left = -budget.nextDebt;
  budget.nextDebt = Math.min(MAX_DEBT, budget.nextDebt * 2);
}
