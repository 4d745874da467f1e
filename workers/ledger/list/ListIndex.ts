import type { Mapping } from '#model/mapping.ts';
import type { ListEvent, MappingList } from './MappingList.ts';

/** Changed entries of the list, by key; null for a removed one. */
export type ListChanges = Extract<ListEvent, { kind: 'changed' }>['changes'];

type ListIndexOptions<Index> = {
  readonly list: Pick<MappingList, 'entries' | 'watch'>;
  /** Makes the index, in steps between which messages are handled. Rejects once the signal is aborted. */
  make(mappings: readonly Mapping[], signal: AbortSignal): Promise<Index>;
  /** Brings it up to date. Returns false where it is better made anew. */
  apply(index: Index, changes: ListChanges): boolean;
};

/**
 * What a part of the worker makes of the whole list: made at the first question, and kept in step with the list from then
 * on. When the list is read again, it is made again at the next question.
 */
export class ListIndex<Index> {
  readonly #options: ListIndexOptions<Index>;
  #making: { readonly end: Promise<Index | null>; readonly stop: AbortController } | null = null;
  #made: Index | null = null;
  /** Changes that came while it was being made. */
  #late: ListChanges[] = [];

  constructor(options: ListIndexOptions<Index>) {
    this.#options = options;
    options.list.watch((event) => {
      if (event.kind === 'changed') this.#onChanged(event.changes);
      else this.drop();
    });
  }

  /** Null until it is made. */
  get now(): Index | null {
    return this.#made;
  }

  /** Resolves with the index of the list as it is then; with null when the list is read again meanwhile. */
  get(): Promise<Index | null> {
    if (this.#making === null) {
      const stop = new AbortController();
      this.#making = { stop, end: this.#make(stop.signal) };
    }
    return this.#making.end;
  }

  /** Frees the memory: what was handed out is not kept in step any more. */
  drop(): void {
    this.#making?.stop.abort();
    this.#making = null;
    this.#made = null;
    this.#late = [];
  }

  async #make(signal: AbortSignal): Promise<Index | null> {
    const { list, make, apply } = this.#options;
    try {
      const made = await make([...list.entries.values()], signal);
      signal.throwIfAborted();
      if (this.#late.splice(0).every((changes) => apply(made, changes))) this.#made = made;
      else this.drop();
      return this.#made;
    } catch (error) {
      if (signal.aborted) return null;
      this.drop();
      throw error;
    }
  }

  #onChanged(changes: ListChanges): void {
    if (this.#made === null) {
      if (this.#making !== null) this.#late.push(changes);
    } else if (!this.#options.apply(this.#made, changes)) this.drop();
  }
}
