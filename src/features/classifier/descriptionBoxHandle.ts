/** What others do with the box for descriptions. */
export type DescriptionBoxHandle = {
  /** Empties the box at once, without the pause after typing. */
  clear(): void;
  /** Fills the box with a text that is classified already. */
  put(text: string): void;
  text(): string;
  focus(): void;
};
