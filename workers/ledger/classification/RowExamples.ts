import type { RowExample } from '#contract/rows.ts';

/** Of rows that get an account, of those that would get another one, and of those that would lose theirs: each so many. */
const MAX_EXAMPLES = 10;

/** The first rows of each kind that a change of the list would change. */
export class RowExamples {
  readonly #gained: RowExample[] = [];
  readonly #changed: RowExample[] = [];
  readonly #lost: RowExample[] = [];

  /** @param textOf is asked only for a row that becomes an example */
  add(from: string | null, to: string | null, textOf: () => string): void {
    const kind = from === null ? this.#gained : to === null ? this.#lost : this.#changed;
    if (kind.length < MAX_EXAMPLES) kind.push({ text: textOf(), from, to });
  }

  get all(): readonly RowExample[] {
    return [...this.#gained, ...this.#changed, ...this.#lost];
  }
}
