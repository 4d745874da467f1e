/** The methods of a worker's API as the page calls them: every answer is a promise. */
export type Async<Api> = {
  [Name in keyof Api]: Api[Name] extends (...args: infer Args) => infer Answer
    ? (...args: Args) => Promise<Awaited<Answer>>
    : never;
};
