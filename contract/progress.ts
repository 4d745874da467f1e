declare const endsWithItsJob: unique symbol;

/**
 * Takes the progress of a job in another thread. Only `withProgress` of `src/services` makes one, which nothing reaches
 * after the end of its job: a function of a screen is none.
 */
export type JobProgress<Figures extends readonly number[] = [done: number]> = ((
  ...figures: Figures
) => void) & { readonly [endsWithItsJob]: true };
