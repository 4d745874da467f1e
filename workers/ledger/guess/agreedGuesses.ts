import type { GuessedAccount } from '#contract/rows.ts';

/** Lines of a group that an account is guessed for. */
export const GUESSED_LINES = 5;
/** Accounts that are shown for a group. */
const SHOWN = 3;

/**
 * Accounts for lines that go together, best first. The first comes first most often: strong for one of them at least, and no
 * line has another. The others stand in the most lines, and before others there.
 */
export function agreedGuesses(ofLines: readonly (readonly GuessedAccount[])[]): GuessedAccount[] {
  const firsts = ofLines.map(([first]) => first);
  const votesFor = (guess: GuessedAccount) =>
    firsts.filter((other) => other?.glAccount === guess.glAccount).length;
  const [best] = firsts
    .filter((guess) => guess !== undefined)
    .toSorted(
      (a, b) => votesFor(b) - votesFor(a) || Number(b.band === 'strong') - Number(a.band === 'strong'),
    );
  if (best === undefined) return [];
  const isAgreed = firsts.every((guess) => guess === undefined || guess.glAccount === best.glAccount);
  const others = byConfidence(ofLines).filter(({ glAccount }) => glAccount !== best.glAccount);
  return [
    { ...best, band: isAgreed ? best.band : 'weak' },
    ...others.slice(0, SHOWN - 1).map((other): GuessedAccount => ({ ...other, band: 'weak' })),
  ];
}

/** Each account once: a line counts 1 for its first, 1/2 for its second, 1/3 for its third. */
function byConfidence(ofLines: readonly (readonly GuessedAccount[])[]): GuessedAccount[] {
  const found = new Map<string, { readonly guess: GuessedAccount; votes: number }>();
  for (const guesses of ofLines)
    for (const [i, guess] of guesses.entries()) {
      const known = found.get(guess.glAccount) ?? { guess, votes: 0 };
      known.votes += 1 / (i + 1);
      found.set(guess.glAccount, known);
    }
  return [...found.values()].toSorted((a, b) => b.votes - a.votes).map(({ guess }) => guess);
}

/** At most `most` of many texts, from the first to near the last: those side by side are often alike. */
export function evenlySpaced(texts: readonly string[], most: number): string[] {
  const step = Math.max(1, texts.length / most);
  return Array.from({ length: Math.min(most, texts.length) }, (_, i) => texts[Math.floor(i * step)] ?? '');
}
