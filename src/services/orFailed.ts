import { detailOf } from '#model/detailOf.ts';

/** The outcome of a write; `failed` with `more` when its answer is lost. */
export async function orFailed<Outcome, More extends object = object>(
  outcome: Promise<Outcome>,
  more = {} as More,
): Promise<Outcome | ({ readonly kind: 'failed'; readonly detail: string } & More)> {
  try {
    return await outcome;
  } catch (error) {
    return { kind: 'failed', detail: detailOf(error), ...more };
  }
}
