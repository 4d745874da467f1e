import type { UndoId } from '#contract/table.ts';
import type { EntryChange } from './entries.ts';

/** What was done last, as long as nothing else has been done. */
export type UndoEntry = {
  readonly changes: readonly EntryChange[];
  /** Its entries belong together: they go back all or none. */
  readonly isWhole: boolean;
  /** An analysis proposed it, and takes it into account. */
  readonly isProposed?: boolean;
};

/** Remembers the last deed only: the screen offers to undo what was just done, and nothing before it. */
export class UndoLog {
  #lastId: UndoId = 0;
  #deed: UndoEntry | null = null;

  remember(deed: UndoEntry): UndoId {
    this.#deed = deed;
    return ++this.#lastId;
  }

  /** Takes the deed out; undefined when another was done since, or it has been taken. */
  take(id: UndoId): UndoEntry | undefined {
    if (id !== this.#lastId || this.#deed === null) return undefined;
    const deed = this.#deed;
    this.#deed = null;
    return deed;
  }
}
