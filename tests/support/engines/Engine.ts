/** How long a native question may take to come. Milliseconds. */
export const QUESTION_LIMIT_MS = 60_000;

/** A function that runs in the page: self-contained, its argument and answer are JSON. */
export type InPage<Argument, Answer> = (argument: Argument) => Answer;

/** A chord such as `Control+A`, a key such as `Enter`, or one character. */
export type Chord = string;

/** A tab of a browser, as little as a person needs: what is built on it behaves alike in every engine. */
export type Tab = {
  goTo(url: string): Promise<void>;
  evaluate<Argument, Answer>(run: InPage<Argument, Answer>, argument: Argument): Promise<Answer>;
  /** A click of the pointer's main button at a place of the window. */
  clickAt(x: number, y: number): Promise<void>;
  press(chord: Chord): Promise<void>;
  type(text: string): Promise<void>;
  /** Does what makes the browser ask a native question, accepts it, and resolves with its text. */
  acceptQuestion(act: () => Promise<void>): Promise<string>;
  /** A picture of the window, as PNG. */
  picture(): Promise<Buffer>;
  /** Errors that the consoles of the page and its workers have had so far, uncaught ones included. */
  errors(): Promise<readonly string[]>;
};

/** A browser engine that was started, with one tab. */
export type Engine = {
  readonly tab: Tab;
  /** Name and version, as the engine says it. */
  readonly version: string;
  close(): Promise<void>;
};
