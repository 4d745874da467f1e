import type { JobProgress } from '#contract/progress.ts';

/** The methods of a worker's API as the page calls them: every answer is a promise, and any function takes progress. */
export type Async<Api> = {
  [Name in keyof Api]: Api[Name] extends (...args: infer Args) => infer Answer
    ? (...args: Plain<Args>) => Promise<Awaited<Answer>>
    : never;
};

type Plain<Args extends readonly unknown[]> = {
  [Index in keyof Args]: Args[Index] extends JobProgress<infer Figures>
    ? (...figures: Figures) => void
    : Args[Index];
};
