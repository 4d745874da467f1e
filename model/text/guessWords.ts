/** How sure a guess is: see `GuessedAccount`. */
export const BAND_NAMES = { strong: 'Likely', weak: 'Possible' } as const;

type Guess = {
  readonly band: keyof typeof BAND_NAMES;
  readonly reason: {
    readonly keywords: readonly string[];
    readonly words: readonly string[];
    readonly isChosen?: boolean;
  };
};

/** Why an account is likely: `Likely: like AMAZON WEB SERVICES`. */
export function guessWords({ band, reason }: Guess): string {
  const [keyword] = reason.keywords;
  if (reason.isChosen) return `${BAND_NAMES[band]}: as you chose before`;
  const why = keyword === undefined ? `by ${reason.words.join(', ')}` : `like ${keyword}`;
  return `${BAND_NAMES[band]}: ${why}`;
}
