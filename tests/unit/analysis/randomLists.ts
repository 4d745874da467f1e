import { type Mapping, type MappingKey, mappingKey } from '../../../src/model/mapping.ts';

/** Numbers in [0, 1), the same for the same seed (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

export type ListShape = { readonly size: number; readonly accounts: number; readonly words?: number };

/**
 * A list of descriptions put together from `words`, with and without spaces and now and then in lower case or with
 * an unusable account. Keys are unique, as in the database.
 */
export function randomList(random: () => number, words: readonly string[], shape: ListShape): Mapping[] {
  const list = new Map<MappingKey, Mapping>();
  for (let i = 0; i < shape.size; i++) {
    const description = randomDescription(random, words, shape.words ?? 6);
    const glAccount = random() < 0.02 ? 'Unknown' : `K${Math.floor(random() * shape.accounts)}`;
    const key = mappingKey(description);
    if (key !== '') list.set(key, { key, description, glAccount });
  }
  return [...list.values()];
}

function randomDescription(random: () => number, words: readonly string[], most: number): string {
  const pick = () => words[Math.floor(random() * words.length)] as string;
  const count = 1 + Math.floor(random() * most);
  let text = pick();
  for (let i = 1; i < count; i++) text += (random() < 0.75 ? ' ' : '') + pick();
  return random() < 0.2 ? text.toLowerCase() : text;
}
