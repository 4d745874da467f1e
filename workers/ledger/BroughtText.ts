import { type Pasted, readPasted } from './pasted.ts';

/** A text and how it is classified as long as the user does not choose a column. */
export type Brought = { readonly text: string; readonly pasted: Pasted };

/** The large text that the page brings in slices ahead of its classification: its rows are found meanwhile. */
export class BroughtText {
  #number = 0;
  #slices: string[] = [];
  #whole: Brought | null = null;

  /** Null until the last slice is here. */
  get whole(): Brought | null {
    return this.#whole;
  }

  /** Slices come in their order; the first of another text drops the one before. */
  take(number: number, slice: string, isLast: boolean): void {
    if (number !== this.#number) this.drop();
    this.#number = number;
    this.#slices.push(slice);
    if (!isLast) return;
    const text = this.#slices.join('');
    this.#slices = [];
    this.#whole = { text, pasted: readPasted(text) };
  }

  drop(): void {
    this.#slices = [];
    this.#whole = null;
  }
}
