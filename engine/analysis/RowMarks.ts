/** Notes about texts by their number; one instance serves a whole analysis. */
export class RowMarks {
  readonly #stamps: Int32Array;
  readonly #aside: Uint8Array;
  readonly #links: Int32Array;
  #stamp = 0;

  constructor(rows: number) {
    this.#stamps = new Int32Array(rows);
    this.#aside = new Uint8Array(rows);
    this.#links = new Int32Array(rows).fill(-1);
  }

  /** Forgets all {@link firstTime} marks. */
  startCount(): void {
    this.#stamp++;
  }

  /** True the first time it is asked about this text since {@link startCount}. */
  firstTime(row: number): boolean {
    if (this.#stamps[row] === this.#stamp) return false;
    this.#stamps[row] = this.#stamp;
    return true;
  }

  setAside(row: number): void {
    this.#aside[row] = 1;
  }

  isAside(row: number): boolean {
    return this.#aside[row] === 1;
  }

  /** A number kept with the text, -1 at first. */
  link(row: number): number {
    return this.#links[row] as number;
  }

  setLink(row: number, link: number): void {
    this.#links[row] = link;
  }
}
