/** What can be taken back, in the order in which it was done. */
export class UndoStack<Step> {
  readonly #steps: Step[] = [];

  /** The step that is taken back next; undefined for none. */
  get last(): Step | undefined {
    return this.#steps.at(-1);
  }

  push(step: Step): void {
    this.#steps.push(step);
  }

  /** Removes the last step. Returns it; undefined for none. */
  pop(): Step | undefined {
    return this.#steps.pop();
  }

  /** Removes a step that is taken back out of its turn. */
  remove(isStep: (step: Step) => boolean): void {
    const place = this.#steps.findIndex(isStep);
    if (place >= 0) this.#steps.splice(place, 1);
  }

  /**
   * Takes back one step, if it is still there, by `undo`; a step that could not be taken back keeps its place. `onUndone`
   * then brings up to date what depends on it. Its failure is logged and leaves the outcome as it is.
   */
  async takeBack<Result extends { readonly kind: string }>(
    isStep: (step: Step) => boolean,
    undo: () => Promise<Result>,
    onUndone: (result: Result) => Promise<unknown>,
  ): Promise<Result> {
    const place = this.#steps.findIndex(isStep);
    const taken = place < 0 ? [] : this.#steps.splice(place, 1);
    let isUndone = false;
    try {
      const result = await undo();
      isUndone = result.kind !== 'failed';
      if (isUndone) await onUndone(result).catch(logFailure);
      return result;
    } finally {
      if (!isUndone) this.#steps.splice(place, 0, ...taken);
    }
  }
}

function logFailure(error: unknown): void {
  console.error('What depends on a change does not follow its undo:', error);
}
