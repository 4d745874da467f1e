import type { LikelyAccount, LikelyAccounts } from './LikelyAccounts.ts';

/** How far a guess can be trusted; screens say nothing where it is `none`. */
export type Band = 'strong' | 'weak' | 'none';

/**
 * The shares of the first account from which the guesses for a description are strong or weak; infinite where the list
 * gives no ground for the band.
 */
export type Bands = { readonly strong: number; readonly weak: number };

/** Strong: the first account is right for so many of the mappings withheld. */
const STRONG = 0.8;
/** Weak: one of the three accounts is right for so many. */
const WEAK = 0.5;
/** Mappings that are withheld, about; all of a shorter list. */
const SAMPLE = 4000;
/** Answers that are judged together: the fewest that a precision is read from. */
const GROUP = 25;
const ANSWERS_PER_STEP = 50;

/** What the list without a mapping says about its text. */
type Answer = { readonly share: number; readonly isFirst: boolean; readonly isAmong: boolean };

/**
 * Finds the bands of a list by leaving mappings out, one at a time: the list without a mapping guesses the account of
 * its text. In steps, between which the caller may pause, but the list must not change before the end.
 */
export function* calibrate(likely: LikelyAccounts): Generator<void, Bands> {
  const answers: Answer[] = [];
  for (const [i, number] of likely.sample(SAMPLE).entries()) {
    if (i % ANSWERS_PER_STEP === 0) yield;
    const answer = likely.withheld(number, ({ description, glAccount }) =>
      answerOf(likely.guess(description), glAccount),
    );
    if (answer) answers.push(answer);
  }
  answers.sort((a, b) => a.share - b.share);
  return {
    strong: threshold(answers, ({ isFirst }) => isFirst, STRONG),
    weak: threshold(answers, ({ isAmong }) => isAmong, WEAK),
  };
}

/** The band of each guess for one description: only the first can be strong, and all are silent where it is. */
export function bandsOf(guesses: readonly LikelyAccount[], { strong, weak }: Bands): Band[] {
  const share = guesses[0]?.share ?? 0;
  const others = share >= weak ? 'weak' : 'none';
  return guesses.map((_guess, i) => (i === 0 && others === 'weak' && share >= strong ? 'strong' : others));
}

function answerOf(guesses: readonly LikelyAccount[], glAccount: string): Answer | null {
  const [first] = guesses;
  if (!first) return null;
  return {
    share: first.share,
    isFirst: first.glAccount === glAccount,
    isAmong: guesses.some((guess) => guess.glAccount === glAccount),
  };
}

/**
 * The lowest share from which the precision is at least `precision`. Precision is taken to grow with the share:
 * neighbouring groups that say otherwise are joined (pool adjacent violators).
 */
export function threshold(
  byShare: readonly Answer[],
  isRight: (answer: Answer) => boolean,
  precision: number,
): number {
  const pools: { from: number; size: number; right: number }[] = [];
  for (let at = 0; at + GROUP <= byShare.length; ) {
    const end = byShare.length - at < 2 * GROUP ? byShare.length : at + GROUP;
    const group = byShare.slice(at, end);
    let pool = { from: (group[0] as Answer).share, size: group.length, right: group.filter(isRight).length };
    for (
      let last = pools.at(-1);
      last && last.right * pool.size >= pool.right * last.size;
      last = pools.at(-1)
    ) {
      pool = { from: last.from, size: last.size + pool.size, right: last.right + pool.right };
      pools.pop();
    }
    pools.push(pool);
    at = end;
  }
  return pools.find(({ size, right }) => right >= precision * size)?.from ?? Number.POSITIVE_INFINITY;
}
