/**
 * Puts numbered messages in order. Over HTTP/2 a client sends up to ten requests at once, which overtake one
 * another, and it sends a request again when its answer was lost: gaps wait, numbers seen before are dropped.
 */
export class MessageOrder<Message> {
  #next = 0;
  readonly #held = new Map<number, Message>();

  /** How many messages wait for an earlier one. */
  get waiting(): number {
    return this.#held.size;
  }

  /** Takes messages `offset`, `offset + 1`, …; returns those that are now due, in order. */
  accept(offset: number, messages: readonly Message[]): Message[] {
    messages.forEach((message, index) => {
      if (offset + index >= this.#next) this.#held.set(offset + index, message);
    });
    const due: Message[] = [];
    while (this.#held.has(this.#next)) {
      due.push(this.#held.get(this.#next) as Message);
      this.#held.delete(this.#next++);
    }
    return due;
  }
}
