import type { ListVersion } from '#model/listVersion.ts';
import type { Mapping } from '#model/mapping.ts';
import { packMappings } from '#model/serializedMappings.ts';
import type { Timing } from '../timing.ts';
import type { MappingCache, MappingCacheEntry } from './indexedDbMappingCache.ts';

/** The list as it is to be kept. */
export type ListNow = { readonly version: ListVersion; readonly mappings: Iterable<Mapping> };

/** After the last change the list is kept so much later, in milliseconds: many come in a row. */
const KEEP_AFTER_MS = 1_000;
/** A browser that does not say within this time what it has kept is not waited for. Milliseconds. */
const READ_PATIENCE_MS = 2_000;

/** Keeps the list in a browser that may refuse: everything works without, and costs a download at each visit. */
export class MappingCacheWriter {
  readonly #cache: MappingCache;
  readonly #timing: Pick<Timing, 'after' | 'now'>;
  #callOff = () => {};

  constructor(cache: MappingCache, timing: Pick<Timing, 'after' | 'now'>) {
    this.#cache = cache;
    this.#timing = timing;
  }

  /** Null when nothing is kept that can be used. */
  async read(): Promise<MappingCacheEntry | null> {
    let callOff = () => {};
    const late = new Promise<null>((resolve) => {
      callOff = this.#timing.after(READ_PATIENCE_MS, () => resolve(null));
    });
    const kept = await Promise.race([this.#cache.read().catch(warn), late]);
    callOff();
    return kept;
  }

  /** Keeps what `listNow` gives when it is time; null: it is no time to keep anything. */
  keepSoon(listNow: () => ListNow | null): void {
    this.#callOff();
    this.#callOff = this.#timing.after(KEEP_AFTER_MS, () => {
      const list = listNow();
      if (list !== null) this.#keep(list).catch(warn);
    });
  }

  /** Keeps nothing more for now. */
  rest(): void {
    this.#callOff();
  }

  drop(): void {
    this.#callOff();
    this.#cache.drop().catch(warn);
  }

  async #keep({ version, mappings }: ListNow): Promise<void> {
    const cachedAt = this.#timing.now().getTime();
    await this.#cache.keep({ version, cachedAt, mappings: packMappings(mappings) });
  }
}

function warn(error: unknown): null {
  console.warn('The mapping list is not kept in this browser:', error);
  return null;
}
