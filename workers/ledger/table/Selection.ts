import type { Mapping, MappingKey } from '#model/mapping.ts';

/**
 * The mappings that are selected for deletion. One that somebody else changes or removes drops out, so that nobody
 * deletes what they have not seen.
 */
export class Selection {
  readonly #keys = new Set<MappingKey>();

  get keys(): ReadonlySet<MappingKey> {
    return this.#keys;
  }

  get size(): number {
    return this.#keys.size;
  }

  has(key: MappingKey): boolean {
    return this.#keys.has(key);
  }

  /** How many of the mappings are selected. */
  countIn(mappings: readonly Mapping[]): number {
    return mappings.reduce((count, { key }) => count + (this.#keys.has(key) ? 1 : 0), 0);
  }

  set(keys: Iterable<MappingKey>, isSelected: boolean): void {
    for (const key of keys) {
      if (isSelected) this.#keys.add(key);
      else this.#keys.delete(key);
    }
  }

  clear(): void {
    this.#keys.clear();
  }
}
