import { createTiming } from '../../workers/ledger/timing.ts';

/** What the page hands over in one task, in UTF-16 units: some two milliseconds. */
const SLICE_LENGTH = 2_000_000;

/** A part of a text on its way to the worker; `text` is another number for each text. */
export type TextSlice = { readonly text: number; readonly slice: string; readonly isLast: boolean };

/**
 * Brings large texts to the worker a slice at a time, each in a task of its own: a million lines at once would keep
 * the page for a tenth of a second. The worker has one text at a time.
 */
export class TextBringer {
  readonly #send: (slice: TextSlice) => void;
  readonly #timing = createTiming();
  /** The text that the worker has, or is getting; null for none. */
  #text: string | null = null;
  #number = 0;
  #whole: Promise<void> = Promise.resolve();
  /** So many wait for the text that is on its way. */
  #waiting = 0;

  constructor(send: (slice: TextSlice) => void) {
    this.#send = send;
  }

  /** Whether `text` is to be brought, or has been, rather than to go in one message. */
  isFor(text: string): boolean {
    return text.length > SLICE_LENGTH || text === this.#text;
  }

  /** Begins to bring a text that will be asked for, unless somebody waits for another one. */
  ahead(text: string): void {
    if (this.#waiting === 0) this.#begin(text);
  }

  /** Resolves when the worker has `text`, or when another one has taken its place. */
  async whole(text: string): Promise<void> {
    this.#begin(text);
    this.#waiting++;
    await this.#whole;
    this.#waiting--;
  }

  /** The worker has no such text any more. */
  forget(): void {
    this.#text = null;
    this.#number++;
  }

  #begin(text: string): void {
    if (text === this.#text) return;
    this.#text = text;
    this.#whole = this.#bring(text, ++this.#number);
  }

  async #bring(text: string, number: number): Promise<void> {
    for (let from = 0; number === this.#number; from += SLICE_LENGTH) {
      const isLast = from + SLICE_LENGTH >= text.length;
      this.#send({ text: number, slice: text.slice(from, from + SLICE_LENGTH), isLast });
      if (isLast) return;
      await this.#timing.breathe();
    }
  }
}
