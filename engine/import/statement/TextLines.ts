/** Cuts a text that comes in pieces into lines and numbers them. Linear in the text. */
export class TextLines {
  #rest = '';
  #number = 0;

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
      this.#number++;
      yield line;
      from = end + 1;
    }
    this.#rest += piece.slice(from);
  }

  /** The last line, where it has no end. */
  *end(): Generator<string> {
    if (this.#rest === '') return;
    this.#number++;
    yield this.#rest;
    this.#rest = '';
  }
}
