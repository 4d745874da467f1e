declare module 'fastscan' {
  class FastScanner {
    constructor(words: readonly string[]);
    search(content: string): [position: number, word: string][];
  }
  export = FastScanner;
}
