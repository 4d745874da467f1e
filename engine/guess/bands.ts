import type { LikelyAccount, LikelyAccounts, Resemblance } from './LikelyAccounts.ts';

/** How far a guess can be trusted; screens say nothing where it is `none`. */
export type Band = 'strong' | 'weak' | 'none';

/**
 * From which share of the first account the guesses for a description are strong or weak; infinite where the list gives no
 * ground for the band. Half of the mappings have no more than `words` words.
 */
export type Bands = { readonly strong: number; readonly weak: number; readonly words: number };

/** Strong: the first account is right for so many of the mappings withheld. */
const STRONG = 0.8;
/** Weak: one of the three accounts is right for so many. */
const WEAK = 0.5;
/** Mappings that are withheld, about; all of a shorter list. */
const SAMPLE = 4000;
/** Answers that are judged together: the fewest that a precision is read from. */
const GROUP = 25;
const ANSWERS_PER_STEP = 50;

/** A text that is longer than most mappings is like them if so much of it is known. */
const LEAST_KNOWN = 0.5;

/** What the list without a mapping says about its text. */
type Answer = { readonly share: number; readonly isFirst: boolean; readonly isAmong: boolean };

/**
 * Finds the bands of a list by leaving mappings out, one at a time: the list without a mapping guesses the account of
 * its text. In steps, between which the caller may pause, but the list must not change before the end.
 */
export function* calibrate(likely: LikelyAccounts): Generator<void, Bands> {
  const asked: { readonly judged: Judged; readonly glAccount: string }[] = [];
  for (const [i, number] of likely.sample(SAMPLE).entries()) {
    if (i % ANSWERS_PER_STEP === 0) yield;
    likely.withheld(number, ({ description, glAccount }) =>
      asked.push({ judged: judge(likely, description), glAccount }),
    );
  }
  const words = median(asked.map(({ judged }) => judged.resemblance.words));
  const answers = asked
    .filter(({ judged }) => judged.guesses.length > 0 && isLikeList(judged.resemblance, words))
    .map(({ judged, glAccount }) => answerOf(judged.guesses, glAccount))
    .sort((a, b) => a.share - b.share);
  return {
    strong: threshold(answers, ({ isFirst }) => isFirst, STRONG),
    weak: threshold(answers, ({ isAmong }) => isAmong, WEAK),
    words,
  };
}

/** The guesses for a description, best first, and how far it is like the list. */
export type Judged = { readonly guesses: readonly LikelyAccount[]; readonly resemblance: Resemblance };

/** Asks for a description. */
export function judge(likely: LikelyAccounts, description: string): Judged {
  return { guesses: likely.guess(description), resemblance: likely.resemblance(description) };
}

/** The band of each guess for one description: only the first can be strong, and all are silent where it is. */
export function bandsOf({ guesses, resemblance }: Judged, { strong, weak, words }: Bands): Band[] {
  const share = isLikeList(resemblance, words) ? (guesses[0]?.share ?? 0) : 0;
  const others = share > 0 && share >= weak ? 'weak' : 'none';
  return guesses.map((_guess, i) => (i === 0 && others === 'weak' && share >= strong ? 'strong' : others));
}

/**
 * Whether what was found with the mappings holds for a text. Shares compare the accounts with each other: they are as
 * large where one word of many is known. A mapping that is withheld is seldom so, a line that is longer than it often.
 */
function isLikeList({ words: own, known }: Resemblance, words: number): boolean {
  return known >= LEAST_KNOWN || own <= words;
}

function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[(numbers.length - 1) >> 1] ?? 0;
}

function answerOf(guesses: readonly LikelyAccount[], glAccount: string): Answer {
  return {
    share: guesses[0]?.share ?? 0,
    isFirst: guesses[0]?.glAccount === glAccount,
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
