/** A queue in which owners take turns: whoever puts in a hundred items delays a stranger's first by one. */
export class FairQueue<T> {
  /** Items by owner; the owner whose turn it is comes first. */
  readonly #lines = new Map<string, T[]>();
  #size = 0;

  get size(): number {
    return this.#size;
  }

  put(owner: string, item: T): void {
    const line = this.#lines.get(owner);
    if (line === undefined) this.#lines.set(owner, [item]);
    else line.push(item);
    this.#size += 1;
  }

  /** The oldest item of the owner whose turn it is; undefined when there is none. */
  take(): T | undefined {
    for (const [owner, line] of this.#lines) {
      const item = line.shift();
      // Back to the end, behind the others.
      this.#lines.delete(owner);
      if (line.length > 0) this.#lines.set(owner, line);
      this.#size -= 1;
      return item;
    }
    return undefined;
  }
}
