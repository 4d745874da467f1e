/** Work that is done in steps, between which whoever runs it may pause. */

/** What the steps return when they are taken without pauses. */
export function runToEnd<Result>(steps: Generator<unknown, Result>): Result {
  for (let step = steps.next(); ; step = steps.next()) if (step.done) return step.value;
}

/** Runs a stage and yields, at each of its steps, the share of the whole work that is done. */
export function* runStage<Step, Result>(
  stage: Generator<Step, Result>,
  shareAt: (step: Step) => number,
): Generator<number, Result> {
  for (let step = stage.next(); ; step = stage.next()) {
    if (step.done) return step.value;
    yield shareAt(step.value);
  }
}
