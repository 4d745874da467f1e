import type { GuessedAccount } from '#contract/rows.ts';

/** Lines of a group that an account is guessed for. */
export const GUESSED_LINES = 5;

/** The account that comes first most often, of lines that go together: strong for one of them at least, and no line has another. */
export function agreedGuess(ofLines: readonly (readonly GuessedAccount[])[]): GuessedAccount | null {
  const firsts = ofLines.map(([first]) => first);
  const votesFor = (guess: GuessedAccount) =>
    firsts.filter((other) => other?.glAccount === guess.glAccount).length;
  const [best] = firsts
    .filter((guess) => guess !== undefined)
    .toSorted(
      (a, b) => votesFor(b) - votesFor(a) || Number(b.band === 'strong') - Number(a.band === 'strong'),
    );
  if (best === undefined) return null;
  const isAgreed = firsts.every((guess) => guess === undefined || guess.glAccount === best.glAccount);
  return { ...best, band: isAgreed ? best.band : 'weak' };
}

/** At most `most` of many texts, from the first to near the last: those side by side are often alike. */
export function spread(texts: readonly string[], most: number): string[] {
  const step = Math.max(1, texts.length / most);
  return Array.from({ length: Math.min(most, texts.length) }, (_, i) => texts[Math.floor(i * step)] ?? '');
}
