import { type ReadBudget, TooLargeError } from '../ReadBudget.ts';

/** UTF-16 units of a line of a text, or of a record of a table. */
export const MAX_LINE = 4 << 20;

/** Cuts a text that comes in pieces into lines and numbers them. Linear in the text. */
export class TextLines {
  readonly #budget: ReadBudget;
  #rest = '';
  #number = 0;

  constructor(budget: ReadBudget) {
    this.#budget = budget;
  }

  /** Number of the line given last, from 1. */
  get number(): number {
    return this.#number;
  }

  /** The lines that are complete with this piece. */
  *read(piece: string): Generator<string> {
    let from = 0;
    for (let end = piece.indexOf('\n'); end >= 0; end = piece.indexOf('\n', from)) {
      const line = this.#rest + piece.slice(from, end);
      this.#rest = '';
      this.#budget.take('fields', 1);
      this.#number++;
      yield line;
      from = end + 1;
    }
    this.#rest += piece.slice(from);
    if (this.#rest.length > MAX_LINE) throw lineTooLong(this.#number + 1);
  }

  /** The last line, where it has no end. */
  *end(): Generator<string> {
    if (this.#rest === '') return;
    this.#number++;
    yield this.#rest;
    this.#rest = '';
  }
}

export function lineTooLong(line: number): TooLargeError {
  return new TooLargeError(`line ${line}: 4 million characters`);
}
